import type { Json } from '../../../contract/json/json.js';
import type { Random } from '../scalars/random.js';
import type { SchemaNode } from '../nodes/schema-node.js';

/** A value in the making, as its lists and objects see it. */
export interface ValueMaking {
  /** A value of a node; `undefined` where none was found. */
  part(node: SchemaNode, random: Random, depth: number): Json | undefined;
  /** Whether only what is needed is made from here on. */
  isDeep(depth: number): boolean;
  /** A count in `[min, max]`: mostly small, sometimes the smallest, rarely the largest where that is not absurd. */
  count(min: number, max: number, random: Random, depth: number): number;
}

/** Deeper than any value goes: only what is needed is made. */
export const DEEPEST = 60;
