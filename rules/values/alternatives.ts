import { type StatedParts, statedParts } from '../../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../../contract/contract.js';
import type { SchemaUri } from '../../contract/operation.js';

/** The maximum number of parts of an `allOf` that are read. Further parts are ignored. */
const MAX_PARTS = 64;

const known = new WeakMap<SchemaSource, Map<string, readonly StatedParts[]>>();

/**
 * The constraints of schemas that apply to one value together, as in an `allOf`, followed by the constraints of each
 * branch of their `oneOf` and `anyOf`. They are determined once for each list of schemas.
 */
export function alternatives(schemas: SchemaSource, conjunction: readonly SchemaUri[]): readonly StatedParts[] {
  if (conjunction.length === 0) return [];
  const cache = known.get(schemas) ?? new Map<string, readonly StatedParts[]>();
  known.set(schemas, cache);
  const key = conjunction.join(' ');
  const parts = cache.get(key) ?? collectBranches(schemas, conjunction);
  cache.set(key, parts);
  return parts;
}

function collectBranches(schemas: SchemaSource, conjunction: readonly SchemaUri[]): readonly StatedParts[] {
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
