import type { Case, CaseInput } from '../../../contract/case.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';

/**
 * The constraint that an invalid case breaks, as `keyword pointer`. A value that a lenient validator would convert has
 * the keyword `convertible type`.
 */
export function constraintOf({ expect, input }: Case): string | undefined {
  if (expect.kind !== 'rejected') return undefined;
  const value = valueAt(input as unknown as Json, expect.pointer);
  const isConverted = expect.keyword === 'type' && isInBody(expect.pointer, input) && isScalarText(value);
  return `${isConverted ? 'convertible type' : expect.keyword} ${expect.pointer}`;
}

/** Only values in a body have a type on the wire; a parameter is always text. */
function isInBody(pointer: string, { body }: CaseInput): boolean {
  return body !== undefined && pointer.startsWith('/body');
}

/** Lenient validators convert strings, numbers and booleans, but rarely objects and lists. */
function isScalarText(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !Array.isArray(value) && !isJsonObject(value);
}
