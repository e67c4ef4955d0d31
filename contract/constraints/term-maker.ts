import type { DynamicScope } from '../contract.js';
import type { JsonObject } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import type { Term } from './constraint-types.js';

/**
 * A schema that was reached through a sequence of resources. `scope` is the dynamic scope of its own and the enclosing
 * resources.
 */
export interface SchemaPoint {
  readonly uri: SchemaUri;
  readonly scope: DynamicScope;
}

/** Creates the terms and the schema points from which keywords are built. */
export interface TermMaker {
  holds(at: SchemaPoint): Term;
  fails(at: SchemaPoint): Term;
  child(at: SchemaPoint, ...tokens: readonly (string | number)[]): SchemaPoint;
  /** The target of the schema's `$ref` or `$dynamicRef`. */
  target(at: SchemaPoint, keyword: '$ref' | '$dynamicRef', reference: string): SchemaPoint;
  /** The points of a list of schemas. */
  list(at: SchemaPoint, keyword: string, schema: JsonObject): readonly SchemaPoint[];
  /** Whether no value satisfies both schemas, as far as a quick comparison can prove it. */
  excludeEachOther(a: SchemaPoint, b: SchemaPoint): boolean;
}
