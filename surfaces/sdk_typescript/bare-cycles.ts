import { type NamedType, type TypeNode, UNKNOWN, intersectionOf, unionOf } from './type-model.js';

/**
 * Types that are nothing but themselves, such as two schemas that are each a `$ref` to the other. A member of an object or
 * an array may refer back to its type; a bare alias, a union or an intersection may not (TypeScript error 2456).
 */
export function withoutBareCycles(types: readonly NamedType[]): readonly NamedType[] {
  const bare = new Map(types.map(({ name, type }) => [name, bareReferences(type)]));
  return types.map((named) => (reaches(bare, named.name) ? { ...named, type: withoutBare(named.type) } : named));
}

/** The names that a type is made of without a member in between. */
function bareReferences(type: TypeNode): readonly string[] {
  if (type.kind === 'reference') return [type.name];
  return type.kind === 'union' || type.kind === 'intersection' ? type.members.flatMap(bareReferences) : [];
}

function reaches(bare: ReadonlyMap<string, readonly string[]>, name: string): boolean {
  const seen = new Set<string>();
  const waiting = [...(bare.get(name) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === name) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(bare.get(next) ?? []));
  }
  return false;
}

function withoutBare(type: TypeNode): TypeNode {
  if (type.kind === 'reference') return UNKNOWN;
  if (type.kind === 'union') return unionOf(type.members.map(withoutBare));
  return type.kind === 'intersection' ? intersectionOf(type.members.map(withoutBare)) : type;
}
