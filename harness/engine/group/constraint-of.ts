import type { Case, CaseInput } from '../../../contract/case.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';

/** The constraint that an invalid case breaks, `keyword pointer`; a type that a lenient validator converts is a keyword of its own. */
export function constraintOf({ expect, input }: Case): string | undefined {
  if (expect.kind !== 'rejected') return undefined;
  const value = valueAt(input as unknown as Json, expect.pointer);
  const isConverted = expect.keyword === 'type' && isInBody(expect.pointer, input) && isScalarText(value);
  return `${isConverted ? 'convertible type' : expect.keyword} ${expect.pointer}`;
}

/** In a parameter everything is a text, and its type is how it reads. */
function isInBody(pointer: string, { body }: CaseInput): boolean {
  return body !== undefined && pointer.startsWith('/body');
}

/** Texts, numbers and booleans are converted into each other by whoever converts; objects and lists hardly ever. */
function isScalarText(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !Array.isArray(value) && !isJsonObject(value);
}
