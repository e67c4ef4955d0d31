import { type Json, isJsonObject } from '../../contract/json/json.js';

/**
 * Whether two JSON values are equal. The order of members and the spelling of numbers do not matter. There is no
 * recursion, so deeply nested values cannot overflow the call stack.
 */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  const pending: (Json | undefined)[] = [one, other];
  while (pending.length > 0) {
    const [b, a] = [pending.pop(), pending.pop()];
    // `===` is used instead of `Object.is`, because -0 equals 0 in JSON.
    if (a !== b && !pushParts(pending, a, b)) return false;
  }
  return true;
}

/**
 * One step of the comparison: adds the parts of both values that must be equal to `pending`, one after the other.
 * Returns `false` if the two values cannot be equal.
 */
function pushParts(pending: (Json | undefined)[], a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index += 1) pending.push(a[index] as Json, b[index] as Json);
    return true;
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(b, name)) return false;
    pending.push(a[name], b[name]);
  }
  return true;
}
