import { type Json, isJsonObject } from './json.js';

/**
 * The canonical JSON text of a value, as RFC 8785 §3.2 defines it: members are sorted by UTF-16 code units, there is no
 * white space, and numbers are written as in ECMAScript. There is one exception. A lone surrogate is written as an
 * escape such as `\ud800`, because an example in a contract may contain one; RFC 8785 §3.2.2.2 requires an error.
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
