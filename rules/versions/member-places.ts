import { statedParts } from '../../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';

/** The maximum depth of a value. Deeper members are not compared. */
const MAX_DEPTH = 32;
/** The maximum depth of nested alternatives in a schema. */
const MAX_NESTED = 8;

/**
 * For each member of a value, by its pointer: the property schemas that declare it; an empty list if no schema does.
 * Keys of a map are left out, and so are the members of an object whose schema names no members.
 */
export function memberPlaces(
  schemas: SchemaSource,
  schema: SchemaUri,
  value: Json,
): ReadonlyMap<string, readonly SchemaUri[]> {
  const places = new Map<string, readonly SchemaUri[]>();
  walk([schema], value, '', 0);
  return places;

  function walk(those: readonly SchemaUri[], part: Json, pointer: string, depth: number): void {
    if (typeof part !== 'object' || part === null || those.length === 0 || depth > MAX_DEPTH) return;
    const stated = those.flatMap((uri) => withBranches(schemas, uri, MAX_NESTED));
    if (!isJsonObject(part)) {
      for (const [index, item] of part.entries()) {
        const items = stated.flatMap(({ prefixItems, items: rest }) => prefixItems[index] ?? rest);
        walk(items, item, joinPointer(pointer, String(index)), depth + 1);
      }
      return;
    }
    if (stated.every(({ properties }) => properties.size === 0)) return;
    const isMap = stated.some(({ additional }) => additional.length > 0) || those.some((uri) => hasPatterns(uri));
    for (const [name, member] of Object.entries(part)) {
      const declared = stated.flatMap(({ properties }) => properties.get(name) ?? []);
      if (declared.length === 0 && isMap) continue;
      const place = joinPointer(pointer, name);
      places.set(place, declared);
      walk(declared, member, place, depth + 1);
    }
  }

  function hasPatterns(uri: SchemaUri): boolean {
    const written = schemas.at(uri);
    return typeof written === 'object' && written['patternProperties'] !== undefined;
  }
}

function withBranches(
  schemas: SchemaSource,
  schema: SchemaUri,
  most: number,
): readonly ReturnType<typeof statedParts>[] {
  const stated = statedParts(schemas, [schema]);
  if (most === 0) return [stated];
  return [stated, ...stated.branches.flatMap((branch) => withBranches(schemas, branch, most - 1))];
}
