import type { Json } from '../../../contract/json/json.js';
import type { Random } from '../scalars/random.js';
import type { SchemaNode } from '../nodes/schema-node.js';

/** Operations for generating a value, as lists and objects need them for their parts. */
export interface ValueMaking {
  /** A value of a node; `undefined` if none was found. */
  part(node: SchemaNode, random: Random, depth: number): Json | undefined;
  /** The value of a member of an object: a known value, or any. */
  member(name: string, node: SchemaNode, random: Random, depth: number): Json | undefined;
  /** Whether only required parts are generated from this depth on. */
  isDeep(depth: number): boolean;
  /** A count in `[min, max]`: mostly small, sometimes the minimum, rarely the maximum if it is not too large. */
  count(min: number, max: number, random: Random, depth: number): number;
}

/** A depth that no realistic value has. From this depth on, only required parts are generated. */
export const DEEPEST = 60;
