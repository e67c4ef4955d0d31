/**
 * A JSON value as `JSON.parse` returns it (RFC 8259). Integers beyond ±(2^53−1) lose precision; contracts represent
 * them as strings.
 */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema 2020-12: a boolean or an object of keywords. */
export type JsonSchema = boolean | JsonObject;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The value of a member that the object itself has. A name such as `toString` or `__proto__` never returns an inherited
 * member.
 */
export function ownValue(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
