import type { SchemaSource } from '../../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { Breaker, Mutation, Site } from './broken.js';
import { arrayBreakers } from './broken-arrays.js';
import { branchBreakers, merged } from './broken-branches.js';
import { objectBreakers, withMember } from './broken-objects.js';
import { brokenParts } from './broken-parts.js';
import { NUMBER_BREAKERS, WHOLE_BREAKERS } from './broken-scalars.js';
import { TEXT_BREAKERS } from './broken-texts.js';
import type { Materials } from './materials.js';

/** The maximum nesting level of arrays, objects and branches in which constraints are violated. */
const MAX_DEPTH = 6;

/**
 * Changes of a valid `value`, each of which violates one keyword. All schemas that apply to the value or to its parts
 * are used; missing parts are added first. The order is fixed. The generator is lazy, because there are very many
 * violations.
 */
export function* mutations(materials: Materials, root: SchemaUri, value: Json, depth = 0): Generator<Mutation> {
  const seen = new Set<SchemaUri>();
  const pending = [root];
  for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
    const schema = materials.schemas.at(at);
    materials.pay();
    if (seen.has(at) || !isJsonObject(schema)) continue;
    seen.add(at);
    const site: Site = { root, at, schema, value, depth };
    yield* brokenWhole(site, materials);
    if (depth > MAX_DEPTH) continue;
    yield* brokenParts(site, materials, mutations);
    yield* switchedBranches(site, materials);
    pending.push(...inPlace(materials.schemas, site));
  }
}

const BREAKERS: ReadonlyMap<string, Breaker> = new Map(
  Object.entries({
    ...WHOLE_BREAKERS,
    ...NUMBER_BREAKERS,
    ...TEXT_BREAKERS,
    ...arrayBreakers(mutations),
    ...objectBreakers(mutations),
    ...branchBreakers(mutations),
  }),
);

function* brokenWhole(site: Site, materials: Materials): Generator<Mutation> {
  for (const [keyword, breaker] of BREAKERS) {
    if (!Object.hasOwn(site.schema, keyword)) continue;
    for (const value of breaker(site, materials)) {
      materials.pay();
      yield { keyword, pointer: '', at: site.at, value };
    }
  }
}

/** Further schemas that apply to the same value (Core §10.2). Branches that reject the value are left out. */
function inPlace(schemas: SchemaSource, { at, schema, value }: Site): readonly SchemaUri[] {
  const joined: SchemaUri[] = [];
  for (const keyword of ['$ref', '$dynamicRef']) {
    if (typeof schema[keyword] === 'string') joined.push(schemas.resolve(at, schema[keyword]));
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const count = Array.isArray(schema[keyword]) ? schema[keyword].length : 0;
    const branches = Array.from({ length: count }, (_, index) => schemas.child(at, keyword, index));
    joined.push(...branches.filter((branch) => keyword === 'allOf' || schemas.accepts(branch, value)));
  }
  if (schema['if'] !== undefined) {
    const side = schemas.accepts(schemas.child(at, 'if'), value) ? 'then' : 'else';
    if (schema[side] !== undefined) joined.push(schemas.child(at, side));
  }
  for (const [keyword, name] of dependents(schema)) {
    if (isJsonObject(value) && Object.hasOwn(value, name)) joined.push(schemas.child(at, keyword, name));
  }
  return joined;
}

/**
 * The member names in a schema's `dependentSchemas` and `dependencies`. If an object has such a member, a further
 * schema applies to the object. A list of names in `dependencies` is not a schema, and is handled elsewhere.
 */
function dependents(schema: JsonObject): readonly (readonly [keyword: string, name: string])[] {
  return ['dependentSchemas', 'dependencies'].flatMap((keyword) => {
    const members = isJsonObject(schema[keyword]) ? Object.entries(schema[keyword]) : [];
    return members.filter(([, member]) => !Array.isArray(member)).map(([name]) => [keyword, name] as const);
  });
}

/**
 * Values for a place with branches (`oneOf`, `anyOf`): values of the branches that reject the current value, both
 * unchanged and mutated.
 */
function* switchedBranches(site: Site, materials: Materials): Generator<Mutation> {
  const { at, schema, value, depth } = site;
  const { schemas } = materials;
  for (const [keyword, name] of dependents(schema)) {
    if (!isJsonObject(value) || Object.hasOwn(value, name)) continue;
    yield* by(keyword, withMember(value, name, true), schemas.child(at, keyword, name), depth, materials);
  }
  if (schema['if'] === undefined) return;
  const condition = schemas.child(at, 'if');
  if (schema['then'] !== undefined && !schemas.accepts(condition, value)) {
    for (const start of materials.starts(condition))
      yield* by('then', merged(value, start), schemas.child(at, 'then'), depth, materials);
  }
  if (schema['else'] !== undefined && schemas.accepts(condition, value)) {
    for (const { value: other } of mutations(materials, condition, value, depth + 1)) {
      if (!schemas.accepts(condition, other)) yield* by('else', other, schemas.child(at, 'else'), depth, materials);
    }
  }
}

function* by(
  keyword: string,
  value: Json,
  judged: SchemaUri,
  depth: number,
  materials: Materials,
): Generator<Mutation> {
  yield { keyword, pointer: '', value };
  for (const start of [
    value,
    ...materials
      .starts(judged)
      .map((other) => merged(value, other))
      .slice(0, 2),
  ])
    yield* mutations(materials, judged, start, depth + 1);
}
