import type { Json } from '../json.js';
import type { SchemaUri } from '../operation.js';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/**
 * Every constraint of a conjunction of schemas in one flat record: `$ref` and `allOf` are followed, so that a value is
 * made once and fits all of them. `anyOf` and `oneOf` stay as groups of branches, of which one each joins the conjunction.
 * What is not here (`not`, `if`, `contains`, `patternProperties`, `dependent*`) is left to the validator.
 */
export interface Constraints {
  /** A `false` schema is among them. */
  readonly never: boolean;
  /** `integer` is always beside `number`. */
  readonly types: ReadonlySet<JsonType>;
  /** `enum` and `const`; absent where any value goes. */
  readonly candidates?: readonly Json[];
  readonly minimum: number;
  readonly maximum: number;
  readonly minimumExclusive: boolean;
  readonly maximumExclusive: boolean;
  readonly multiplesOf: readonly number[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  /** All that a named member must be, `additionalProperties` of schemas that do not name it included. */
  readonly properties: ReadonlyMap<string, readonly SchemaUri[]>;
  readonly required: ReadonlySet<string>;
  /** What a member outside `properties` must be; `closed`: there may be none. */
  readonly additional: readonly SchemaUri[];
  readonly closed: boolean;
  readonly propertyNames: readonly SchemaUri[];
  readonly minProperties: number;
  readonly maxProperties: number;
  /** All that the leading items must be, each by itself; `items`: what every item behind them must be. */
  readonly prefixItems: readonly (readonly SchemaUri[])[];
  readonly items: readonly SchemaUri[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
  /** One of each group must hold too. */
  readonly branches: readonly (readonly SchemaUri[])[];
  /** Annotations: who may send it (Validation §9.4). */
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}
