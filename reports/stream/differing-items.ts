import { type Json, isJsonObject } from '../../contract/json/json.js';
import { sameJson } from '../../rules/values/same-json.js';
import { counted } from '../text/amounts.js';

/** The maximum length of an array whose items are all objects or arrays. A longer array is shortened. */
const MAX_OBJECTS = 4;
/** The maximum length of an array with a scalar among its items. A longer array is shortened. */
const MAX_SCALARS = 50;
/**
 * The maximum depth at which arrays are shortened here. Deeper values are shortened only by the size limits of a
 * report.
 */
const MAX_DEPTH = 16;

export interface ComparedSides {
  readonly expected: Json;
  readonly received: Json;
}

/**
 * The expected and the received value of a finding, with shortened arrays. Of an array, only the items that differ are
 * kept, with the numbers of omitted items. Values that are already shortened stay unchanged.
 */
export function differingItems(expected: Json, received: Json, depth = 0): ComparedSides {
  if (depth > MAX_DEPTH) return { expected, received };
  if (Array.isArray(expected) && Array.isArray(received))
    return ofLists(expected as readonly Json[], received as readonly Json[]);
  if (isJsonObject(expected) && isJsonObject(received)) return ofMembers(expected, received, depth);
  return { expected: shortened(expected, depth), received: shortened(received, depth) };
}

function ofMembers(
  expected: { readonly [name: string]: Json },
  received: { readonly [name: string]: Json },
  depth: number,
): ComparedSides {
  const pairs = Object.keys(expected)
    .filter((name) => Object.hasOwn(received, name))
    .map((name) => {
      return [name, differingItems(expected[name] as Json, received[name] as Json, depth + 1)] as const;
    });
  const sides = new Map(pairs);
  const side = (value: { readonly [name: string]: Json }, of: keyof ComparedSides): Json =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, sides.get(name)?.[of] ?? shortened(member, depth + 1)]),
    );
  return { expected: side(expected, 'expected'), received: side(received, 'received') };
}

function ofLists(expected: readonly Json[], received: readonly Json[]): ComparedSides {
  if (!isLong(expected) && !isLong(received)) return { expected, received };
  const shorter = Math.min(expected.length, received.length);
  let before = 0;
  while (before < shorter && sameJson(expected[before], received[before])) before += 1;
  let behind = 0;
  while (behind < shorter - before && sameJson(expected.at(-1 - behind), received.at(-1 - behind))) behind += 1;
  const side = (list: readonly Json[]): Json => [
    ...equalItems(list.slice(0, before)),
    ...firstItems(list.slice(before, list.length - behind)),
    ...equalItems(list.slice(list.length - behind)),
  ];
  return { expected: side(expected), received: side(received) };
}

function equalItems(items: readonly Json[]): readonly Json[] {
  return items.length < 2 ? items : [`…[${counted(items.length, 'equal item')}]`];
}

/**
 * The first items of an array of objects, and the number of items that are omitted. An array of scalars stays whole
 * here, because each output format shortens it later.
 */
function firstItems(items: readonly Json[]): readonly Json[] {
  if (items.length <= MAX_OBJECTS || !areObjects(items)) return items;
  const shown = MAX_OBJECTS - 1;
  return [...items.slice(0, shown), `…[${counted(items.length - shown, 'more item')}]`];
}

function isLong(items: readonly Json[]): boolean {
  return items.length > (areObjects(items) ? MAX_OBJECTS : MAX_SCALARS);
}

function areObjects(items: readonly Json[]): boolean {
  return items.every((item) => typeof item === 'object' && item !== null);
}

function shortened(value: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return firstItems(value as readonly Json[]);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, depth + 1)]));
}
