import { type Json, isJsonObject } from './json.js';

/**
 * One text for one value: members sorted by UTF-16 code units, no white space, numbers as ECMAScript prints them
 * (the JSON Canonicalization Scheme, RFC 8785 §3.2). Departs from it in one place: a lone surrogate is kept as its
 * `\ud800` escape where §3.2.2.2 demands an error, because contracts may well hold one in an example.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  // Default sort order is by UTF-16 code units (ECMA-262 §23.1.3.30, §23.1.3.34), which is the order of RFC 8785 §3.2.3.
  const members = Object.keys(value).toSorted().map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
