import type { Json, JsonObject } from './json.js';

/**
 * One row of the generated route table. It contains everything that a service needs to check a request before its
 * operation runs.
 */
export type Route<Name extends string = string> = {
  readonly operationId: Name;
  /** Upper case. */
  readonly method: string;
  /** The path as written in the contract, `/items/{item_id}`. */
  readonly path: string;
  /** `path` split at its parameters, as the argument of `matchPathTemplate`. */
  readonly template: { readonly literals: readonly string[]; readonly names: readonly string[] };
  /** Whether a bearer token is needed. */
  readonly authenticated: boolean;
  readonly parameters: readonly RouteParameter[];
  readonly body?: RouteBody;
  readonly success: RouteSuccess;
};

export type RouteParameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly type: ScalarType;
  /** The encoding of an array (OpenAPI 3.1 §4.8.12.3): one pair per item, or one text with commas. */
  readonly list?: 'repeated' | 'comma';
  /** Name of a generated schema. */
  readonly schema: string;
  readonly default?: Json;
};

/** The type of a parameter, or of each of its items. */
export type ScalarType = 'string' | 'integer' | 'number' | 'boolean';

export type RouteBody = {
  readonly required: boolean;
  readonly content: readonly RouteContent[];
};

export type RouteContent = {
  /** `application/json` or a `+json` type. */
  readonly mediaType: string;
  /** Name of a generated schema. */
  readonly schema: string;
  /** Defaults of omitted top-level properties. */
  readonly defaults: JsonObject;
};

export type RouteSuccess = {
  readonly status: number;
  /** Name of a generated schema; undefined for a reply without a JSON body. */
  readonly schema?: string;
};
