import type { Case, CaseInput } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import { isDate } from '../../../contract/formats/dates-and-times.js';
import { valueAt } from '../../../contract/json/json-pointer.js';

/**
 * The constraint that an invalid case breaks, as `keyword pointer`. Three kinds of invalid values that lenient services
 * accept have keywords of their own:
 * - `convertible text`: a string such as "5" in place of 5;
 * - `convertible type`: any other value that can be converted, such as 0 in place of false;
 * - `calendar format`: a day that does not exist.
 */
export function constraintOf({ expect, input }: Case): string | undefined {
  if (expect.kind !== 'rejected') return undefined;
  const value = valueAt(input as unknown as Json, expect.pointer);
  const isConverted = TYPES.has(expect.keyword) && isInJson(expect.pointer, input) && isConvertible(value);
  const isDay = expect.keyword === 'format' && isNoDay(value);
  const converted = typeof value === 'string' ? CONVERTIBLE_TEXT : 'convertible type';
  return `${isConverted ? converted : isDay ? 'calendar format' : expect.keyword} ${expect.pointer}`;
}

/**
 * Returns the constraints that the service evidently enforces, because it refused an invalid case with this status.
 * - A 401 or a 403 shows none, because it concerns the caller and not the input.
 * - A 404 may concern the identifier in the path, so it shows only constraints of the path.
 * - Any other 4xx status shows the constraint that the case breaks; other statuses show none.
 */
export function enforcedBy(refused: Case, status = 0): readonly string[] {
  const constraint = constraintOf(refused);
  const isOfInput = status === 404 ? constraint?.includes(' /path/') === true : status !== 401 && status !== 403;
  if (constraint === undefined || !isOfInput || status < 400 || status >= 500) return [];
  return [isUnclear(refused) ? constraint.replace(CONVERTIBLE_TEXT, UNCLEAR_TEXT) : constraint];
}

/**
 * Whether the invalid value is a string that can be converted only to some types: `"true"` to a boolean, `"5"` to a
 * number. The strings `"0"` and `"1"` can be converted to both.
 */
function isUnclear({ expect, input }: Case): boolean {
  const value = expect.kind === 'rejected' ? valueAt(input as unknown as Json, expect.pointer) : undefined;
  return value !== '0' && value !== '1';
}

/**
 * The keyword of `constraintOf` for a string in place of a number or a boolean. Members of type string never have it.
 */
export const CONVERTIBLE_TEXT = 'convertible text';

/**
 * The keyword that `enforcedBy` returns for a refused string that can be converted to a number or to a boolean, but not
 * to both: "true" is not a number, and "5" is not a boolean. A service that converts strings may refuse it too.
 */
export const UNCLEAR_TEXT = 'unclear text';

/**
 * Keywords that may reject a value because of its type. For example, the alternatives of `anyOf` may be a type and
 * null.
 */
export const TYPES: ReadonlySet<string> = new Set(['type', 'anyOf', 'oneOf']);

/**
 * Whether the value at the pointer has a JSON type, so that a lenient validator may convert it. This is true for a part
 * of a JSON body or of a JSON parameter. Other parameters are strings, and a whole body is an object or a list.
 */
function isInJson(pointer: string, { body }: CaseInput): boolean {
  return pointer.startsWith('/body/') ? body !== undefined : pointer.split('/').length > 3;
}

/**
 * Whether lenient validators usually convert the value to another type. They convert strings, numbers and booleans.
 * Some convert a list with one element to this element. They rarely convert null, objects or longer lists.
 */
function isConvertible(value: Json | undefined): boolean {
  if (Array.isArray(value) && value.length === 1)
    return ['string', 'number', 'boolean'].includes(typeof (value as readonly Json[])[0]);
  if (typeof value === 'string')
    return value === '' || ['true', 'false'].includes(value) || Number.isFinite(Number(value));
  return typeof value === 'number' || typeof value === 'boolean';
}

/** Whether the value is a string that a service may read as a number, for example as the seconds of a time. */
export function isDigits(value: Json | undefined): boolean {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
}

function isNoDay(value: Json | undefined): boolean {
  const [day = ''] = typeof value === 'string' ? (/^\d{4}-\d\d-\d\d(?=T|$)/.exec(value) ?? []) : [];
  return day !== '' && !isDate(day);
}
