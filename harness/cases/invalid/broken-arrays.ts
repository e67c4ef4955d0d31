import type { Json } from '../../../contract/json/json.js';
import { isJsonObject } from '../../../contract/json/json.js';
import type { Breaker, Mutate, Site } from './broken.js';
import { distinct } from '../../../contract/json/interleaved.js';
import type { Materials } from './materials.js';

/** The maximum length of an array that is created to exceed `maxItems`. */
const LARGEST_COUNT = 200;
/** The number of invalid items that are tried in place of the item that satisfies `contains`. */
const OTHERS = 12;

/** Arrays with too few, too many, duplicate or invalid items. */
export function arrayBreakers(mutate: Mutate): Readonly<Record<string, Breaker>> {
  return {
    minItems: onArrays(({ schema }, items, materials) => {
      const least = Number(schema['minItems']);
      return least > 0
        ? [items.slice(0, least - 1), items.slice(1, least), items.slice(0, materials.integer(0, least - 1))]
        : [];
    }),
    maxItems: onArrays((site, items, materials) => {
      const most = Number(site.schema['maxItems']);
      if (most > LARGEST_COUNT) return [];
      const wanted = most + 1 + (materials.isRandom ? materials.integer(0, 3) : 0);
      return lengthened(site, items, materials, wanted);
    }),
    uniqueItems: onArrays((site, items, materials) => {
      const [spare] = fillers(site, materials, 1);
      const twice = items.flatMap((item, index) => [
        [...items, item],
        items.with(index === 0 ? items.length - 1 : 0, item),
      ]);
      return [
        ...twice.filter((list) => list.length > 1),
        ...(spare === undefined
          ? []
          : [
              [spare, spare],
              [...items, spare, spare],
            ]),
      ];
    }),
    contains: onArrays((site, items, materials) => [
      ...withoutMatch(site, items, materials, mutate),
      ...tooManyMatches(site, items, materials),
    ]),
    items: onArrays((site, items, materials) =>
      site.schema['items'] === false ? lengthened(site, items, materials, behindPrefix(site, items)) : [],
    ),
    additionalItems: onArrays((site, items, materials) => {
      return site.schema['additionalItems'] === false
        ? lengthened(site, items, materials, behindPrefix(site, items))
        : [];
    }),
    unevaluatedItems: onArrays((site, items, materials) => [
      ...(site.schema['unevaluatedItems'] === false ? lengthened(site, items, materials, items.length + 1) : []),
      ...(site.schema['unevaluatedItems'] === false
        ? lengthened(site, items, materials, behindPrefix(site, items))
        : []),
    ]),
  };
}

type OnArray = (site: Site, items: readonly Json[], materials: Materials) => Iterable<Json>;

function onArrays(make: OnArray): Breaker {
  return (site, materials) => (Array.isArray(site.value) ? make(site, site.value as readonly Json[], materials) : []);
}

function behindPrefix({ schema }: Site, items: readonly Json[]): number {
  const prefix = Array.isArray(schema['prefixItems'])
    ? schema['prefixItems']
    : Array.isArray(schema['items'])
      ? schema['items']
      : [];
  return Math.max(items.length, prefix.length) + 1;
}

/** An array of `length` items. Items are repeated only if there are too few distinct items. */
function lengthened(site: Site, items: readonly Json[], materials: Materials, length: number): readonly Json[] {
  const missing = Math.max(0, length - items.length);
  const spare = distinct([...fillers(site, materials, length), null, 1, 'text', ...materials.any(2)]);
  const taken = new Set(items.map((item) => JSON.stringify(item)));
  const fresh = spare.filter((item) => !taken.has(JSON.stringify(item)));
  const uniform = spare.slice(0, 4).map((filler) => [...items, ...Array.from({ length: missing }, () => filler)]);
  const numbered = Array.from({ length: missing }, (_, index) => fresh[index] ?? index + 100);
  return [[...items, ...numbered], ...uniform];
}

/** Up to `count` distinct valid items for the positions after `prefixItems`. */
function fillers({ at, schema, root }: Site, materials: Materials, count: number): readonly Json[] {
  const behind = materials.node(root);
  const several = materials.several(behind.item(behind.constraints.prefixItems.length), count);
  return isJsonObject(schema['items'])
    ? distinct([...several, ...materials.starts(materials.schemas.child(at, 'items'))])
    : several;
}

function* withoutMatch(
  { at, depth }: Site,
  items: readonly Json[],
  materials: Materials,
  mutate: Mutate,
): Generator<Json> {
  const child = materials.schemas.child(at, 'contains');
  const matches = (item: Json): boolean => materials.schemas.accepts(child, item);
  yield items.filter((item) => !matches(item));
  const [match] = items.filter(matches);
  if (match === undefined) return;
  let left = OTHERS;
  for (const { value } of mutate(materials, child, match, depth + 1)) {
    if ((left -= 1) < 0) break;
    if (!matches(value)) yield items.map((item) => (matches(item) ? value : item));
  }
  for (const other of ['text', null, 0, ...materials.any(2)]) yield items.map((item) => (matches(item) ? other : item));
  yield [];
}

function* tooManyMatches({ at, schema }: Site, items: readonly Json[], materials: Materials): Generator<Json> {
  const most = schema['maxContains'];
  const child = materials.schemas.child(at, 'contains');
  if (typeof most !== 'number' || most > LARGEST_COUNT) return;
  const matching = materials.starts(child);
  const missing = most + 1 - items.filter((item) => materials.schemas.accepts(child, item)).length;
  if (matching.length === 0 || missing <= 0) return;
  for (const match of matching) yield [...items, ...Array.from({ length: missing }, () => match)];
  yield [...items, ...Array.from({ length: missing }, (_, index) => matching[index % matching.length] as Json)];
}
