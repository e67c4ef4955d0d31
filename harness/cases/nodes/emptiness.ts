import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { ConstraintNode } from './constraint-node.js';
import { type MayHaveValues, mayHaveValue } from './inhabited.js';

/** The proof that no value satisfies a schema. */
export interface Emptiness {
  readonly reason: string;
  /** JSON pointer to the place in the value for which no value is possible. */
  readonly pointer: string;
}

/** The maximum number of conjunctions that a proof examines. A longer proof is abandoned. */
const MAX_NODES = 2000;
/** The maximum recursion depth of one round. Deeper nodes are examined in a later round. */
const MAX_DEPTH = 200;

/**
 * Proves that no value satisfies a node. The proof collects all nodes that may have a value. It first collects the
 * nodes that do not depend on the values of other nodes, and then the nodes that depend only on collected nodes. A node
 * that is never collected has no value. For example, a schema whose values must contain a smaller value of the same
 * schema has no finite value.
 */
export function provenEmptiness(root: ConstraintNode): Emptiness | undefined {
  const inhabited = new Inhabited();
  if (inhabited.has(root)) return undefined;
  while (inhabited.grow()) if (inhabited.has(root)) return undefined;
  return inhabited.isBounded ? reasonOf(root, (node) => inhabited.lacks(node), new Set()) : undefined;
}

/** The nodes for which a possible value has been found so far. */
class Inhabited {
  private readonly met = new Set<ConstraintNode>();
  private readonly found = new Set<ConstraintNode>();
  private depth = 0;

  /**
   * Returns true if the set contains a node. A new node is examined immediately, so that a recursion that ends is
   * detected early.
   */
  readonly has: MayHaveValues = (node) => {
    if (!this.met.has(node) && this.isBounded) {
      this.met.add(node);
      if (this.depth < MAX_DEPTH) this.look(node);
    }
    return this.found.has(node);
  };

  private look(node: ConstraintNode): void {
    this.depth += 1;
    if (mayHaveValue(node, this.has)) this.found.add(node);
    this.depth -= 1;
  }

  lacks(node: ConstraintNode): boolean {
    return this.met.has(node) && !this.found.has(node);
  }

  get isBounded(): boolean {
    return this.met.size < MAX_NODES;
  }

  /**
   * Examines all nodes again that are not yet in the set. Returns false if nothing changed, or if the proof is too
   * long.
   */
  grow(): boolean {
    const before = this.met.size + this.found.size;
    for (const node of this.met) if (!this.found.has(node)) this.look(node);
    return this.isBounded && this.met.size + this.found.size > before;
  }
}

/** Returns true for a node that was examined and has no value. */
type IsEmpty = (node: ConstraintNode) => boolean;

function reasonOf(node: ConstraintNode, isEmpty: IsEmpty, seen: Set<ConstraintNode>): Emptiness {
  const { constraints } = node;
  const here = (reason: string): Emptiness => ({ reason, pointer: '' });
  if (seen.has(node)) return here('every value must contain another value of the same schema');
  seen.add(node);
  if (constraints.types.size === 0) return here('the schemas allow no common type');
  if (constraints.never && constraints.candidates !== undefined)
    return here('no value of enum or const satisfies the other keywords');
  if (constraints.never) return here('a schema is false, or forbids what another schema requires');
  if (!node.isSettled) return alternativesReason(node, isEmpty, seen);
  if (node.candidates !== undefined) return here('no value of enum or const satisfies the other keywords');
  const types = [...constraints.types];
  const [type] = types;
  if (types.length > 1 || type === undefined)
    return here(`the keywords exclude every value of the types ${types.join(', ')}`);
  const below =
    type === 'object'
      ? memberReason(node, isEmpty, seen)
      : type === 'array'
        ? itemReason(node, isEmpty, seen)
        : undefined;
  return below ?? here(`the keywords for the type ${type} contradict each other`);
}

function alternativesReason(node: ConstraintNode, isEmpty: IsEmpty, seen: Set<ConstraintNode>): Emptiness {
  const [only, ...others] = node.branches;
  if (only !== undefined && others.length === 0) return reasonOf(only, isEmpty, seen);
  return {
    reason: `none of ${node.branches.length} alternatives can be satisfied together with the other keywords`,
    pointer: '',
  };
}

function memberReason(node: ConstraintNode, isEmpty: IsEmpty, seen: Set<ConstraintNode>): Emptiness | undefined {
  const missing = [...node.constraints.required].find((name) => isEmpty(node.member(name)));
  if (missing === undefined) return undefined;
  return inside(reasonOf(node.member(missing), isEmpty, seen), missing);
}

function itemReason(node: ConstraintNode, isEmpty: IsEmpty, seen: Set<ConstraintNode>): Emptiness | undefined {
  const { minItems, prefixItems } = node.constraints;
  const places = Array.from({ length: Math.min(minItems, prefixItems.length + 1) }, (_, index) => index);
  const missing = places.find((place) => isEmpty(node.item(place)));
  return missing === undefined ? undefined : inside(reasonOf(node.item(missing), isEmpty, seen), missing);
}

function inside({ reason, pointer }: Emptiness, token: string | number): Emptiness {
  return { reason, pointer: joinPointer('', token) + pointer };
}
