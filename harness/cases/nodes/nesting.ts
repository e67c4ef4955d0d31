import { admits } from './admits.js';
import type { ConstraintNode } from './constraint-node.js';
import type { JsonType } from '../../../contract/constraints/constraint-types.js';
import type { WorkBudget } from './work-budget.js';

/**
 * The maximum nesting level, and the maximum number of examined nodes. A schema that exceeds them is treated as if it
 * had no value.
 */
const MAX_NESTING = 8;
const MAX_NODES = 500;

/**
 * The least nesting of arrays and objects in any value of a node, or in any value of one type. 0 for a scalar or an
 * empty array. Infinite if there is no finite value, for example because a schema requires a value of itself.
 */
export function leastNesting(node: ConstraintNode, budget: WorkBudget, type?: JsonType): number {
  const tried = new Map<string, boolean>();
  const ids = new Map<ConstraintNode, number>();
  const fits = (at: ConstraintNode, levels: number): boolean => {
    budget.spend(1);
    const id = ids.get(at) ?? ids.size;
    ids.set(at, id);
    const key = `${id} ${levels}`;
    const known = tried.get(key);
    if (known !== undefined || ids.size > MAX_NODES) return known ?? false;
    // A recursive node cannot contain itself at the same level, so the preliminary result is false.
    tried.set(key, false);
    const fit = fitsWithin(at, levels, fits);
    tried.set(key, fit);
    return fit;
  };
  for (let levels = 0; levels <= MAX_NESTING; levels += 1) {
    if (type === undefined ? fits(node, levels) : typeFits(node, type, levels, fits)) return levels;
  }
  return Infinity;
}

type Fits = (node: ConstraintNode, levels: number) => boolean;

function fitsWithin(node: ConstraintNode, levels: number, fits: Fits): boolean {
  if (node.constraints.never) return false;
  if (!node.isSettled) return node.branches.some((branch) => fits(branch, levels));
  if (node.candidates !== undefined) return node.candidates.length > 0;
  return node.types.some((type) => typeFits(node, type, levels, fits));
}

function typeFits(node: ConstraintNode, type: JsonType, levels: number, fits: Fits): boolean {
  if (type === 'array') return itemsFit(node, levels, fits);
  return type !== 'object' || membersFit(node, levels, fits);
}

function itemsFit(node: ConstraintNode, levels: number, fits: Fits): boolean {
  const { minItems, prefixItems, contains } = node.constraints;
  // All items after the prefix items have the same node, so one of these items is enough.
  const needed = Math.min(minItems, prefixItems.length + 1);
  const items = Array.from({ length: needed }, (_, index) => node.item(index));
  const counted = contains.flatMap(({ min }, rule) => (min > 0 ? [rule] : []));
  if (needed === 0 && counted.length === 0) return true;
  if (levels === 0 || !items.every((item) => fits(item, levels - 1))) return false;
  return counted.every((rule) => placeFits(node, rule, levels, fits));
}

/**
 * Returns true if some position of the array can have an item that matches the `contains` schema with the number
 * `rule`, within the remaining nesting levels.
 */
function placeFits(node: ConstraintNode, rule: number, levels: number, fits: Fits): boolean {
  const places = Math.min(node.constraints.maxItems, node.constraints.prefixItems.length + 1);
  return Array.from({ length: places }, (_, index) => index).some((index) =>
    fits(node.matching(index, [rule], []), levels - 1),
  );
}

/**
 * Returns true if some member can fulfil the demand within the remaining nesting levels. A demand requires a member
 * with a certain name and value. If member names must match a pattern, a matching name is assumed to exist.
 */
function demandFits(node: ConstraintNode, demand: number, levels: number, fits: Fits): boolean {
  const { closed, patternRules, properties } = node.constraints;
  if (!fits(node.demandedNames(demand), levels - 1)) return false;
  if ((!closed && fits(node.demandedExtra(demand), levels - 1)) || patternRules.length > 0) return true;
  const names = node.demandedNames(demand);
  return [...properties.keys()].some((name) => admits(names, name) && fits(node.demanded(demand, name), levels - 1));
}

function membersFit(node: ConstraintNode, levels: number, fits: Fits): boolean {
  const { minProperties, required, demands, closed, patternRules } = node.constraints;
  if (required.size === 0 && minProperties === 0 && demands.length === 0) return true;
  if (levels === 0 || !node.members.every((member) => !member.required || fits(member.node, levels - 1))) return false;
  if (!demands.every((_, demand) => demandFits(node, demand, levels, fits))) return false;
  if (required.size >= minProperties || patternRules.length > 0 || (!closed && fits(node.extra, levels - 1)))
    return true;
  return node.members.filter((member) => member.required || fits(member.node, levels - 1)).length >= minProperties;
}
