import type { SchemaSource } from '../contract.js';
import { ownValue } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { schemaTypes, schemasInPlace } from '../wire/decode-value.js';

/**
 * Matches a `pattern` that allows only decimal numbers: digits and one decimal point, with a sign, groups and
 * quantifiers. `^\d+\.\d{2}$` and `^-?(?:0|[1-9]\d*)(?:\.\d+)?$` are examples.
 */
const DECIMAL_PATTERN =
  /^\^\(?(?:[-?]|\[[-+]{1,2}\]\??)*(?:\\d|\[[01]-9\]|0|\(\?:|[()|?+*]|\{\d{1,3}(?:,\d{0,3})?\})+(?:\\\.|\[\.\])(?:\\d|\[0-9\]|[)?+*]|\{\d{1,3}(?:,\d{0,3})?\})+\$$/;
/**
 * Matches names of members whose values look like decimal numbers, but are ordered differently: version 1.9 comes
 * before version 1.10.
 */
const NUMBERED = /version|release|revision|edition|section|chapter|clause|paragraph|number|code|level/i;
const DECIMAL_TEXT = /^[-+]?\d{1,15}(?:\.\d{1,15})?$/;

/** Whether all schemas of a member permit only strings (or null) that are decimal numbers, such as amounts of money. */
export function areDecimalTexts(schemas: SchemaSource, name: string, stated: readonly SchemaUri[]): boolean {
  return stated.length > 0 && !NUMBERED.test(name) && stated.every((uri) => isDecimalText(schemas, uri));
}

function isDecimalText(schemas: SchemaSource, uri: SchemaUri): boolean {
  const types = [...schemaTypes(schemas, uri)].filter((type) => type !== 'null');
  if (types.length !== 1 || types[0] !== 'string') return false;
  return [...schemasInPlace(schemas, uri).values()].some((schema) => {
    const pattern = ownValue(schema, 'pattern');
    return ownValue(schema, 'format') === 'decimal' || (typeof pattern === 'string' && DECIMAL_PATTERN.test(pattern));
  });
}

/**
 * The number that a string represents. `undefined` if it is not a decimal number, or has more digits than a number can
 * represent exactly.
 */
export function decimalNumber(text: string): number | undefined {
  return DECIMAL_TEXT.test(text) && text.replace(/\D/g, '').length <= 15 ? Number(text) : undefined;
}
