import { type Json, isJsonObject } from '../../contract/json/json.js';

/** Equal as JSON: members in any order, numbers by value. With a stack of its own, so that no depth of nesting can overflow ours. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  const pending: (Json | undefined)[] = [one, other];
  while (pending.length > 0) {
    const [b, a] = [pending.pop(), pending.pop()];
    // `===` and not `Object.is`: JSON's -0 is 0.
    if (a !== b && !pushParts(pending, a, b)) return false;
  }
  return true;
}

/** Puts what has to be equal in pairs; `false` where the two cannot be. */
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
