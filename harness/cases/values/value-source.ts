import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { makeArray } from './array-making.js';
import { distinctItems } from './distinct-items.js';
import { type KnownMembers, NO_KNOWN_MEMBERS } from './known-members.js';
import type { JsonType } from '../../../contract/constraints/constraint-types.js';
import { makeObject } from './object-making.js';
import type { Random } from '../scalars/random.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { statedExamples } from '../nodes/stated-examples.js';
import { type Judged, SchemaNodes } from '../nodes/schema-nodes.js';
import type { MessageDirection } from '../nodes/schema-options.js';
import { DEEPEST, type ValueMaking } from './value-making.js';
import { type WorkBudget, unlimited } from '../nodes/work-budget.js';

/** From this depth on, and from the number `USUAL_PARTS` of parts on, only required parts are added to a value. */
const MAX_DEPTH = 5;
const USUAL_PARTS = 400;
/** The maximum number of parts of a value. */
const MAX_PARTS = 20_000;
/** The number of times that a value is generated again because it is invalid. */
const MAX_TRIES = 40;
/** The cost of one part in steps of the budget, without the cost of its validation. */
const STEPS_OF_PART = 10;
/** The maximum number of optional items and additional members beyond the required minimum. */
const USUAL_EXTRA = 4;
/** If a member with known values may also have other values, one in this number of its values is not a known value. */
const UNKNOWN_EACH = 4;
/** If a schema has examples, one in this number of its values is an example. */
const EXAMPLE_EACH = 2;

/**
 * Generates values that satisfy schemas. Each value is generated from the flattened constraints and then validated by
 * the caller. Flattening omits some constraints, such as formats combined with patterns, or many alternatives. A value
 * that violates an omitted constraint is generated again, up to a limit.
 */
export class ValueSource implements ValueMaking {
  private readonly nodes: SchemaNodes;
  /** The number of parts of the value that is being generated. */
  private parts = 0;

  constructor(
    schemas: SchemaSource,
    direction: MessageDirection,
    judged: Judged = 'by-direction',
    readonly budget: WorkBudget = unlimited(),
    readonly members: KnownMembers = NO_KNOWN_MEMBERS,
  ) {
    this.nodes = new SchemaNodes(schemas, direction, judged, budget);
  }

  node(uri: SchemaUri): SchemaNode {
    return this.nodes.root(uri);
  }

  /** A value for which `isValid` returns true. `undefined` if none was found within the limit of tries. */
  valid(uri: SchemaUri, random: Random, isValid: (value: Json) => boolean): Json | undefined {
    const node = this.node(uri);
    if (!Number.isFinite(node.nesting)) return undefined;
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const value = this.make(node, random);
      if (value !== undefined && isValid(value)) return value;
    }
    return undefined;
  }

  /** A value that satisfies the flattened constraints of a node. It may violate other constraints. */
  make(node: SchemaNode, random: Random): Json | undefined {
    this.parts = 0;
    return this.part(node, random, 0);
  }

  /** A value that satisfies the flattened constraints of several schemas. */
  common(uris: readonly SchemaUri[], random: Random): Json | undefined {
    const node = this.nodes.together(uris);
    return Number.isFinite(node.nesting) ? this.make(node, random) : undefined;
  }

  /** A random value of any type. */
  anything(random: Random): Json | undefined {
    return this.make(this.nodes.all([]), random);
  }

  part(node: SchemaNode, random: Random, depth: number): Json | undefined {
    this.parts += 1;
    this.budget.spend(STEPS_OF_PART);
    if (this.parts > MAX_PARTS || depth > DEEPEST) return undefined;
    const deep = this.isDeep(depth);
    const settled = settle(node, random, deep);
    if (settled === undefined) return undefined;
    if (settled.candidates !== undefined)
      return settled.candidates.length === 0 ? undefined : random.pick(settled.candidates);
    const examples = settled.constraints.examples.length === 0 ? [] : statedExamples(settled);
    if (examples.length > 0 && random.oneIn(EXAMPLE_EACH)) return random.pick(examples);
    const types = deep ? settled.typeWays.shallowest : settled.typeWays.possible;
    return types.length === 0 ? undefined : this.ofType(settled, random.pick(types), random, depth);
  }

  member(name: string, node: SchemaNode, random: Random, depth: number): Json | undefined {
    const stated = this.members.of(name, node);
    if (stated === undefined || (!stated.only && random.oneIn(UNKNOWN_EACH))) {
      const value = this.part(node, random, depth);
      return value === undefined ? undefined : this.members.withReferences(name, value, node, this.parts);
    }
    return stated.known.length === 0 ? undefined : random.pick(stated.known);
  }

  isDeep(depth: number): boolean {
    return depth >= MAX_DEPTH || this.parts > USUAL_PARTS;
  }

  private ofType(node: SchemaNode, type: JsonType, random: Random, depth: number): Json | undefined {
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return random.oneIn(2);
      case 'integer':
      case 'number':
        return node.number(random);
      case 'string':
        return node.text.any(random);
      case 'array':
        return this.withDistinctIds(node, makeArray(this, node, random, depth));
      case 'object':
        return makeObject(this, node, random, depth);
      default:
        return type satisfies never;
    }
  }

  /** The items of an array with different identifiers. Known values of a member are kept. */
  withDistinctIds(node: SchemaNode, items: readonly Json[] | undefined): readonly Json[] | undefined {
    const isKept = (name: string): boolean => this.members.has(name);
    return items === undefined || items.length < 2 ? items : distinctItems(node, items, isKept);
  }

  count(min: number, max: number, random: Random, depth: number): number {
    if (max <= min || this.isDeep(depth) || random.oneIn(4)) return min;
    if (max <= 64 && random.oneIn(12)) return max;
    return random.integer(min, Math.min(max, min + USUAL_EXTRA));
  }
}

/**
 * Chooses one branch from each group of branches. If `deep` is true, a branch with the least nesting is chosen, so that
 * every value is finite.
 */
function settle(node: SchemaNode, random: Random, deep: boolean): SchemaNode | undefined {
  let settled = node;
  while (!settled.isSettled) {
    const branches = deep ? settled.branchWays.shallowest : settled.branchWays.possible;
    if (branches.length === 0) return undefined;
    settled = random.pick(branches);
  }
  return settled;
}
