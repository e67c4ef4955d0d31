import { type StatedParts, statedParts } from '../../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../../contract/contract.js';
import type { SchemaUri } from '../../contract/operation.js';

/** More branches than these of one schema are not looked into. */
const MAX_PARTS = 64;

const known = new WeakMap<SchemaSource, Map<string, readonly StatedParts[]>>();

/** What a conjunction of schemas says of a value, and what each of its branches says of it. Gathered once. */
export function alternatives(schemas: SchemaSource, conjunction: readonly SchemaUri[]): readonly StatedParts[] {
  if (conjunction.length === 0) return [];
  const cache = known.get(schemas) ?? new Map<string, readonly StatedParts[]>();
  known.set(schemas, cache);
  const key = conjunction.join(' ');
  const parts = cache.get(key) ?? gathered(schemas, conjunction);
  cache.set(key, parts);
  return parts;
}

function gathered(schemas: SchemaSource, conjunction: readonly SchemaUri[]): readonly StatedParts[] {
  const parts: StatedParts[] = [];
  const pending: (readonly SchemaUri[])[] = [conjunction];
  const seen = new Set<SchemaUri>();
  for (let next = pending.pop(); next !== undefined && parts.length < MAX_PARTS; next = pending.pop()) {
    const part = statedParts(schemas, next);
    parts.push(part);
    for (const branch of part.branches) {
      if (!seen.has(branch)) pending.push([branch]);
      seen.add(branch);
    }
  }
  return parts;
}
