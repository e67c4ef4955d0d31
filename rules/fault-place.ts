import type { StatedParts } from '../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../contract/contract.js';
import { joinPointer, pointerTokens } from '../contract/json/json-pointer.js';
import type { SchemaUri } from '../contract/operation.js';
import { alternatives } from './values/alternatives.js';

/**
 * A place as the cause of a fault: a star stands for the elements of a list and for members that a schema does not name,
 * since which of them shows a fault is a matter of the value. `/tags/3` is `/tags/*`.
 */
export function faultPlace(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): string {
  return steps(schemas, schema, pointer).reduce((place, { token }) => joinPointer(place, token), '');
}

/**
 * A place as the cause of a fault that shows wherever the same property does, alone or in a list: where the schemas state the
 * innermost property, and the way on from there as in `faultPlace`.
 */
export function statedPlace(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): string {
  return steps(schemas, schema, pointer).reduce((place, { token, stated }) => stated ?? joinPointer(place, token), '');
}

interface Step {
  /** A member's name, or a star. */
  readonly token: string;
  /** Of a member that a schema names, where it first does. */
  readonly stated?: SchemaUri;
}

function steps(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): readonly Step[] {
  let at: readonly SchemaUri[] = schema === undefined ? [] : [schema];
  return pointerTokens(pointer).map((token) => {
    const parts = alternatives(schemas, at);
    const named = parts.flatMap((part) => part.properties.get(token) ?? []);
    const [stated] = named;
    at = named.length > 0 ? named : parts.flatMap((part) => below(part, token));
    if (stated !== undefined) return { token, stated };
    return { token: parts.length > 0 || /^\d+$/.test(token) ? '*' : token };
  });
}

function below(part: StatedParts, token: string): readonly SchemaUri[] {
  const inPrefix = /^\d+$/.test(token) ? part.prefixItems[Number(token)] : undefined;
  return inPrefix ?? [...part.items, ...part.additional];
}
