import type { Constraints } from '../contract/cases/constraint-types.js';
import { flatten } from '../contract/cases/constraints.js';
import type { SchemaSource } from '../contract/contract.js';
import { joinPointer, pointerTokens } from '../contract/json-pointer.js';
import type { SchemaUri } from '../contract/operation.js';

/**
 * A place as the cause of a fault: a star stands for the elements of a list and for members that a schema does not name,
 * since which of them shows a fault is a matter of the value. `/tags/3` is `/tags/*`.
 */
export function faultPlace(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): string {
  let at: readonly SchemaUri[] = schema === undefined ? [] : [schema];
  let place = '';
  for (const token of pointerTokens(pointer)) {
    const parts = alternatives(schemas, at);
    const named = parts.flatMap((part) => part.properties.get(token) ?? []);
    const free = named.length === 0 && (parts.length > 0 || /^\d+$/.test(token));
    place = joinPointer(place, free ? '*' : token);
    at = named.length > 0 ? named : parts.flatMap((part) => below(part, token));
  }
  return place;
}

function below(part: Constraints, token: string): readonly SchemaUri[] {
  const inPrefix = /^\d+$/.test(token) ? part.prefixItems[Number(token)] : undefined;
  return inPrefix ?? [...part.items, ...part.additional];
}

/** More branches than these of one schema are not looked into. */
const MAX_PARTS = 64;

/** What a schema says of a value, and what each of its branches says of it. */
function alternatives(schemas: SchemaSource, conjunction: readonly SchemaUri[]): readonly Constraints[] {
  if (conjunction.length === 0) return [];
  const parts: Constraints[] = [];
  const pending: (readonly SchemaUri[])[] = [conjunction];
  const seen = new Set<SchemaUri>();
  for (let next = pending.pop(); next !== undefined && parts.length < MAX_PARTS; next = pending.pop()) {
    const part = flatten(schemas, next);
    parts.push(part);
    for (const branch of part.branches.flat()) {
      if (!seen.has(branch)) pending.push([branch]);
      seen.add(branch);
    }
  }
  return parts;
}
