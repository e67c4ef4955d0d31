import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { ConstraintNode } from './constraint-node.js';
import { type MayHaveValues, mayHaveValue } from './inhabited.js';

/** The reason why a schema has no value. */
export interface Emptiness {
  readonly reason: string;
  /** JSON pointer into the value: the place for which no value is possible. */
  readonly pointer: string;
}

/** The maximum number of conjunctions of a proof. A proof that needs more is abandoned. */
const MAX_NODES = 2000;
/** The maximum number of levels that are followed by recursion. Deeper levels are handled in a later round. */
const MAX_DEPTH = 200;

/**
 * Proves that a node has no value. It collects the nodes that may have a value: first the nodes that need no value of
 * another node, then the nodes that need only values of collected nodes. A node that is never collected has no value. A
 * schema that always requires a smaller value of itself is therefore empty, because it has no finite value.
 */
export function provenEmptiness(root: ConstraintNode): Emptiness | undefined {
  const inhabited = new Inhabited();
  if (inhabited.has(root)) return undefined;
  while (inhabited.grow()) if (inhabited.has(root)) return undefined;
  return inhabited.isBounded ? reasonOf(root, (node) => inhabited.lacks(node), new Set()) : undefined;
}

/** The nodes found so far that may have a value. */
class Inhabited {
  private readonly met = new Set<ConstraintNode>();
  private readonly found = new Set<ConstraintNode>();
  private depth = 0;

  /**
   * Whether the set contains a node. A new node is examined immediately, so that a single path that ends is found soon.
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

  /** Examines all nodes again whose result may change. Returns false if nothing changed. */
  grow(): boolean {
    const before = this.met.size + this.found.size;
    for (const node of this.met) if (!this.found.has(node)) this.look(node);
    return this.isBounded && this.met.size + this.found.size > before;
  }
}

/** Whether a node that was examined has no value. */
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
  return below ?? here(`the keywords for ${type} exclude each other`);
}

function alternativesReason(node: ConstraintNode, isEmpty: IsEmpty, seen: Set<ConstraintNode>): Emptiness {
  const [only, ...others] = node.branches;
  if (only !== undefined && others.length === 0) return reasonOf(only, isEmpty, seen);
  return {
    reason: `none of ${node.branches.length} alternatives can hold together with the other keywords`,
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
