import type { Json, JsonObject } from './json.js';

/** One row of the generated route table: all that a service has to know of an operation before its own code runs. */
export type Route<Name extends string = string> = {
  readonly operationId: Name;
  /** Upper case. */
  readonly method: string;
  /** As in the contract, `/items/{item_id}`. */
  readonly path: string;
  /** `path` cut at its parameters, as `matchPathTemplate` takes it. */
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
  /** How the texts of an array are found (OpenAPI 3.1 §4.8.12.3): one pair an item, or one text cut at its commas. */
  readonly list?: 'repeated' | 'comma';
  /** Name of a generated schema. */
  readonly schema: string;
  readonly default?: Json;
};

/** What the text of a parameter, or of each of its items, stands for. */
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
  /** Top-level properties that stand for an omitted one. */
  readonly defaults: JsonObject;
};

export type RouteSuccess = {
  readonly status: number;
  /** Name of a generated schema; undefined for a reply without a JSON body. */
  readonly schema?: string;
};
