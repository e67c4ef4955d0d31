import type { StatedParts } from '../contract/cases/stated-parts.js';
import type { SchemaSource } from '../contract/contract.js';
import { joinPointer, pointerTokens } from '../contract/json-pointer.js';
import type { SchemaUri } from '../contract/operation.js';
import { alternatives } from './alternatives.js';

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

function below(part: StatedParts, token: string): readonly SchemaUri[] {
  const inPrefix = /^\d+$/.test(token) ? part.prefixItems[Number(token)] : undefined;
  return inPrefix ?? [...part.items, ...part.additional];
}
