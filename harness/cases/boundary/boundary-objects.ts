import type { Json, JsonObject } from '../../../contract/json/json.js';
import { interleaved } from '../../../contract/json/interleaved.js';
import { type MemberList, fromMembers } from '../../../contract/json/members.js';
import type { SchemaNode } from '../nodes/schema-node.js';

/** The fullest map that a `maxProperties` is shown with. */
const LARGEST_COUNT = 64;
/** Names of free members, where nothing says what they are. */
const NAMES: readonly string[] = ['a', '', '__proto__', 'a/b', 'ä'];

/** Where the values of members come from. */
export interface EdgeSource {
  /** Below the levels that are shown in full only what is needed is made, of what nests least, so that recursive schemas end. */
  isDeep(depth: number): boolean;
  /** The values at the edges of a node, the simplest first. */
  of(node: SchemaNode, depth: number): readonly Json[];
  /** Up to `count` different values: those at the edges, then others. */
  several(node: SchemaNode, count: number, depth: number): readonly Json[];
}

interface Edges {
  readonly name: string;
  readonly required: boolean;
  readonly values: readonly Json[];
}

/** The smallest object; everything at once; each member at each of its edges; free members of awkward names. */
export function* boundaryObjects(node: SchemaNode, boundary: EdgeSource, depth: number): Generator<JsonObject> {
  const { maxProperties } = node.constraints;
  const members = boundary.isDeep(depth) ? node.leastMembers : node.members;
  const edges = members.map(({ name, required, node: below }): Edges => ({ name, required, values: boundary.of(below, depth + 1) }));
  const present = edges.filter(({ values }) => values.length > 0);
  if (edges.some(({ required, values }) => required && values.length === 0)) return;
  const smallest = smallestMembers(node, present, boundary, depth);
  if (smallest === undefined) return;
  yield fromMembers(smallest);
  if (boundary.isDeep(depth)) return;
  // The simplest values, then two that are far from them, of all members at once.
  for (const edge of [0, 2, 3]) yield fromMembers(everything(present, edge, maxProperties));
  for (const member of interleaved(present.map(({ name, values }) => values.map((value) => [name, value] as const)))) {
    const beside = withMember(smallest, member, present);
    if (beside.length <= maxProperties) yield fromMembers(beside);
  }
  yield* freeMembers(node, boundary, smallest, depth);
}

/** In the contract's order, so that no two objects differ in that alone. */
function withMember(members: MemberList, member: MemberList[number], present: readonly Edges[]): MemberList {
  const all = new Map([...members, member]);
  const named = present.filter(({ name }) => all.has(name)).map(({ name }) => [name, all.get(name) as Json] as const);
  return [...named, ...members.filter(([name]) => !present.some((edges) => edges.name === name))];
}

/** What is required, and of the rest as much as a minimum demands. */
function smallestMembers(node: SchemaNode, present: readonly Edges[], boundary: EdgeSource, depth: number): MemberList | undefined {
  const { minProperties } = node.constraints;
  const needed = new Set(node.leastMembers.map(({ name }) => name));
  const named = present.filter(({ name }) => needed.has(name)).map(({ name, values }) => [name, values[0] as Json] as const);
  const members = [...named, ...free(node, boundary, minProperties - named.length, depth)];
  return members.length >= minProperties ? members : undefined;
}

function everything(present: readonly Edges[], edge: number, maxProperties: number): MemberList {
  let room = maxProperties - present.filter(({ required }) => required).length;
  const taken = present.filter(({ required }) => required || (room -= 1) >= 0);
  return taken.map(({ name, values }) => [name, values[Math.min(edge, values.length - 1)] as Json] as const);
}

/** Maps: a member of each awkward name that `propertyNames` allows, and as many as there may be. */
function* freeMembers(node: SchemaNode, boundary: EdgeSource, smallest: MemberList, depth: number): Generator<JsonObject> {
  const { closed, additional, maxProperties } = node.constraints;
  if (closed || additional.length === 0) return;
  const room = maxProperties - smallest.length;
  const taken = new Set(smallest.map(([name]) => name));
  for (const member of free(node, boundary, Math.min(room, 8), depth)) if (!taken.has(member[0])) yield fromMembers([...smallest, member]);
  for (const [name] of free(node, boundary, Math.min(room, 1), depth)) {
    for (const value of boundary.of(node.extra, depth + 1)) yield fromMembers([...smallest, [name, value]]);
  }
  if (maxProperties <= LARGEST_COUNT) yield fromMembers([...smallest, ...free(node, boundary, room, depth)]);
}

/** Up to `count` members that no `properties` names. */
function free(node: SchemaNode, boundary: EdgeSource, count: number, depth: number): MemberList {
  const { closed, properties, propertyNames } = node.constraints;
  if (count <= 0 || closed) return [];
  const [value] = boundary.of(node.extra, depth + 1);
  if (value === undefined) return [];
  const numbered = Array.from({ length: count }, (_, index) => `k${index}`);
  const names = propertyNames.length === 0 ? [...NAMES, ...numbered] : boundary.several(node.names, count + properties.size, depth + 1);
  const unnamed = names.filter((name): name is string => typeof name === 'string' && !properties.has(name));
  return unnamed.slice(0, count).map((name) => [name, value] as const);
}
