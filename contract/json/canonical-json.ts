import { type Json, isJsonObject } from './json.js';

/**
 * The canonical text of a value: members sorted by UTF-16 code units, no white space, numbers as ECMAScript prints them
 * (the JSON Canonicalization Scheme, RFC 8785 §3.2). There is one difference: a lone surrogate is kept as its `\ud800`
 * escape, because a contract may contain one in an example. §3.2.2.2 requires an error.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  // The default sort order is by UTF-16 code units (ECMA-262 §23.1.3.30, §23.1.3.34), as RFC 8785 §3.2.3 requires.
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
