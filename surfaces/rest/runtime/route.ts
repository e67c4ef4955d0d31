import type { Json, JsonObject } from './json.js';

/** One row of the generated route table: all data that a service needs to check a request to one operation. */
export type Route<Name extends string = string> = {
  readonly operationId: Name;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path template as in the contract, such as `/items/{item_id}`. */
  readonly path: string;
  /**
   * The path template, split into its literal texts and the names of its parameters, as `matchPathTemplate` needs it.
   */
  readonly template: { readonly literals: readonly string[]; readonly names: readonly string[] };
  /** True if the operation needs a bearer token. */
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
  /**
   * How an array is encoded (OpenAPI 3.1 §4.8.12.3). `repeated`: the name is repeated for each item. `comma`: all items
   * are in one value, separated by commas.
   */
  readonly list?: 'repeated' | 'comma';
  /** The name of a generated schema. */
  readonly schema: string;
  readonly default?: Json;
};

/** The type of a parameter. For a list, the type of its items. */
export type ScalarType = 'string' | 'integer' | 'number' | 'boolean';

export type RouteBody = {
  readonly required: boolean;
  readonly content: readonly RouteContent[];
};

export type RouteContent = {
  /** The media type: `application/json`, or a type that ends with `+json`. */
  readonly mediaType: string;
  /** The name of a generated schema. */
  readonly schema: string;
  /** The default values of the top-level properties of the body. A property without a default is left out. */
  readonly defaults: JsonObject;
};

export type RouteSuccess = {
  readonly status: number;
  /** The name of a generated schema. Omitted if the reply has no JSON body. */
  readonly schema?: string;
};
