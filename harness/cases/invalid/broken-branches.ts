import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { Breaker, Mutate, Site } from './broken.js';
import type { Materials } from './materials.js';

/** The number of invalid values of one branch that are tried on all other branches. */
const TRIED_EACH = 24;
const SIMPLE_VALUES: readonly Json[] = [null, 'text', 7, 0.5, true, [], {}];
/** A string that no `const` or `enum` is likely to contain. */
const UNKNOWN_TEXT = 'unknown-value';
/** The maximum number of members of one branch that are changed to an unknown string. */
const MAX_TEXTS = 2;
/** The maximum number of pairs of branches that are searched for a value that both branches accept. */
const MAX_PAIRS = 12;

/** Values that violate `not`, and values that satisfy no branch or more than one branch. */
export function branchBreakers(mutate: Mutate): Readonly<Record<string, Breaker>> {
  return {
    not: ({ at, value }, materials) => {
      const forbidden = materials.schemas.child(at, 'not');
      const starts = materials.starts(forbidden);
      return [...starts.map((start) => merged(value, start)), ...starts, ...materials.any(2)];
    },
    anyOf: (site, materials) => fittingNone(site, 'anyOf', materials, mutate),
    oneOf: (site, materials) => [...fittingTwo(site, materials), ...fittingNone(site, 'oneOf', materials, mutate)],
  };
}

/** Merges objects or arrays: members and items of `over` replace those of `value`. Otherwise returns `over`. */
export function merged(value: Json, over: Json): Json {
  if (isJsonObject(value) && isJsonObject(over))
    return Object.fromEntries([...Object.entries(value), ...Object.entries(over)]);
  if (Array.isArray(value) && Array.isArray(over))
    return [...(over as readonly Json[]), ...(value as readonly Json[]).slice(over.length)];
  return over;
}

function branchesOf(
  { at, schema }: Pick<Site, 'at' | 'schema'>,
  keyword: string,
  materials: Materials,
): readonly SchemaUri[] {
  const count = Array.isArray(schema[keyword]) ? schema[keyword].length : 0;
  return Array.from({ length: count }, (_, index) => materials.schemas.child(at, keyword, index));
}

/**
 * Values that no branch accepts. They are found by trial: an invalid value of one branch often violates all other
 * branches too.
 */
function* fittingNone(site: Site, keyword: string, materials: Materials, mutate: Mutate): Generator<Json> {
  const branches = branchesOf(site, keyword, materials);
  const fitsNone = (value: Json): boolean => !branches.some((branch) => materials.schemas.accepts(branch, value));
  for (const branch of branches) yield* otherTexts(materials.starts(branch), fitsNone);
  for (const branch of branches) {
    let left = TRIED_EACH;
    for (const { value } of mutate(materials, branch, site.value, site.depth + 1)) {
      if ((left -= 1) < 0) break;
      if (fitsNone(value)) yield value;
    }
  }
  for (const value of [...SIMPLE_VALUES, ...materials.any(4)]) if (fitsNone(value)) yield value;
}

/**
 * Valid values of a branch in which one string member is changed to an unknown string. The branch then rejects the
 * value if the member is its discriminator, or is restricted to certain values.
 */
function* otherTexts(starts: readonly Json[], fitsNone: (value: Json) => boolean): Generator<Json> {
  for (const start of starts.filter(isJsonObject).slice(0, 1)) {
    const texts = Object.entries(start).filter(([, member]) => typeof member === 'string');
    const changed = texts.map(([name]) => merged(start, { [name]: UNKNOWN_TEXT }));
    yield* changed.filter(fitsNone).slice(0, MAX_TEXTS);
  }
}

function* fittingTwo(site: Site, materials: Materials): Generator<Json> {
  const branches = branchesOf(site, 'oneOf', materials);
  let left = MAX_PAIRS;
  for (const [index, first] of branches.entries()) {
    for (const second of branches.slice(index + 1)) {
      if ((left -= 1) < 0) return;
      for (const start of materials.starts(first)) yield merged(site.value, start);
      for (const common of materials.common([first, second])) yield* [merged(site.value, common), common];
    }
  }
}
