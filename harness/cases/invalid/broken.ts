import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { Materials } from './materials.js';

/**
 * A value that differs from a valid value in one place, and is intended to violate one keyword there. The validator
 * determines which keywords it really violates.
 */
export interface Mutation {
  readonly keyword: string;
  /** JSON pointer into the value: the place of the intended violation. */
  readonly pointer: string;
  /** The schema that states the keyword. It is needed because two branches may state the keyword for one place. */
  readonly at?: SchemaUri;
  /** The changed value. It is created on access. */
  readonly value: Json;
}

/** A value and one of the schemas that apply to it. */
export interface Site {
  /**
   * The schema for which the value was created. `at` is this schema, or a schema that applies through it (by `$ref`,
   * `allOf`, a branch and so on).
   */
  readonly root: SchemaUri;
  readonly at: SchemaUri;
  readonly schema: JsonObject;
  readonly value: Json;
  /** Number of enclosing arrays, objects and branch switches. */
  readonly depth: number;
}

/**
 * Creates replacements for the value of the site. Each is intended to violate one keyword. The most similar to a valid
 * value comes first.
 */
export type Breaker = (site: Site, materials: Materials) => Iterable<Json>;

/**
 * Creates violations of a schema at a value and below it. The function is `mutations`, passed as a parameter to the
 * functions that violate a part.
 */
export type Mutate = (materials: Materials, uri: SchemaUri, value: Json, depth: number) => Iterable<Mutation>;
