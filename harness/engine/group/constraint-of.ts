import type { Case, CaseInput } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import { isDate } from '../../../contract/formats/dates-and-times.js';
import { valueAt } from '../../../contract/json/json-pointer.js';

/**
 * The constraint that an invalid case breaks, as `keyword pointer`. Two kinds of values have separate keywords, because
 * lenient services accept them: `convertible type` for a value such as "5" in place of 5, and `calendar format` for a
 * day that no month has.
 */
export function constraintOf({ expect, input }: Case): string | undefined {
  if (expect.kind !== 'rejected') return undefined;
  const value = valueAt(input as unknown as Json, expect.pointer);
  const isConverted = TYPES.has(expect.keyword) && isInJson(expect.pointer, input) && isConvertible(value);
  const isDay = expect.keyword === 'format' && isNoDay(value);
  return `${isConverted ? 'convertible type' : isDay ? 'calendar format' : expect.keyword} ${expect.pointer}`;
}

/** Keywords that refuse a type. `anyOf` refuses a number or a boolean if it is a type or null. */
const TYPES: ReadonlySet<string> = new Set(['type', 'anyOf']);

/**
 * Whether the value has a type on the wire and validators may convert it: it is a part of a JSON body, or within a JSON
 * parameter. Other parameters are text, and a body is an object or a list.
 */
function isInJson(pointer: string, { body }: CaseInput): boolean {
  return pointer.startsWith('/body/') ? body !== undefined : pointer.split('/').length > 3;
}

/**
 * Whether lenient validators would convert a value. They convert numbers, booleans, and texts that look like a number
 * or a boolean. Some of them convert a list with one element to this element. They rarely convert null, objects and
 * other lists.
 */
function isConvertible(value: Json | undefined): boolean {
  if (Array.isArray(value) && value.length === 1)
    return ['string', 'number', 'boolean'].includes(typeof (value as readonly Json[])[0]);
  if (typeof value === 'string')
    return value === '' || ['true', 'false'].includes(value) || Number.isFinite(Number(value));
  return typeof value === 'number' || typeof value === 'boolean';
}

function isNoDay(value: Json | undefined): boolean {
  const [day = ''] = typeof value === 'string' ? (/^\d{4}-\d\d-\d\d(?=T|$)/.exec(value) ?? []) : [];
  return day !== '' && !isDate(day);
}
