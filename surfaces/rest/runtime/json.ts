/**
 * A JSON value as `JSON.parse` returns it (RFC 8259). This folder is copied into other source trees, so its modules
 * import only each other.
 */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema 2020-12: a boolean, or an object of keywords. */
export type JsonSchema = boolean | JsonObject;
