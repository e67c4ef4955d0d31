import type { Json } from '../../../contract/json/json.js';
import type { MemberList } from '../../../contract/json/members.js';
import { fromMembers } from '../../../contract/json/members.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { type EdgeSource, freeMemberList } from './boundary-objects.js';

/** Services and proxies accept bodies of this size by default; many have a limit of 100 kB or 64 KiB. */
const MOST_BYTES = 32_768;
/** Most elements of a list and most members of a map. */
const MOST_PARTS = 64;
/** Branches, and nested groups of branches, that are followed. */
const MAX_BRANCHES = 4;
const MAX_GROUPS = 3;

/**
 * A value with many bytes: each member and element has its largest boundary value, and lists and maps are full. Code
 * with a buffer of a fixed size fails only for such values. `undefined` if there is no value within `MOST_BYTES`.
 */
export function largestValue(node: SchemaNode, edges: EdgeSource, depth = 0, groups = 0): Json | undefined {
  const values = [...edges.of(node, depth)];
  if (!edges.isDeep(depth) && node.candidates === undefined) {
    if (node.isSettled) values.push(...full(node, edges, depth));
    else if (groups < MAX_GROUPS)
      for (const branch of node.branchWays.possible.slice(0, MAX_BRANCHES))
        values.push(...some(largestValue(branch, edges, depth, groups + 1)));
  }
  return largest(values);
}

function full(node: SchemaNode, edges: EdgeSource, depth: number): readonly Json[] {
  return node.typeWays.possible.flatMap((type) => {
    if (type === 'array') return some(fullList(node, edges, depth));
    return type === 'object' ? some(fullObject(node, edges, depth)) : [];
  });
}

function fullList(node: SchemaNode, edges: EdgeSource, depth: number): Json | undefined {
  const { minItems, maxItems, prefixItems, uniqueItems } = node.constraints;
  const count = Math.min(maxItems, MOST_PARTS);
  if (prefixItems.length > 0 || count < minItems) return undefined;
  const below = node.item(0);
  const item = uniqueItems ? undefined : largestValue(below, edges, depth + 1);
  const items = uniqueItems
    ? bySize(edges.several(below, 2 * count, depth + 1)).slice(0, count)
    : Array.from({ length: item === undefined ? 0 : count }, () => item as Json);
  return items.length < minItems ? undefined : items;
}

/** Members that would exceed the size have a smaller value, or are omitted if they are not required. */
function fullObject(node: SchemaNode, edges: EdgeSource, depth: number): Json | undefined {
  const { maxProperties, additional } = node.constraints;
  const members: MemberList[number][] = [];
  let room = MOST_BYTES;
  for (const { name, required, node: below } of node.members) {
    const values = edges.of(below, depth + 1);
    const fitting = largest([...some(largestValue(below, edges, depth + 1)), ...values], room);
    const used = required ? (fitting ?? values[0]) : members.length < maxProperties ? fitting : undefined;
    if (used === undefined && required) return undefined;
    if (used !== undefined) members.push([name, used]);
    room -= used === undefined ? 0 : sizeOf(used);
  }
  const extra = additional.length === 0 ? undefined : largestValue(node.extra, edges, depth + 1);
  const count = Math.min(maxProperties, MOST_PARTS) - members.length;
  for (const [name] of extra === undefined ? [] : freeMemberList(node, edges, count, depth))
    if ((room -= sizeOf(extra ?? null)) >= 0) members.push([name, extra as Json]);
  return fromMembers(members);
}

function largest(values: readonly Json[], most = MOST_BYTES): Json | undefined {
  return bySize(values.filter((value) => sizeOf(value) <= most))[0];
}

function bySize(values: readonly Json[]): readonly Json[] {
  return values
    .map((value) => ({ value, size: sizeOf(value) }))
    .toSorted((a, b) => b.size - a.size)
    .map(({ value }) => value);
}

/** Bytes of the value as JSON. */
export function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function some(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : [value];
}
