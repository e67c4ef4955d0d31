import { admits } from './admits.js';
import type { ConstraintNode } from './constraint-node.js';
import type { JsonType } from '../../../contract/constraints/constraint-types.js';
import { mostNumbers } from '../scalars/exact-numbers.js';

/** Returns true if a node has values, or if there is no proof that it has none. */
export type MayHaveValues = (node: ConstraintNode) => boolean;

/** The result for a node whose values are too many to count. */
const MANY = Infinity;

/**
 * Returns false if no value can satisfy a conjunction. `below` decides this for the parts of the value. If `below` is
 * correct, the result `false` is certain. The result `true` may be wrong.
 */
export function mayHaveValue(node: ConstraintNode, below: MayHaveValues): boolean {
  const { constraints } = node;
  if (constraints.never) return false;
  // A conjunction with too many groups of branches is assumed to have a value.
  if (!node.isSettled) return node.branches.length === 0 || node.branches.some(below);
  if (node.candidates !== undefined) return node.candidates.length > 0;
  return [...constraints.types].some((type) => constraints.narrowed.has(type) || mayBe(node, type, below));
}

function mayBe(node: ConstraintNode, type: JsonType, below: MayHaveValues): boolean {
  const { constraints } = node;
  switch (type) {
    case 'null':
      return !constraints.excluded.includes(null);
    case 'boolean':
      return !constraints.excluded.includes(true) || !constraints.excluded.includes(false);
    case 'integer':
    case 'number':
      return mostNumbers(constraints, type === 'integer') > 0;
    case 'string':
      return constraints.minLength <= constraints.maxLength;
    case 'array':
      return mayBeArray(node, below);
    case 'object':
      return mayBeObject(node, below);
    default:
      return type satisfies never;
  }
}

function mayBeArray(node: ConstraintNode, below: MayHaveValues): boolean {
  const { minItems, maxItems, prefixItems, contains, uniqueItems, repeatedItems } = node.constraints;
  if (minItems > maxItems || (uniqueItems && repeatedItems)) return false;
  const needed = Math.min(minItems, prefixItems.length + 1);
  if (!Array.from({ length: needed }, (_, index) => node.item(index)).every(below)) return false;
  const behind = minItems - prefixItems.length;
  if (uniqueItems && behind > 1 && mostValues(node.item(prefixItems.length)) < behind) return false;
  const places = Array.from({ length: Math.min(maxItems, prefixItems.length + 1) }, (_, index) => index);
  return contains.every(({ min, max }, rule) => {
    return (
      min <= max && min <= maxItems && (min === 0 || places.some((place) => below(node.matching(place, [rule], []))))
    );
  });
}

function mayBeObject(node: ConstraintNode, below: MayHaveValues): boolean {
  const { required, minProperties, maxProperties, closed, patternRules, properties, demands } = node.constraints;
  if (minProperties > maxProperties || required.size > maxProperties) return false;
  if (![...required].every((name) => admits(node.names, name) && below(node.member(name)))) return false;
  const isListed = closed && patternRules.length === 0;
  const possible = isListed
    ? [...properties.keys()].filter((name) => admits(node.names, name) && below(node.member(name)))
    : [];
  if (isListed && possible.length < minProperties) return false;
  return demands.every((_, demand) => {
    const names = node.demandedNames(demand);
    if (!isListed) return below(names);
    return possible.some((name) => admits(names, name) && below(node.demanded(demand, name)));
  });
}

/** An upper bound on the number of distinct values of a node. */
function mostValues(node: ConstraintNode): number {
  const { constraints } = node;
  if (constraints.never) return 0;
  if (node.candidates !== undefined) return node.candidates.length;
  if (!node.isSettled) return node.branches.length === 0 ? MANY : sum(node.branches.map(mostValues));
  // Every integer is also a number and must not be counted twice.
  const types = [...constraints.types].filter((type) => type !== 'integer' || !constraints.types.has('number'));
  return sum(types.map((type) => mostOfType(node, type)));
}

function mostOfType({ constraints }: ConstraintNode, type: JsonType): number {
  if (type === 'null') return 1;
  if (type === 'boolean') return 2;
  if (type === 'integer' || type === 'number') return mostNumbers(constraints, type === 'integer');
  if (constraints.narrowed.has(type)) return MANY;
  const most = { string: constraints.maxLength, array: constraints.maxItems, object: constraints.maxProperties }[type];
  return most === 0 ? 1 : MANY;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
