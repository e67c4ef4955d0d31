import type { Json, JsonObject } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { Materials } from './materials.js';

/** A value that differs from a valid one in one place, meant to break one keyword there. What it really breaks, the validator says. */
export interface Mutation {
  readonly keyword: string;
  /** JSON pointer into the value, of the place that is meant to be wrong. */
  readonly pointer: string;
  /** Made when it is asked for. */
  readonly value: Json;
}

/** A value and one of the schemas that judge it. */
export interface Site {
  /** The schema that the value was made for; `at` is this one or joins it by `$ref`, `allOf`, a branch … */
  readonly root: SchemaUri;
  readonly at: SchemaUri;
  readonly schema: JsonObject;
  readonly value: Json;
  /** Levels of arrays and objects, and of detours, above it. */
  readonly depth: number;
}

/** Values in place of the site's, each meant to break one keyword, the closest to a valid one first. */
export type Breaker = (site: Site, materials: Materials) => Iterable<Json>;

/** Ways to break a schema at a value and below: what `mutations` does, handed to those that need it for a part. */
export type Mutate = (materials: Materials, uri: SchemaUri, value: Json, depth: number) => Iterable<Mutation>;
