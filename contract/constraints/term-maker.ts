import type { DynamicScope } from '../contract.js';
import type { JsonObject } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import type { Term } from './constraint-types.js';

/** A schema on a way through the resources; its scope is that of its own resource and those around it. */
export interface SchemaPoint {
  readonly uri: SchemaUri;
  readonly scope: DynamicScope;
}

/** What the keywords of schemas are made of. */
export interface TermMaker {
  holds(at: SchemaPoint): Term;
  fails(at: SchemaPoint): Term;
  child(at: SchemaPoint, ...tokens: readonly (string | number)[]): SchemaPoint;
  /** Where the `$ref` or `$dynamicRef` of the schema leads. */
  target(at: SchemaPoint, keyword: '$ref' | '$dynamicRef', reference: string): SchemaPoint;
  /** The points of a list of schemas. */
  list(at: SchemaPoint, keyword: string, schema: JsonObject): readonly SchemaPoint[];
  /** Whether no value meets both, as far as that is plain to see. */
  excludeEachOther(a: SchemaPoint, b: SchemaPoint): boolean;
}
