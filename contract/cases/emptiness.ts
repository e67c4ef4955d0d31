import { joinPointer } from '../json-pointer.js';
import type { ConstraintNode } from './constraint-node.js';
import { type MayHaveValues, mayHaveValue } from './inhabited.js';

/** Why there is no value. */
export interface Emptiness {
  readonly reason: string;
  /** JSON pointer into the value: the place that nothing can stand at. */
  readonly pointer: string;
}

/** A proof that needs a look at more conjunctions than this is not attempted. */
const MAX_NODES = 2000;

/**
 * Proves that a node has no value: the least set that holds every node which may have one, given the others in it, is
 * without it. So a schema that always needs a smaller value of itself is empty, as it has no finite value.
 */
export function provenEmptiness(root: ConstraintNode): Emptiness | undefined {
  const met = new Set([root]);
  const inhabited = new Set<ConstraintNode>();
  const below: MayHaveValues = (node) => {
    met.add(node);
    return inhabited.has(node);
  };
  for (let size = -1; size < inhabited.size + met.size;) {
    size = inhabited.size + met.size;
    for (const node of met) {
      if (!inhabited.has(node) && mayHaveValue(node, below)) inhabited.add(node);
      if (inhabited.has(root) || met.size > MAX_NODES) return undefined;
    }
  }
  return reasonOf(root, (node) => met.has(node) && !inhabited.has(node), new Set());
}

/** Of a node that was looked at. */
type IsEmpty = (node: ConstraintNode) => boolean;

function reasonOf(node: ConstraintNode, isEmpty: IsEmpty, seen: Set<ConstraintNode>): Emptiness {
  const { constraints } = node;
  const here = (reason: string): Emptiness => ({ reason, pointer: '' });
  if (seen.has(node)) return here('every value would need a smaller one of the same schema');
  seen.add(node);
  if (constraints.types.size === 0) return here('no type is left that all schemas allow');
  if (constraints.never && constraints.candidates !== undefined) return here('no value of enum or const meets the other keywords');
  if (constraints.never) return here('a schema is false here, or forbids what another demands');
  if (!node.isSettled) return alternativesReason(node, isEmpty, seen);
  if (node.candidates !== undefined) return here('no value of enum or const meets the other keywords');
  const types = [...constraints.types];
  const [type] = types;
  if (types.length > 1 || type === undefined) return here(`none of the types ${types.join(', ')} meets the keywords about it`);
  const below = type === 'object' ? memberReason(node, isEmpty, seen) : type === 'array' ? itemReason(node, isEmpty, seen) : undefined;
  return below ?? here(`the keywords about ${type} exclude each other`);
}

function alternativesReason(node: ConstraintNode, isEmpty: IsEmpty, seen: Set<ConstraintNode>): Emptiness {
  const [only, ...others] = node.branches;
  if (only !== undefined && others.length === 0) return reasonOf(only, isEmpty, seen);
  return { reason: `none of ${node.branches.length} alternatives can hold beside the other keywords`, pointer: '' };
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
