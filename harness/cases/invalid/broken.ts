import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { Materials } from './materials.js';

/**
 * A changed value that differs from a valid value in one place. The change is intended to violate one keyword. The
 * validator decides which keywords it really violates.
 */
export interface Mutation {
  readonly keyword: string;
  /** JSON pointer to the place in the value where the keyword is intended to be violated. */
  readonly pointer: string;
  /**
   * The address of the schema that contains the keyword. Without it, two branches that have the same keyword for one
   * place could not be distinguished.
   */
  readonly at?: SchemaUri;
  /** The changed value. It is created on access. */
  readonly value: Json;
}

/** A value that is to be made invalid, and one of the schemas that apply to the value. */
export interface Site {
  /**
   * The schema for which the value was created. `at` is this schema, or a subschema that applies to the same value (for
   * example through `$ref`, `allOf` or a branch).
   */
  readonly root: SchemaUri;
  readonly at: SchemaUri;
  readonly schema: JsonObject;
  readonly value: Json;
  /** The number of enclosing arrays, objects and branches. */
  readonly depth: number;
}

/**
 * Creates replacements for the value of the site. Each replacement is intended to violate one keyword. Replacements
 * that are similar to a valid value come first.
 */
export type Breaker = (site: Site, materials: Materials) => Iterable<Json>;

/**
 * Changes a valid value so that it, or a part of it, violates its schema. The function `mutations` has this type.
 * Functions that change one part get `mutations` as a parameter, because importing it would create a cycle.
 */
export type Mutate = (materials: Materials, uri: SchemaUri, value: Json, depth: number) => Iterable<Mutation>;
