import type { Json } from '../../../contract/json/json.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';

/** The maximum number of pointers that are reported for one call. */
const MOST = 20;

/**
 * Pointers to the arguments that the call changed in the caller's objects. Empty if it changed none. An added symbol,
 * an added member with the value `undefined` and a frozen object also count as changes, although JSON does not show
 * them.
 */
export function changedArguments(given: Json, left: unknown): readonly string[] {
  const changed: string[] = [];
  try {
    compare(given, left, '', changed);
  } catch {
    // The arguments are nested too deeply to compare, so no change is reported here.
  }
  return changed;
}

/**
 * Compares the arguments before a call (`given`) with the same objects after the call (`left`). `left` may contain
 * cycles. The comparison still ends, because it visits only places of `given`, which has no cycles.
 */
function compare(given: Json, left: unknown, at: string, changed: string[]): void {
  if (changed.length >= MOST || Object.is(given, left)) return;
  if (!isObject(given) || !isObject(left) || !isSameContainer(given, left)) {
    changed.push(at);
    return;
  }
  for (const key of new Set([...Reflect.ownKeys(given), ...Reflect.ownKeys(left)])) {
    const pointer = joinPointer(at, String(key));
    const before = Object.getOwnPropertyDescriptor(given, key);
    const after = Object.getOwnPropertyDescriptor(left, key);
    if (before !== undefined && after !== undefined) compare(before.value as Json, after.value, pointer, changed);
    else if (changed.length < MOST) changed.push(pointer);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSameContainer(given: object, left: object): boolean {
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(given) || !Object.isExtensible(left)) return false;
  return !Array.isArray(given) || (Array.isArray(left) && left.length === given.length);
}
