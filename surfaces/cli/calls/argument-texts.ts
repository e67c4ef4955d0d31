import type { Json } from '../../../contract/json/json.js';
import type { BodyMember } from '../../body-members.js';

/**
 * The strings that are passed to a program for one member of a body. Arguments have no JSON types, so the program
 * converts each string to a type that the schema of the member allows. Returns the reason as a string if the program
 * would convert it to a wrong type: the number `5` would arrive as the text `"5"` if the schema allows texts.
 */
export function memberTexts({ value, types, itemTypes }: BodyMember): readonly string[] | string {
  const isList = Array.isArray(value);
  if (isList ? value.some((item: Json) => isReadOtherwise(item, itemTypes)) : isReadOtherwise(value, types))
    return types.has('string') || itemTypes.has('string')
      ? 'the command line can pass only text for this argument'
      : 'the command line cannot distinguish this value from a value of a different type';
  return isList ? listTexts(value as readonly Json[], types) : scalarTexts([value]);
}

/**
 * True if a program would read the string of this value as a different type, because the schema allows that type.
 * Example: it reads the argument `5` as a text, and not as the number 5, if the schema allows texts.
 */
function isReadOtherwise(value: Json, types: ReadonlySet<string>): boolean {
  if (types.has('string')) return typeof value !== 'string';
  if (typeof value === 'object' || types.has(typeof value) || (typeof value === 'number' && types.has('integer')))
    return false;
  const text = String(value);
  return [...types].some((type) => READS[type]?.test(text) === true);
}

/**
 * For each JSON type, the strings that a program may convert to this type. A program may convert any string to an
 * `array` with one element.
 */
const READS: Readonly<Record<string, RegExp>> = {
  boolean: /^(?:true|false|yes|no|on|off|[01tfyn])$/i,
  integer: /^[+-]?\d+$/,
  number: /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i,
  array: /^/,
};

/**
 * The strings for a list: the flag is repeated for each string. `types` are the JSON types that the schema allows.
 * Returns a reason as a string if flags cannot express the list.
 */
export function listTexts(values: readonly Json[], types: ReadonlySet<string>): readonly string[] | string {
  if (!types.has('array')) return 'the flag takes one value, not a list';
  return values.length === 0
    ? 'an empty list has no flag, so it cannot be distinguished from an omitted list'
    : scalarTexts(values);
}

/**
 * The strings for scalar values. Numbers and booleans are written as in JSON. Returns a reason as a string if a value
 * is not a scalar.
 */
export function scalarTexts(values: readonly Json[]): readonly string[] | string {
  const texts = values.map((value) =>
    typeof value === 'string' ? value : typeof value === 'object' ? undefined : JSON.stringify(value),
  );
  return texts.every((text) => text !== undefined) ? texts : 'a flag cannot express null, objects or nested lists';
}
