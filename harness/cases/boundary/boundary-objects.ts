import type { Json, JsonObject } from '../../../contract/json/json.js';
import { interleaved } from '../../../contract/json/interleaved.js';
import { type MemberList, fromMembers } from '../../../contract/json/members.js';
import { admits } from '../nodes/admits.js';
import type { SchemaNode } from '../nodes/schema-node.js';

/** The maximum size of an object that is generated for `maxProperties`. */
const LARGEST_COUNT = 64;
/** Unusual names for additional members. */
const NAMES: readonly string[] = ['a', '', '__proto__', 'a/b', 'ä', 'aB', 'a_b', 'a.b'];
/**
 * Names of additional members that programs often rename or confuse: keywords of programming languages, names with
 * separators, names that differ only in case, and names that the enclosing objects often use too. All these names are
 * put into one object, because surfaces run only a few boundary values.
 */
const RENAMED: readonly string[] = 'class Class from import def None default a-b class_name fromA name id type'.split(
  ' ',
);

export interface MemberEdges {
  /** Boundary values of the member. Configured known values come first. */
  readonly values: readonly Json[];
  /**
   * The values that this member has while the boundary values of other members are tried. Set if known values are
   * configured, or if no other values are valid.
   */
  readonly known?: readonly Json[];
}

/** Provides the boundary values of nodes and of members of objects. */
export interface EdgeSource {
  /**
   * Returns true if a nesting level is so deep that objects get as few members as possible, because otherwise recursion
   * would not end. The boundary values of such levels are incomplete.
   */
  isDeep(depth: number): boolean;
  /** The boundary values of a node, the simplest value first. */
  of(node: SchemaNode, depth: number): readonly Json[];
  /** The boundary values of one member of an object. */
  ofMember(name: string, node: SchemaNode, depth: number): MemberEdges;
  /** Up to `count` distinct values. Boundary values come before other values. */
  several(node: SchemaNode, count: number, depth: number): readonly Json[];
  /**
   * Returns the value of a member. If parts of the value refer to other items, they get known values. `turn` decides
   * which of the known values are used.
   */
  withReferences(name: string, value: Json, node: SchemaNode, turn: number): Json;
  /** Returns the items of an array, changed so that no two items have the same identifier. */
  withDistinctIds(node: SchemaNode, items: readonly Json[]): readonly Json[] | undefined;
}

interface Edges extends MemberEdges {
  readonly name: string;
  readonly required: boolean;
}

/**
 * The boundary values of an object: the smallest object, an object with all members, each boundary value of each
 * member, and additional members with unusual names.
 */
export function* boundaryObjects(node: SchemaNode, boundary: EdgeSource, depth: number): Generator<JsonObject> {
  const { maxProperties } = node.constraints;
  const members = boundary.isDeep(depth) ? node.leastMembers : node.members;
  const edges = members.map(({ name, required, node: below }): Edges => ({
    name,
    required,
    ...boundary.ofMember(name, below, depth + 1),
  }));
  const present = edges.filter(({ values }) => values.length > 0);
  if (edges.some(({ required, values }) => required && values.length === 0)) return;
  const smallest = smallestMembers(node, present, boundary, depth);
  if (smallest === undefined) return;
  yield fromMembers(smallest);
  if (boundary.isDeep(depth)) return;
  // Objects with all members: first with the simplest value of each member, then with two of its other boundary values.
  for (const edge of [0, 2, 3]) yield fromMembers(everything(present, edge, maxProperties));
  for (const member of interleaved(present.map(({ name, values }) => values.map((value) => [name, value] as const)))) {
    const extended = withMember(smallest, member, present);
    if (extended.length <= maxProperties) yield fromMembers(extended);
  }
  yield* freeMembers(node, boundary, smallest, depth);
}

/**
 * Replaces or adds one member. Members keep the order of the contract. Otherwise, two objects could differ only in the
 * order of their members.
 */
function withMember(members: MemberList, member: MemberList[number], present: readonly Edges[]): MemberList {
  const all = new Map([...members, member]);
  const named = present.filter(({ name }) => all.has(name)).map(({ name }) => [name, all.get(name) as Json] as const);
  return [...named, ...members.filter(([name]) => !present.some((edges) => edges.name === name))];
}

/** The required members, and as many optional members as `minProperties` requires. */
function smallestMembers(
  node: SchemaNode,
  present: readonly Edges[],
  boundary: EdgeSource,
  depth: number,
): MemberList | undefined {
  const { minProperties } = node.constraints;
  const needed = new Set(node.leastMembers.map(({ name }) => name));
  const named = present
    .filter(({ name }) => needed.has(name))
    .map(({ name, values }) => [name, values[0] as Json] as const);
  const members = [...named, ...freeMemberList(node, boundary, minProperties - named.length, depth)];
  return members.length >= minProperties ? members : undefined;
}

function everything(present: readonly Edges[], edge: number, maxProperties: number): MemberList {
  let room = maxProperties - present.filter(({ required }) => required).length;
  const taken = present.filter(({ required }) => required || (room -= 1) >= 0);
  return taken.map(({ name, values, known }) => [name, edgeAt(known ?? values, edge)] as const);
}

function edgeAt(values: readonly Json[], edge: number): Json {
  return values[Math.min(edge, values.length - 1)] as Json;
}

/**
 * Objects with members that `properties` does not name: one object for each unusual name that `propertyNames` allows,
 * one for each boundary value of such a member, and one with as many such members as are allowed. The objects of
 * `renamedMembers` follow.
 */
function* freeMembers(
  node: SchemaNode,
  boundary: EdgeSource,
  smallest: MemberList,
  depth: number,
): Generator<JsonObject> {
  const { closed, additional, maxProperties } = node.constraints;
  if (closed || additional.length === 0) return;
  const room = maxProperties - smallest.length;
  const taken = new Set(smallest.map(([name]) => name));
  for (const member of freeMemberList(node, boundary, room > 0 ? NAMES.length : 0, depth))
    if (!taken.has(member[0])) yield fromMembers([...smallest, member]);
  yield* renamedMembers(node, boundary, smallest, depth);
  for (const [name] of freeMemberList(node, boundary, Math.min(room, 1), depth)) {
    for (const value of boundary.of(node.extra, depth + 1)) yield fromMembers([...smallest, [name, value]]);
  }
  if (maxProperties <= LARGEST_COUNT) yield fromMembers([...smallest, ...freeMemberList(node, boundary, room, depth)]);
}

/**
 * Objects that together have all names of `RENAMED` that the schema allows. `maxProperties` decides how many objects
 * are needed.
 */
function* renamedMembers(
  node: SchemaNode,
  boundary: EdgeSource,
  smallest: MemberList,
  depth: number,
): Generator<JsonObject> {
  const { properties, propertyNames, maxProperties } = node.constraints;
  const room = Math.min(RENAMED.length, maxProperties - smallest.length);
  const [value] = boundary.of(node.extra, depth + 1);
  if (room <= 0 || value === undefined) return;
  const taken = new Set([...properties.keys(), ...smallest.map(([name]) => name)]);
  const isAllowed = (name: string): boolean => propertyNames.length === 0 || admits(node.names, name);
  const names = RENAMED.filter((name) => !taken.has(name) && isAllowed(name));
  for (let start = 0; start < names.length; start += room) {
    const members = names.slice(start, start + room).map((name) => [name, value] as const);
    yield fromMembers([...smallest, ...members]);
  }
}

/**
 * Member names for a schema that restricts its member names. The first boundary value of the name schema is used
 * without a check. The other names must pass `admits`, which checks all constraints except formats.
 */
function restrictedNames({ names }: SchemaNode, [first, ...others]: readonly Json[]): readonly Json[] {
  if (first === undefined) return [];
  return [...new Set([first, ...NAMES.filter((name) => admits(names, name)), ...others])];
}

/** Up to `count` members that `properties` does not name. */
export function freeMemberList(node: SchemaNode, boundary: EdgeSource, count: number, depth: number): MemberList {
  const { closed, properties, propertyNames } = node.constraints;
  if (count <= 0 || closed) return [];
  const [value] = boundary.of(node.extra, depth + 1);
  if (value === undefined) return [];
  const numbered = Array.from({ length: count }, (_, index) => `k${index}`);
  const names =
    propertyNames.length === 0
      ? [...NAMES, ...numbered]
      : restrictedNames(node, boundary.several(node.names, count + properties.size, depth + 1));
  const unnamed = names.filter((name): name is string => typeof name === 'string' && !properties.has(name));
  return unnamed.slice(0, count).map((name) => [name, value] as const);
}
