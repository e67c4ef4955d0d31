import type { Json, JsonObject } from './json.js';

export type MemberList = readonly (readonly [name: string, value: Json])[];

/** An object with the given members. Each of them is an own property, even a member called `__proto__`. */
export function fromMembers(members: MemberList): JsonObject {
  return Object.fromEntries(members);
}

/** Sets a member of an object. An assignment to `__proto__` would set the prototype and lose the member. */
export function setMember(object: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
