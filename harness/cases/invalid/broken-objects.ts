import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Breaker, Mutate, Site } from './broken.js';
import { distinct } from '../../../contract/json/interleaved.js';
import type { Materials } from './materials.js';
import { lengthNeighbours } from '../scalars/pattern-neighbours.js';
import { type MemberList, fromMembers } from '../../../contract/json/members.js';

/** The maximum number of members of a map that is created to exceed `maxProperties`. */
const LARGEST_COUNT = 200;
/** A member name that no realistic contract uses. */
export const UNKNOWN_MEMBER = 'x-unknown-member';
/** A member name that must be escaped in a JSON Pointer (RFC 6901 §3). */
const ESCAPED = 'a/b';
/** The maximum number of invalid names that are tried for one `propertyNames` schema. */
const NAMES_TRIED = 24;

/** Objects with too few, too many, missing or unknown members, or with invalid member names. */
export function objectBreakers(mutate: Mutate): Readonly<Record<string, Breaker>> {
  return {
    required: onObjects(({ schema }, value) => named(schema['required']).map((name) => without(value, name))),
    dependentRequired: onObjects(({ schema }, value) => missingDependents(schema['dependentRequired'], value)),
    dependencies: onObjects(({ schema }, value) => missingDependents(schema['dependencies'], value)),
    minProperties: onObjects(({ schema, root }, value, materials) => {
      const least = Number(schema['minProperties']);
      const { required } = materials.constraints(root);
      const ordered = Object.entries(value).toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
      return least > 0
        ? [ordered.slice(0, least - 1), ordered.slice(0, materials.integer(0, least - 1))].map(fromMembers)
        : [];
    }),
    maxProperties: onObjects((site, value, materials) => [...tooMany(site, value, materials)]),
    additionalProperties: onObjects((site, value, materials) =>
      unknownMembers(site, 'additionalProperties', value, materials),
    ),
    unevaluatedProperties: onObjects((site, value, materials) =>
      unknownMembers(site, 'unevaluatedProperties', value, materials),
    ),
    propertyNames: onObjects((site, value, materials) => brokenNames(site, value, materials, mutate)),
  };
}

type OnObject = (site: Site, value: JsonObject, materials: Materials) => Iterable<Json>;

function onObjects(make: OnObject): Breaker {
  return (site, materials) => (isJsonObject(site.value) ? make(site, site.value, materials) : []);
}

function named(names: Json | undefined): readonly string[] {
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

export function withMember(value: JsonObject, name: string, member: Json): JsonObject {
  return fromMembers([...Object.entries(value).filter(([other]) => other !== name), [name, member]]);
}

function without(value: JsonObject, name: string): JsonObject {
  return fromMembers(Object.entries(value).filter(([other]) => other !== name));
}

/**
 * Objects that have one member, but lack another member that must be present with it (`dependentRequired`, Validation
 * §6.5.4).
 */
function* missingDependents(dependents: Json | undefined, value: JsonObject): Generator<Json> {
  for (const [trigger, names] of isJsonObject(dependents) ? Object.entries(dependents) : []) {
    const needed = named(names);
    const missing = [trigger, ...needed]
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => [name, null] as const);
    const full = fromMembers([...Object.entries(value), ...missing]);
    for (const name of needed) if (name !== trigger) yield without(full, name);
  }
}

function* tooMany(site: Site, value: JsonObject, materials: Materials): Generator<Json> {
  const most = Number(site.schema['maxProperties']);
  if (most > LARGEST_COUNT) return;
  const extra = extraValues(site, materials);
  const { members, constraints } = materials.node(site.root);
  const declared = members.map(({ name, node }) => [name, materials.edges(node)[0] ?? null] as const);
  const free =
    constraints.propertyNames.length === 0
      ? Array.from({ length: most + 1 }, (_, index) => `k${index}`)
      : namesOf(site, materials);
  for (const member of extra) {
    const further: MemberList = [...declared, ...free.map((name) => [name, member] as const)];
    const unused = further.filter(([name]) => !Object.hasOwn(value, name));
    const room = most + 1 - Object.keys(value).length + (materials.isRandom ? materials.integer(0, 3) : 0);
    yield fromMembers([...Object.entries(value), ...unused.slice(0, room)]);
    yield fromMembers([...Object.entries(value), ...unused.slice(-room)]);
  }
}

function namesOf({ root }: Site, materials: Materials): readonly string[] {
  return distinct(materials.edges(materials.node(root).names).filter((name) => typeof name === 'string'));
}

/** Values for a member that `properties` does not name. */
function extraValues({ root }: Site, materials: Materials): readonly Json[] {
  const values = materials.edges(materials.node(root).extra);
  return values.length > 0 ? values.slice(0, 1) : [true, 'text'];
}

function* unknownMembers({ schema }: Site, keyword: string, value: JsonObject, materials: Materials): Generator<Json> {
  if (schema[keyword] !== false) return;
  const declared = isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const similar = declared.slice(0, 3).flatMap((name) => [`${name}x`, name.toUpperCase()]);
  const chosen = materials.any(4).filter((name) => typeof name === 'string');
  const [member = true] = materials.any(1);
  for (const name of [UNKNOWN_MEMBER, ...similar, 'a', ESCAPED, ...chosen])
    if (!Object.hasOwn(value, name)) yield withMember(value, name, member);
}

function* brokenNames(site: Site, value: JsonObject, materials: Materials, mutate: Mutate): Generator<Json> {
  const child = materials.schemas.child(site.at, 'propertyNames');
  const [extra = true] = extraValues(site, materials);
  const starts = [
    ...Object.keys(value).slice(0, 1),
    ...materials.starts(child).filter((name) => typeof name === 'string'),
  ];
  const pattern = ownValue(materials.schemas.at(child), 'pattern');
  const lengths = typeof pattern === 'string' ? lengthNeighbours(pattern).slice(0, 1) : [];
  const names: Json[] = [...lengths, 'a', '', ESCAPED];
  for (const start of starts.slice(0, 2)) {
    for (const { value: name } of mutate(materials, child, start, site.depth + 1))
      if (names.length < NAMES_TRIED) names.push(name);
  }
  for (const name of [...names, ...materials.any(4)]) {
    if (typeof name === 'string' && !materials.schemas.accepts(child, name)) yield withMember(value, name, extra);
  }
}
