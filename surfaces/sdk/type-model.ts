/**
 * A type in a form from which TypeScript or Python code is written. It is made from a schema without its bounds,
 * patterns and formats, so a change of these does not change the generated code.
 */
export type TypeNode =
  | { readonly kind: 'keyword'; readonly name: KeywordName }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'array'; readonly items: TypeNode }
  | { readonly kind: 'tuple'; readonly items: readonly TypeNode[]; readonly required: number; readonly rest: TypeNode }
  | { readonly kind: 'object'; readonly properties: readonly PropertyModel[]; readonly additional: TypeNode }
  | { readonly kind: 'union'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'intersection'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'reference'; readonly name: string };

/** Names of simple types. `bytes`: content that is neither JSON nor text. `file`: a form field with such content. */
type KeywordName =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'null'
  | 'undefined'
  | 'unknown'
  | 'never'
  | 'bytes'
  | 'file';

export type PropertyModel = {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly deprecated?: true;
  readonly type: TypeNode;
};

/** A type with a name. It belongs to a schema to which other schemas refer. */
export type NamedType = { readonly name: string; readonly description: string; readonly type: TypeNode };

export const UNKNOWN: TypeNode = { kind: 'keyword', name: 'unknown' };
/**
 * The type that has no values. As the `additional` type of an object, it means that the object has no index signature.
 */
export const NEVER: TypeNode = { kind: 'keyword', name: 'never' };

export function isUnknown(type: TypeNode): boolean {
  return type.kind === 'keyword' && type.name === 'unknown';
}

export function isNever(type: TypeNode): boolean {
  return type.kind === 'keyword' && type.name === 'never';
}

/** The union of types, without duplicates. A union with `unknown` is `unknown`. `never` is left out of a union. */
export function unionOf(members: readonly TypeNode[]): TypeNode {
  if (members.some(isUnknown)) return UNKNOWN;
  const flat = members.flatMap((member) => (member.kind === 'union' ? member.members : [member]));
  return collapse(
    'union',
    flat.filter((member) => !isNever(member)),
    NEVER,
  );
}

/**
 * The intersection of types, without duplicates. An intersection with `never` is `never`. `unknown` is left out of an
 * intersection.
 */
export function intersectionOf(parts: readonly TypeNode[]): TypeNode {
  if (parts.some(isNever)) return NEVER;
  return collapse(
    'intersection',
    parts.filter((part) => !isUnknown(part)),
    UNKNOWN,
  );
}

function collapse(kind: 'union' | 'intersection', members: readonly TypeNode[], none: TypeNode): TypeNode {
  const distinct = [...new Map(members.map((member) => [JSON.stringify(member), member])).values()];
  const [first, second] = distinct;
  if (first === undefined) return none;
  return second === undefined ? first : { kind, members: distinct };
}
