import { type Json, isJsonObject } from './json.js';

/** Member names and indexes, from the root of a JSON value to one of its parts. */
export type Path = readonly (string | number)[];

/** The value with the part at the given path replaced. An index may be a number or its digits. */
export function withPart(root: Json, [name, ...rest]: Path, part: Json): Json {
  if (name === undefined) return part;
  if (Array.isArray(root)) {
    const items = root as readonly Json[];
    return items.map((item, index) => (index === Number(name) ? withPart(item, rest, part) : item));
  }
  if (!isJsonObject(root)) return root;
  // `Object.fromEntries` also works for a member with the name `__proto__`; assignment does not.
  return Object.fromEntries(
    Object.entries(root).map(([key, value]) => [key, key === name ? withPart(value, rest, part) : value]),
  );
}
