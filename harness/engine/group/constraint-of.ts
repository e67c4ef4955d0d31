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
  const isConverted = expect.keyword === 'type' && isInJson(expect.pointer, input) && isConvertible(value);
  const isDay = expect.keyword === 'format' && isNoDay(value);
  return `${isConverted ? 'convertible type' : isDay ? 'calendar format' : expect.keyword} ${expect.pointer}`;
}

/**
 * Whether the value has a type on the wire: it is in a JSON body, or within a JSON parameter. Other parameters are
 * text.
 */
function isInJson(pointer: string, { body }: CaseInput): boolean {
  return pointer.startsWith('/body') ? body !== undefined : pointer.split('/').length > 3;
}

/**
 * Whether lenient validators would convert a value. They convert numbers, booleans, and texts that look like one, but
 * rarely null, objects and lists.
 */
function isConvertible(value: Json | undefined): boolean {
  if (typeof value === 'string')
    return value === '' || ['true', 'false'].includes(value) || Number.isFinite(Number(value));
  return typeof value === 'number' || typeof value === 'boolean';
}

function isNoDay(value: Json | undefined): boolean {
  const [day = ''] = typeof value === 'string' ? (/^\d{4}-\d\d-\d\d(?=T|$)/.exec(value) ?? []) : [];
  return day !== '' && !isDate(day);
}
