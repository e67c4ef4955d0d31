import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { Json } from '../../../contract/json/json.js';
import type { Random } from '../scalars/random.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import type { ValueMaking } from './value-making.js';

/** The number of times that the `contains` schemas are assigned to other positions if some position accepts no item. */
const MAX_PLANS = 12;
/** The number of times that an item is generated again because it is a duplicate. */
const MAX_TRIES = 40;

/**
 * Generates an array that satisfies a node. The caller must have chosen a branch from each group of branches (`oneOf`,
 * `anyOf`) of the node.
 */
export function makeArray(
  making: ValueMaking,
  node: SchemaNode,
  random: Random,
  depth: number,
): readonly Json[] | undefined {
  const { contains, repeatedItems } = node.constraints;
  if (contains.length === 0 && !repeatedItems) return uncountedArray(making, node, random, depth);
  for (let plans = MAX_PLANS; plans > 0; plans -= 1) {
    const places = plannedPlaces(making, node, random, depth);
    if (places === undefined) continue;
    const items = places && filled(making, node, places, random, depth);
    if (items !== undefined) return repeatedItems ? withRepetition(making, node, items, random, depth) : items;
  }
  return undefined;
}

function uncountedArray(
  making: ValueMaking,
  node: SchemaNode,
  random: Random,
  depth: number,
): readonly Json[] | undefined {
  const { minItems, maxItems } = node.constraints;
  const length = making.count(minItems, maxItems, random, depth);
  const items = makeItems(making, node, length, (index) => node.item(index), random, depth);
  return items.length >= minItems ? items : undefined;
}

/**
 * Generates items one after the other, and stops if none is found. If items must be unique, a duplicate is generated
 * again.
 */
function makeItems(
  making: ValueMaking,
  node: SchemaNode,
  length: number,
  nodeAt: (index: number) => SchemaNode,
  random: Random,
  depth: number,
): readonly Json[] {
  const items: Json[] = [];
  const seen = node.constraints.uniqueItems ? new Set<string>() : undefined;
  while (items.length < length) {
    const item =
      seen === undefined
        ? making.part(nodeAt(items.length), random, depth + 1)
        : fresh(making, nodeAt(items.length), seen, random, depth);
    if (item === undefined) break;
    items.push(item);
  }
  return items;
}

function fresh(
  making: ValueMaking,
  node: SchemaNode,
  seen: Set<string>,
  random: Random,
  depth: number,
): Json | undefined {
  const unused = node.isSettled
    ? node.candidates?.filter((candidate) => !seen.has(canonicalJson(candidate)))
    : undefined;
  if (unused?.length === 0) return undefined;
  for (let tries = MAX_TRIES; tries > 0; tries -= 1) {
    const item = unused === undefined ? making.part(node, random, depth + 1) : random.pick(unused);
    if (item === undefined) return undefined;
    const key = canonicalJson(item);
    if (seen.has(key)) continue;
    seen.add(key);
    return item;
  }
  return undefined;
}

/**
 * Assigns the `contains` schemas to positions of the array. The result has, for each position, the schemas that its
 * item must match. `undefined` if some position accepts no item that matches its schemas.
 */
function plannedPlaces(
  making: ValueMaking,
  node: SchemaNode,
  random: Random,
  depth: number,
): readonly ReadonlySet<number>[] | undefined {
  const { minItems, maxItems, contains } = node.constraints;
  const counted = contains.reduce((sum, { min }) => sum + min, 0);
  const least = Math.max(minItems, ...contains.map(({ min }) => min));
  // One item may match several rules. It must do so if the array is too short for separate items.
  const most = random.oneIn(2) ? Math.max(least, Math.min(counted, maxItems)) : least;
  const length = making.count(most, maxItems, random, depth);
  const places = Array.from({ length }, () => new Set<number>());
  for (const [rule, { min, max }] of contains.entries()) {
    const count = Number.isFinite(max) ? random.integer(min, Math.min(max, length)) : min;
    for (const place of chosen(length, count, random)) places[place]?.add(rule);
  }
  return places.every((rules, index) => Number.isFinite(placeNode(node, index, rules).nesting)) ? places : undefined;
}

/** Chooses `count` distinct positions of an array. */
function chosen(length: number, count: number, random: Random): readonly number[] {
  const places = Array.from({ length }, (_, index) => index);
  for (let index = 0; index < count; index += 1) {
    const other = random.integer(index, length - 1);
    [places[index], places[other]] = [places[other] ?? 0, places[index] ?? 0];
  }
  return places.slice(0, count);
}

/**
 * The node of the item at an index. The item must match the given `contains` rules. Of the other `contains` rules, it
 * must not match those with a maximum.
 */
function placeNode(node: SchemaNode, index: number, rules: ReadonlySet<number>): SchemaNode {
  const others = [...node.constraints.contains.keys()].filter((rule) => {
    return !rules.has(rule) && Number.isFinite(node.constraints.contains[rule]?.max);
  });
  return node.matching(index, [...rules], others);
}

function filled(
  making: ValueMaking,
  node: SchemaNode,
  places: readonly ReadonlySet<number>[],
  random: Random,
  depth: number,
): readonly Json[] | undefined {
  const items = makeItems(
    making,
    node,
    places.length,
    (index) => placeNode(node, index, places[index] ?? new Set()),
    random,
    depth,
  );
  return items.length === places.length ? items : undefined;
}

function withRepetition(
  making: ValueMaking,
  node: SchemaNode,
  items: readonly Json[],
  random: Random,
  depth: number,
): readonly Json[] | undefined {
  const [first = 0, second = 1] = chosen(items.length, 2, random);
  const item = making.part(node.repeated(first, second), random, depth + 1);
  return item === undefined ? undefined : items.with(first, item).with(second, item);
}
