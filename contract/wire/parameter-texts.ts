import { type Json, isJsonObject } from '../json/json.js';

/** A parameter's value as the texts that it is written with, before any encoding. */
export type ParameterTexts =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [key: string, text: string])[] };

/** Answers why where a value has no texts: OpenAPI 3.1 §4.8.12.3 gives no spelling to `null` and to what is nested. */
export function parameterTexts(value: Json): ParameterTexts | string {
  if (Array.isArray(value)) {
    const texts = (value as readonly Json[]).map(scalarText);
    return texts.every((text) => text !== undefined) ? { kind: 'list', texts } : 'a nested or null element has no spelling in this style';
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, member]) => [key, scalarText(member)] as const);
    const spelled = entries.every((entry): entry is readonly [string, string] => entry[1] !== undefined);
    return spelled ? { kind: 'map', entries } : 'a nested or null member has no spelling in this style';
  }
  const text = scalarText(value);
  return text === undefined ? 'null has no spelling in a parameter' : { kind: 'scalar', text };
}

/** Numbers are spelled as JSON spells them, so `-0` is `0`; `undefined` for what is no scalar. */
export function scalarText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : undefined;
}
