import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { decidedTest } from '../../../contract/patterns/pattern-tests.js';
import type { Mutate, Mutation, Site } from './broken.js';
import { UNKNOWN_MEMBER, withMember } from './broken-objects.js';
import type { Materials } from './materials.js';

/** Missing members and items are added down to this nesting level, so that their constraints can be violated too. */
const MAX_ADDED_DEPTH = 3;
/** Values that are used for a member or item if no valid value for it was found. */
const ARBITRARY_VALUES: readonly Json[] = [true, 'text', 1];
/** The maximum number of members of a map that are made invalid, one by one. */
const MAX_ENTRIES = 3;

/** Values in which one member or item is invalid. All other parts stay unchanged. */
export function* brokenParts(site: Site, materials: Materials, mutate: Mutate): Generator<Mutation> {
  if (isJsonObject(site.value)) yield* inMembers(site, site.value, materials, mutate);
  if (Array.isArray(site.value)) yield* inItems(site, site.value as readonly Json[], materials, mutate);
}

function* inMembers(site: Site, value: JsonObject, materials: Materials, mutate: Mutate): Generator<Mutation> {
  for (const [name, child] of memberSchemas(site, value, materials)) {
    const pointer = joinPointer('', name);
    const present = Object.hasOwn(value, name) ? [value[name] as Json] : [];
    if (present.length === 0 && (site.depth > MAX_ADDED_DEPTH || materials.constraints(child).readOnly)) continue;
    const starts = present.length > 0 ? present : materials.starts(child);
    for (const stray of starts.length > 0 ? [] : ARBITRARY_VALUES)
      yield { keyword: 'false', pointer, value: withMember(value, name, stray) };
    for (const start of starts) {
      for (const inner of mutate(materials, child, start, site.depth + 1)) {
        yield lazily(inner, pointer, (part) => replaced(value, name, part));
      }
    }
  }
}

/**
 * A mutation of a part, converted to a mutation of the whole value. The whole value is built only when it is read,
 * because for most mutations only the place is examined.
 */
function lazily(inner: Mutation, at: string, whole: (part: Json) => Json): Mutation {
  return {
    keyword: inner.keyword,
    pointer: at + inner.pointer,
    ...(inner.at !== undefined && { at: inner.at }),
    get value() {
      return whole(inner.value);
    },
  };
}

/** Replaces the value of a member. The member keeps its position, so that only its value changes. */
function replaced(value: JsonObject, name: string, member: Json): JsonObject {
  if (!Object.hasOwn(value, name)) return withMember(value, name, member);
  return Object.fromEntries(
    Object.entries(value).map(([other, was]) => [other, other === name ? member : was] as const),
  );
}

/**
 * Member names, each with a schema that applies to the member. If a value has no additional member, a name for one is
 * made up (Core §10.3.2, §11.3).
 */
function* memberSchemas(
  { at, schema }: Site,
  value: JsonObject,
  materials: Materials,
): Generator<readonly [string, SchemaUri]> {
  const { schemas } = materials;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  for (const name of Object.keys(properties)) yield [name, schemas.child(at, 'properties', name)];
  const patterns = isJsonObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [];
  for (const pattern of patterns) {
    const present = Object.keys(value).filter(decidedTest(pattern));
    const name = present[0] ?? materials.nameLike(pattern);
    if (name !== undefined) yield [name, schemas.child(at, 'patternProperties', pattern)];
  }
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    if (!isJsonObject(schema[keyword])) continue;
    const others = Object.keys(value)
      .filter((name) => !Object.hasOwn(properties, name))
      .slice(0, MAX_ENTRIES);
    for (const name of others.length > 0 ? others : [UNKNOWN_MEMBER]) yield [name, schemas.child(at, keyword)];
  }
}

function* inItems(site: Site, value: readonly Json[], materials: Materials, mutate: Mutate): Generator<Mutation> {
  for (const [index, child] of itemSchemas(site, value, materials)) {
    const isAdded = index >= value.length;
    if (isAdded && site.depth > MAX_ADDED_DEPTH) continue;
    const before = isAdded ? filled(site, value, index, materials) : value;
    const starts = isAdded ? materials.starts(child) : [value[index] as Json];
    for (const stray of starts.length > 0 ? [] : ARBITRARY_VALUES)
      yield { keyword: 'false', pointer: `/${index}`, value: withItem(before, index, stray) };
    for (const start of starts) {
      for (const inner of mutate(materials, child, start, site.depth + 1)) {
        yield lazily(inner, `/${index}`, (part) => withItem(before, index, part));
      }
    }
  }
}

/** Replaces the item at `index`. Appends the item if `index` is the length of the array. */
function withItem(items: readonly Json[], index: number, item: Json): readonly Json[] {
  return index < items.length ? items.with(index, item) : [...items, item];
}

/**
 * The positions of items, with the schemas that apply to the items (Core §10.3.1). Of the items after the prefix items,
 * only four positions are returned: the first two, the middle and the last, because a service may validate only some
 * items.
 */
function* itemSchemas(
  { at, schema }: Site,
  value: readonly Json[],
  materials: Materials,
): Generator<readonly [number, SchemaUri]> {
  const { schemas } = materials;
  // Before JSON Schema 2020-12, an array in `items` had the meaning of `prefixItems`.
  const keyword = Array.isArray(schema['items']) ? 'items' : 'prefixItems';
  const count = Array.isArray(schema[keyword]) ? schema[keyword].length : 0;
  for (let index = 0; index < count; index += 1) yield [index, schemas.child(at, keyword, index)];
  const behind = keyword === 'items' ? 'additionalItems' : 'items';
  if (isJsonObject(schema[behind])) {
    const indexes = new Set([count, count + 1, value.length >> 1, value.length - 1]);
    for (const index of indexes) if (index >= count) yield [index, schemas.child(at, behind)];
  }
  if (!isJsonObject(schema['unevaluatedItems'])) return;
  // It is unknown which items other keywords evaluate. The last item and one further item are the most likely to be
  // unevaluated.
  for (const index of new Set([Math.max(count, value.length - 1), Math.max(count, value.length)])) {
    yield [index, schemas.child(at, 'unevaluatedItems')];
  }
}

/** Adds valid items to `value` up to `length` items. */
function filled({ at, schema }: Site, value: readonly Json[], length: number, materials: Materials): readonly Json[] {
  const keyword = Array.isArray(schema['items']) ? 'items' : 'prefixItems';
  const count = Array.isArray(schema[keyword]) ? schema[keyword].length : 0;
  return Array.from({ length }, (_, index) => {
    if (index < value.length) return value[index] as Json;
    return (index < count ? materials.starts(materials.schemas.child(at, keyword, index))[0] : undefined) ?? null;
  });
}
