import { type Json, type JsonObject, isJsonObject } from '../json/json.js';
import { plainName } from '../plain-name.js';

/** The maximum depth at which a list in a reply is found. In `{"_embedded": {"items": [...]}}`, the depth is 2. */
const MOST_DEPTH = 3;
const MOST_ITEMS = 20;
const MOST_MEMBERS = 200;

/** Names of members that often identify an item, the most common first. */
const USUAL = ['id', 'uuid', 'guid', 'key', 'slug', 'code', 'name', 'username'];

/**
 * Values that may be identifiers for a path parameter, from the reply to a list operation. Each group has the values of
 * one member in all items. The group of the most likely member is first.
 */
export function itemIds(reply: Json, parameter: string): readonly (readonly Json[])[] {
  return nearestLists(reply).flatMap((list) => idsIn(list, parameter));
}

function idsIn(list: readonly Json[], parameter: string): readonly (readonly Json[])[] {
  const items = list.slice(0, MOST_ITEMS);
  const objects = items.filter((item) => isJsonObject(item));
  if (objects.length === 0) {
    const scalars = items.filter(isScalar);
    return scalars.length === 0 ? [] : [scalars];
  }
  const own = groupsOf(objects, parameter);
  if (own.length > 0) return own;
  // In a FHIR bundle and in a connection of GraphQL, each element contains its item.
  const inner = objects.flatMap((object) => WRAPPERS.map((name) => object[name]).filter((item) => isJsonObject(item)));
  return groupsOf(inner, parameter);
}

/** Names of a member of an element that may contain the item: in `{"node": {"id": 1}}`, the item is in `node`. */
const WRAPPERS = ['resource', 'node', 'item'];

function groupsOf(objects: readonly JsonObject[], parameter: string): readonly (readonly Json[])[] {
  const names = Object.keys(objects[0] ?? {}).toSorted((a, b) => rankOf(a, parameter) - rankOf(b, parameter));
  return names
    .filter((name) => rankOf(name, parameter) < UNLIKELY)
    .map((name) => valuesOf(objects, name))
    .filter((values) => values.length > 0);
}

/** The rank of members that probably do not identify an item. Their values are not used. */
const UNLIKELY = 100;

/**
 * Ranks a member by how likely its values are identifiers for a path parameter; a lower rank is more likely.
 * - 0: the names are equal, such as `itemId` and `{item_id}`, or the member has the suffix `id`, as for `{item}`.
 * - 1 and more: the member has a usual name, such as `id`, in the order of `USUAL`.
 * - 50: one name ends with the other, such as `number` and `{issue_number}`.
 * - `UNLIKELY`: all other members.
 */
function rankOf(member: string, parameter: string): number {
  const [own, wanted] = [plainName(member), plainName(parameter)];
  if (own === wanted || own === `${wanted}id`) return 0;
  const usual = USUAL.indexOf(own);
  if (usual >= 0) return 1 + usual;
  return own.endsWith(wanted) || wanted.endsWith(own) ? 50 : UNLIKELY;
}

function valuesOf(objects: readonly JsonObject[], name: string): readonly Json[] {
  return objects.flatMap((item) => {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    return value !== undefined && isScalar(value) ? [value] : [];
  });
}

function isScalar(value: Json): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** The maximum number of lists in one reply that are searched for identifiers. */
const MOST_LISTS = 4;

/**
 * The lists in a reply that are not empty and have the smallest depth, found by a breadth-first search. They are the
 * reply itself, or members of objects.
 */
function nearestLists(reply: Json): readonly (readonly Json[])[] {
  let level: readonly Json[] = [reply];
  for (let depth = 0; depth <= MOST_DEPTH; depth += 1) {
    const lists = level.filter((value): value is Json[] => Array.isArray(value) && value.length > 0);
    if (lists.length > 0) return lists.slice(0, MOST_LISTS);
    level = level.flatMap((value) => (isJsonObject(value) ? Object.values(value).slice(0, MOST_MEMBERS) : []));
  }
  return [];
}
