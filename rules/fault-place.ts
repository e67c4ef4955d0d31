import type { StatedParts } from '../contract/constraints/stated-parts.js';
import type { SchemaSource } from '../contract/contract.js';
import { joinPointer, pointerTokens } from '../contract/json/json-pointer.js';
import type { SchemaUri } from '../contract/operation.js';
import { alternatives } from './values/alternatives.js';

/**
 * A pointer without the parts that depend on the value, used as the cause of a fault. A star replaces each list index
 * and each member name that no schema contains: `/tags/3` becomes `/tags/*`.
 */
export function faultPlace(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): string {
  return steps(schemas, schema, pointer).reduce((place, { token }) => joinPointer(place, token), '');
}

/**
 * The place of a property, which is the same in an item and in a list of items. It is a pointer that starts with the
 * address of the innermost property that a schema names. The rest of the pointer is as in `faultPlace`.
 */
export function statedPlace(schemas: SchemaSource, schema: SchemaUri | undefined, pointer: string): string {
  return steps(schemas, schema, pointer).reduce((place, { token, stated }) => stated ?? joinPointer(place, token), '');
}

/**
 * The address of the property at a pointer. If no schema names this property, the address of the closest parent
 * property that a schema names.
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
  /** The name of a member, or `*`. */
  readonly token: string;
  /** The schemas that may apply to the member. */
  readonly at: readonly SchemaUri[];
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
    if (stated !== undefined) return { token, at, stated };
    return { token: parts.length > 0 || /^\d+$/.test(token) ? '*' : token, at };
  });
}

function below(part: StatedParts, token: string): readonly SchemaUri[] {
  const inPrefix = /^\d+$/.test(token) ? part.prefixItems[Number(token)] : undefined;
  return inPrefix ?? [...part.items, ...part.additional];
}
