import { type Json, type JsonObject, isJsonObject } from '../json.js';
import type { BoundaryValues } from './boundary-values.js';
import { type Broken, brokenTexts } from './broken-scalars.js';
import { type MemberList, fromMembers } from './members.js';
import type { SchemaNode } from './schema-node.js';

/** Lists and maps beyond so many are not made to show that a maximum is exceeded. */
const LARGEST_COUNT = 200;
/** A name that no contract of a sane mind uses. */
const UNKNOWN_MEMBER = 'x-unknown-member';

/** Arrays and objects with one item or member too few, too many, twice, or of a name that may not be. */
export function brokenCollections(node: SchemaNode, value: Json, boundary: BoundaryValues): readonly Broken[] {
  if (Array.isArray(value)) return brokenArrays(node, value as readonly Json[], boundary);
  return isJsonObject(value) ? brokenObjects(node, value, boundary) : [];
}

function brokenArrays(node: SchemaNode, value: readonly Json[], boundary: BoundaryValues): readonly Broken[] {
  const { minItems, maxItems, uniqueItems } = node.constraints;
  const broken: Broken[] = [];
  const [item = boundary.of(node.item(0))[0]] = value;
  if (minItems > 0) broken.push(['minItems', value.slice(0, minItems - 1)]);
  const twice = item === undefined ? [] : [item, ...(value.length === 0 ? [item] : value)];
  if (uniqueItems && twice.length > 0 && twice.length <= maxItems) broken.push(['uniqueItems', twice]);
  if (maxItems < LARGEST_COUNT) broken.push(['maxItems', filled(node, value, boundary)]);
  return broken;
}

/** One more than there may be, all different. */
function filled(node: SchemaNode, value: readonly Json[], boundary: BoundaryValues): readonly Json[] {
  const { maxItems } = node.constraints;
  const taken = new Set(value.map((item) => JSON.stringify(item)));
  const more = boundary.several(node.item(maxItems), maxItems + 1, 1).filter((item) => !taken.has(JSON.stringify(item)));
  return [...value, ...more].slice(0, maxItems + 1);
}

function brokenObjects(node: SchemaNode, value: JsonObject, boundary: BoundaryValues): readonly Broken[] {
  const { closed, minProperties, maxProperties, required, properties } = node.constraints;
  const members: MemberList = Object.entries(value);
  const broken: Broken[] = [];
  if (closed) broken.push(['additionalProperties', fromMembers([...members, [UNKNOWN_MEMBER, true]])]);
  if (required.size < minProperties) {
    const ordered = members.toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
    broken.push(['minProperties', fromMembers(ordered.slice(0, minProperties - 1))]);
  }
  if (maxProperties < LARGEST_COUNT) {
    const tooMany = [...members, ...furtherMembers(node, value, boundary)].slice(0, maxProperties + 1);
    broken.push(['maxProperties', fromMembers(tooMany)]);
  }
  const extra = boundary.of(node.extra, 1)[0] ?? null;
  for (const name of brokenNames(node, boundary)) broken.push(['propertyNames', fromMembers([...members, [name, extra]])]);
  const forbidden = [...properties.keys()].filter((name) => node.member(name).constraints.never);
  for (const name of forbidden) broken.push(['false', fromMembers([...members, [name, null]])]);
  return broken;
}

/** What may stand beside the members of a value: the declared ones that it lacks, then free ones. */
function furtherMembers(node: SchemaNode, value: JsonObject, boundary: BoundaryValues): MemberList {
  const { closed, maxProperties, propertyNames } = node.constraints;
  const absent = node.members.filter(({ name }) => !Object.hasOwn(value, name));
  const declared = absent.map(({ name, node: below }) => [name, boundary.of(below, 1)[0]] as const);
  const numbered = Array.from({ length: maxProperties + 1 }, (_, index) => `k${index}`);
  const names = closed ? [] : propertyNames.length === 0 ? numbered : boundary.several(node.names, maxProperties + 1, 1);
  const unused = names.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(value, name));
  const free = unused.map((name) => [name, boundary.of(node.extra, 1)[0]] as const);
  return [...declared, ...free].filter((member): member is readonly [string, Json] => member[1] !== undefined);
}

function brokenNames(node: SchemaNode, boundary: BoundaryValues): readonly string[] {
  const [name] = boundary.of(node.names, 1);
  if (node.constraints.propertyNames.length === 0 || typeof name !== 'string') return [];
  return brokenTexts(node.names.constraints, name).map(([, text]) => text as string);
}
