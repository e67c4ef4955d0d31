import type { StatedParts } from '../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../contract/contract.js';
import { joinPointer, pointerTokens } from '../contract/json/json-pointer.js';
import type { SchemaUri } from '../contract/operation.js';
import { alternatives } from './values/alternatives.js';

/**
 * A pointer without the parts that depend on the value, used as the cause of a fault. A star replaces list indexes, and
 * member names that no schema contains: `/tags/3` becomes `/tags/*`.
 */
export function faultPlace(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): string {
  return steps(schemas, schema, pointer).reduce((place, { token }) => joinPointer(place, token), '');
}

/**
 * A pointer as the cause of a fault of a property that several values contain, for example an item by itself and in a
 * list. It starts with the address of the innermost property that a schema names, and continues as in `faultPlace`.
 */
export function statedPlace(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): string {
  return steps(schemas, schema, pointer).reduce((place, { token, stated }) => stated ?? joinPointer(place, token), '');
}

/** The address of the innermost property at or above the pointer that a schema names. */
export function innermostProperty(
  schemas: SchemaSource,
  schema: SchemaUri | undefined,
  pointer: string,
): SchemaUri | undefined {
  return steps(schemas, schema, pointer).findLast(({ stated }) => stated !== undefined)?.stated;
}

interface Step {
  /** A member's name, or `*`. */
  readonly token: string;
  /** The address of the property schema, if a schema names the member. */
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
