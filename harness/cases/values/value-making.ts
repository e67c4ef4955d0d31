import type { Json } from '../../../contract/json/json.js';
import type { Random } from '../scalars/random.js';
import type { SchemaNode } from '../nodes/schema-node.js';

/** Functions that generate the parts of arrays and objects. */
export interface ValueMaking {
  /** A value for a node. `undefined` if none was found. */
  part(node: SchemaNode, random: Random, depth: number): Json | undefined;
  /** The value of an object member: a known value, or any valid value. */
  member(name: string, node: SchemaNode, random: Random, depth: number): Json | undefined;
  /** Returns true if only required parts are generated at this depth. */
  isDeep(depth: number): boolean;
  /**
   * A count in `[min, max]`: usually small, sometimes the minimum, and rarely the maximum, but never a very large
   * maximum.
   */
  count(min: number, max: number, random: Random, depth: number): number;
}

/** A nesting depth that no realistic value has. It is passed as the depth to generate only required parts. */
export const DEEPEST = 60;
