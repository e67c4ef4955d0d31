import { type Json, isJsonObject } from '../json/json.js';

/** The value of a parameter as strings, before they are encoded for the location of the parameter, such as the path. */
export type ParameterTexts =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [key: string, text: string])[] };

/**
 * The value of a parameter as strings. If the value contains null or is nested, the result is the reason why it cannot
 * be written. OpenAPI 3.1 §4.8.12.3 does not define how to write such values.
 */
export function parameterTexts(value: Json): ParameterTexts | string {
  if (Array.isArray(value)) {
    const texts = (value as readonly Json[]).map(scalarText);
    return texts.every((text) => text !== undefined)
      ? { kind: 'list', texts }
      : 'this style cannot express a nested or null element';
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, member]) => [key, scalarText(member)] as const);
    const spelled = entries.every((entry): entry is readonly [string, string] => entry[1] !== undefined);
    return spelled ? { kind: 'map', entries } : 'this style cannot express a nested or null member';
  }
  const text = scalarText(value);
  return text === undefined ? 'a parameter cannot express null' : { kind: 'scalar', text };
}

/** The text of a scalar; `undefined` for other values. Numbers are written as in JSON, so `-0` becomes `0`. */
export function scalarText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : undefined;
}
