import type { StatedParts } from '../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../contract/contract.js';
import { joinPointer, pointerTokens } from '../contract/json/json-pointer.js';
import type { SchemaUri } from '../contract/operation.js';
import { alternatives } from './values/alternatives.js';

/**
 * A pointer without parts that depend on the value. `*` replaces each list index, and each member name that no schema
 * contains, such as a key of a map: `/tags/3` becomes `/tags/*`. Faults at equal places have the same cause.
 */
export function faultPlace(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): string {
  return steps(schemas, schema, pointer).reduce((place, { token }) => joinPointer(place, token), '');
}

/**
 * Like `faultPlace`, but the pointer starts with the address of the innermost property that a schema names. The result
 * is therefore the same for a property in an item and in a list of such items.
 */
export function statedPlace(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): string {
  return steps(schemas, schema, pointer).reduce((place, { token, stated }) => stated ?? joinPointer(place, token), '');
}

/**
 * The address of the property schema for the member at a pointer. If no schema has a property with this name, the
 * address is that of the closest parent that has one.
 */
export function innermostProperty(
  schemas: SchemaSource,
  schema: SchemaUri | undefined,
  pointer: string,
): SchemaUri | undefined {
  return steps(schemas, schema, pointer).findLast(({ stated }) => stated !== undefined)?.stated;
}

/** The schemas that may apply to the value at a pointer. */
export function statedSchemas(
  schemas: SchemaSource,
  schema: SchemaUri | undefined,
  pointer: string,
): readonly SchemaUri[] {
  const own = schema === undefined ? [] : [schema];
  return steps(schemas, schema, pointer).reduce<readonly SchemaUri[]>((_, { at }) => at, own);
}

interface Step {
  /** The name of the member, or `*` for a list index or a name that no schema contains. */
  readonly token: string;
  /** The schemas that may apply to the value of the member. */
  readonly at: readonly SchemaUri[];
  /** The address of the property schema; absent if no schema has a property with this name. */
  readonly stated?: SchemaUri;
}

function steps(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): readonly Step[] {
  let at: readonly SchemaUri[] = schema === undefined ? [] : [schema];
  return pointerTokens(pointer).map((token) => {
    const parts = alternatives(schemas, at);
    const named = parts.flatMap((part) => part.properties.get(token) ?? []);
    const [stated] = named;
    at = named.length > 0 ? named : parts.flatMap((part) => below(part, token));
    if (stated !== undefined) return { token, at, stated };
    return { token: parts.length > 0 || /^\d+$/.test(token) ? '*' : token, at };
  });
}

function below(part: StatedParts, token: string): readonly SchemaUri[] {
  const inPrefix = /^\d+$/.test(token) ? part.prefixItems[Number(token)] : undefined;
  return inPrefix ?? [...part.items, ...part.additional];
}
