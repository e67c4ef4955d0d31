import { successesOf } from '../documented-responses.js';
import type { SchemaSource } from '../contract.js';
import { canonicalJson } from '../json/canonical-json.js';
import { type Json, isJsonObject, ownValue } from '../json/json.js';
import { pointerTokens, valueAt } from '../json/json-pointer.js';
import type { Operation, SchemaUri } from '../operation.js';
import { schemaTypes, schemasInPlace } from '../wire/decode-value.js';
import { isJsonMediaType } from '../wire/message.js';

/** The member with the resources of a HAL document (draft-kelly-json-hal §4.1.2). */
export const EMBEDDED = '_embedded';

/** The schema of the JSON body of the first documented success. */
export function successSchema({ responses }: Operation): SchemaUri | undefined {
  const successes = successesOf({ responses });
  return successes
    .flatMap(({ content }) => content)
    .find(({ mediaType, schema }) => isJsonMediaType(mediaType) && schema !== undefined)?.schema;
}

/**
 * Whether two schemas describe the same kind of value. They must share a subschema, or the JSON text of one must equal
 * that of the other or of one of its subschemas.
 */
export function isSameSchema(schemas: SchemaSource, one: SchemaUri, other: SchemaUri): boolean {
  const [known, found] = [schemasInPlace(schemas, one), schemasInPlace(schemas, other)];
  const isText = (schema: Json | undefined, all: Iterable<Json>): boolean =>
    schema !== undefined && [...all].some((each) => canonicalJson(each) === canonicalJson(schema));
  return (
    [...found.keys()].some((uri) => known.has(uri)) ||
    isText(known.get(one), found.values()) ||
    isText(found.get(other), known.values())
  );
}

/**
 * Maps each name in `properties` of the schemas, and of their subschemas for the same value, to the schemas of the
 * member with this name.
 */
export function statedMembers(
  schemas: SchemaSource,
  conjunction: readonly SchemaUri[],
): ReadonlyMap<string, readonly SchemaUri[]> {
  const members = new Map<string, readonly SchemaUri[]>();
  for (const [uri, schema] of conjunction.flatMap((root) => [...schemasInPlace(schemas, root)])) {
    const properties = ownValue(schema, 'properties');
    for (const name of isJsonObject(properties) ? Object.keys(properties) : [])
      members.set(name, [...(members.get(name) ?? []), schemas.child(uri, 'properties', name)]);
  }
  return members;
}

/** The schemas of the elements of a list. */
export function elementSchemas(schemas: SchemaSource, conjunction: readonly SchemaUri[]): readonly SchemaUri[] {
  return conjunction
    .flatMap((root) => [...schemasInPlace(schemas, root)])
    .flatMap(([uri, schema]) => (ownValue(schema, 'items') === undefined ? [] : [schemas.child(uri, 'items')]));
}

/** Where the reply to a list operation contains the items. */
export interface ItemPlace {
  /** Pointer to the list in a reply; empty if the reply is the list. */
  readonly elements: string;
  /**
   * Pointer in an element to the item, as `/node` in `{"cursor": "a", "node": {}}`. Omitted if the element is the item.
   */
  readonly item?: string;
}

/**
 * The items of a list in a reply; `undefined` if the reply has no list. For an element that lacks its item, the result
 * has `null`.
 */
export function listedItems(reply: Json | undefined, { elements, item }: ItemPlace): readonly Json[] | undefined {
  const found = valueAt(reply, elements);
  if (!Array.isArray(found)) return undefined;
  const all = found as readonly Json[];
  return item === undefined ? all : all.map((element) => valueAt(element, item) ?? null);
}

/** The schemas of the items of a list in a reply. */
export function listedSchemas(schemas: SchemaSource, reply: SchemaUri, place: ItemPlace): readonly SchemaUri[] {
  return pointerTokens(place.item ?? '').reduce(
    (at, token) => statedMembers(schemas, at).get(token) ?? [],
    elementSchemas(schemas, schemasAt(schemas, reply, place.elements)),
  );
}

/** The pointer to one item of a list in a reply; `*` stands for any element. */
export function listedPlace({ elements, item = '' }: ItemPlace, index: number | '*'): string {
  return `${elements}/${index}${item}`;
}

/** The schemas of the value at a pointer. Every token of the pointer is the name of a member. */
export function schemasAt(schemas: SchemaSource, root: SchemaUri, pointer: string): readonly SchemaUri[] {
  return pointerTokens(pointer).reduce<readonly SchemaUri[]>(
    (at, token) => statedMembers(schemas, at).get(token) ?? [],
    [root],
  );
}

/** The defaults that the schemas of a body state for the member at a pointer. */
export function statedDefaults(schemas: SchemaSource, roots: readonly SchemaUri[], pointer: string): readonly Json[] {
  return roots
    .flatMap((root) => schemasAt(schemas, root, pointer))
    .flatMap((uri) => [...schemasInPlace(schemas, uri).values()])
    .map((schema) => ownValue(schema, 'default'))
    .filter((value) => value !== undefined);
}

/** The value of a numeric keyword, such as `minimum`, in the first schema that has it. */
export function statedNumber(schemas: SchemaSource, uri: SchemaUri, keyword: string): number | undefined {
  for (const schema of schemasInPlace(schemas, uri).values()) {
    const value = ownValue(schema, keyword);
    if (typeof value === 'number') return value;
  }
  return undefined;
}

/**
 * The members of an item: those in `own` and, if the item is a resource object of JSON:API (with `type`, `id` and
 * `attributes`, see its §7.2), those of `attributes`.
 */
export function withAttributes(
  schemas: SchemaSource,
  own: ReadonlyMap<string, readonly SchemaUri[]>,
): ReadonlyMap<string, readonly SchemaUri[]> {
  const attributes = own.has('type') && own.has('id') ? own.get('attributes') : undefined;
  return attributes === undefined ? own : new Map([...statedMembers(schemas, attributes), ...own]);
}

/** Whether all schemas describe strings (or null) that are not dates or times. */
export function isPlainText(schemas: SchemaSource, uris: readonly SchemaUri[]): boolean {
  return uris.every(
    (uri) =>
      [...schemaTypes(schemas, uri)].every((type) => type === 'string' || type === 'null') &&
      [...schemasInPlace(schemas, uri).values()].every(
        (schema) => !/^(?:date|time|duration)/.test(String(ownValue(schema, 'format') ?? '')),
      ),
  );
}

/**
 * Whether all schemas in `given` have the same type, string or integer, and all schemas in `stated` permit this type.
 */
export function isOfOneType(schemas: SchemaSource, given: readonly SchemaUri[], stated: readonly SchemaUri[]): boolean {
  const [type, ...others] = new Set(given.flatMap((uri) => [...schemaTypes(schemas, uri)]));
  const isScalar = type === 'string' || type === 'integer';
  return isScalar && others.length === 0 && stated.every((uri) => schemaTypes(schemas, uri).has(type));
}
