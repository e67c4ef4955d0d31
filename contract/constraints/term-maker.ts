import type { DynamicScope } from '../contract.js';
import type { JsonObject } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import type { Term } from './constraint-types.js';

/**
 * A schema and the dynamic scope in which validation reaches it. The scope has the dynamic anchors of all schema
 * resources that validation has entered, including the resource of the schema itself.
 */
export interface SchemaPoint {
  readonly uri: SchemaUri;
  readonly scope: DynamicScope;
}

/** Creates terms for schemas, and finds the schemas to which keywords refer. */
export interface TermMaker {
  /** The term that a value meets if it satisfies the schema. */
  holds(at: SchemaPoint): Term;
  /** The term that a value meets if it violates the schema. */
  fails(at: SchemaPoint): Term;
  child(at: SchemaPoint, ...tokens: readonly (string | number)[]): SchemaPoint;
  /** The schema to which the `$ref` or `$dynamicRef` of a schema refers. */
  target(at: SchemaPoint, keyword: '$ref' | '$dynamicRef', reference: string): SchemaPoint;
  /** The schemas in the list that is the value of a keyword, such as `allOf`. */
  list(at: SchemaPoint, keyword: string, schema: JsonObject): readonly SchemaPoint[];
  /**
   * Whether it is certain that no value satisfies both schemas. The comparison is quick, so the result may be `false`
   * even if no value satisfies both.
   */
  excludeEachOther(a: SchemaPoint, b: SchemaPoint): boolean;
}
