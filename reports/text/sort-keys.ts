import { isJsonObject, type Json } from '../../contract/json/json.js';

/**
 * The same value with the keys of every object sorted by UTF-16 code units (as in RFC 8785 §3.2.3), so that equal
 * values have equal bytes.
 */
export function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sortKeys);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  // `Object.fromEntries` defines own properties, so a member called `__proto__` stays a member.
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key] ?? null)]));
}
