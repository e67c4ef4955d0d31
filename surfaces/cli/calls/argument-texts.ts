import type { Json } from '../../../contract/json/json.js';
import type { BodyMember } from '../../body-members.js';

/**
 * The strings that are passed for one member of a body. Arguments have no JSON types, so the program reads each string
 * by the schema of the member. A value is inexpressible if the program would read its string as a different type.
 */
export function memberTexts({ value, types, itemTypes }: BodyMember): readonly string[] | string {
  const isList = Array.isArray(value);
  if (isList ? value.some((item: Json) => isReadOtherwise(item, itemTypes)) : isReadOtherwise(value, types))
    return types.has('string') || itemTypes.has('string')
      ? 'the command line can pass only text for this argument'
      : 'the command line cannot distinguish this value from a value of a different type';
  return isList ? listTexts(value as readonly Json[], types) : scalarTexts([value]);
}

/** Whether a program that knows the allowed types would read the string of a value as a different type. */
function isReadOtherwise(value: Json, types: ReadonlySet<string>): boolean {
  if (types.has('string')) return typeof value !== 'string';
  if (typeof value === 'object' || types.has(typeof value) || (typeof value === 'number' && types.has('integer')))
    return false;
  const text = String(value);
  return [...types].some((type) => READS[type]?.test(text) === true);
}

/** Patterns for the strings that programs read as a type. A program may read any string as a list with one element. */
const READS: Readonly<Record<string, RegExp>> = {
  boolean: /^(?:true|false|yes|no|on|off|[01tfyn])$/i,
  integer: /^[+-]?\d+$/,
  number: /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i,
  array: /^/,
};

/** The strings for a list. The flag is repeated for each string. `types` are the JSON types that the schema allows. */
export function listTexts(values: readonly Json[], types: ReadonlySet<string>): readonly string[] | string {
  if (!types.has('array')) return 'the flag takes one value, not a list';
  return values.length === 0
    ? 'an empty list has no flag, so it cannot be distinguished from an omitted list'
    : scalarTexts(values);
}

/** The strings for scalar values. Numbers and booleans are written as in a request. */
export function scalarTexts(values: readonly Json[]): readonly string[] | string {
  const texts = values.map((value) =>
    typeof value === 'string' ? value : typeof value === 'object' ? undefined : JSON.stringify(value),
  );
  return texts.every((text) => text !== undefined) ? texts : 'a flag cannot express null, objects or nested lists';
}
