import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { admits } from '../nodes/admits.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { hasFormats } from '../nodes/stated-examples.js';

const KEY = /^(?:id|uuid|guid)$/i;
/** The maximum number of other identifiers that are tried for an item. */
const MOST_TRIED = 80;

/** Returns true if members with this name, such as `id`, distinguish the objects of a list. */
export function isItemKey(name: string): boolean {
  return KEY.test(name);
}

/**
 * Changes the items of an array so that no two objects have the same `id`. Many services refuse a list with equal
 * identifiers, although a schema cannot state that they must differ. An item keeps its identifier if its schema permits
 * no other that was tried, or if `isKept` returns true for the name of the member.
 */
export function distinctItems(
  node: SchemaNode,
  items: readonly Json[],
  isKept: (name: string) => boolean,
): readonly Json[] {
  const used = new Set<Json>();
  return items.map((item, index) => {
    const name = isJsonObject(item) ? Object.keys(item).find((each) => isItemKey(each) && !isKept(each)) : undefined;
    const key = name === undefined ? undefined : ownValue(item, name);
    if (name === undefined || !isJsonObject(item) || key === undefined) return item;
    const changed = used.has(key) ? withOtherKey(node.item(index), item, name, used) : item;
    used.add(ownValue(changed, name) ?? null);
    return changed;
  });
}

function withOtherKey(node: SchemaNode, item: JsonObject, name: string, used: ReadonlySet<Json>): Json {
  if (!node.isSettled) return item;
  const own = node.member(name);
  for (let number = 2; number < MOST_TRIED; number += 1)
    for (const key of variants(ownValue(item, name) ?? null, number)) {
      if (!used.has(key) && admits(own, key) && hasFormats(own, key)) return { ...item, [name]: key };
    }
  return item;
}

/**
 * Identifiers that are similar to `key`. If `key` is a number, `number - 1` is added to it or subtracted from it. If
 * `key` is a text, `number` is appended to it, or replaces its end: for `ab` and 2, they are `ab2` and `a2`.
 */
function variants(key: Json, number: number): readonly Json[] {
  if (typeof key === 'number') return [key + number - 1, key - number + 1];
  if (typeof key !== 'string') return [];
  const start = [...key].slice(0, -`${number}`.length).join('');
  return [`${key}${number}`, `${start}${number}`];
}
