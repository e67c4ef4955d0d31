import type { Json } from '../../../contract/json/json.js';
import type { MemberList } from '../../../contract/json/members.js';
import { fromMembers } from '../../../contract/json/members.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { type EdgeSource, freeMemberList } from './boundary-objects.js';

/** The maximum size. Most services and proxies accept bodies of this size; many have a limit of 100 kB or 64 KiB. */
const MOST_BYTES = 32_768;
/** The maximum number of elements of a list, and of members of a map. */
const MOST_PARTS = 64;
/** The maximum number of branches, and of nested groups of branches, that are followed. */
const MAX_BRANCHES = 4;
const MAX_GROUPS = 3;

/** Makes the largest value of each node, once for each depth, because a schema may be recursive. */
class LargestValues {
  readonly #known = new Map<SchemaNode, (Json | undefined)[]>();

  constructor(private readonly edges: EdgeSource) {}

  of(node: SchemaNode, depth: number, groups = 0): Json | undefined {
    const known = this.#known.get(node) ?? [];
    this.#known.set(node, known);
    if (!(depth in known)) known[depth] = this.#made(node, depth, groups);
    return known[depth];
  }

  #made(node: SchemaNode, depth: number, groups: number): Json | undefined {
    const values = [...this.edges.of(node, depth)];
    if (!this.edges.isDeep(depth) && node.candidates === undefined) {
      if (node.isSettled) values.push(...this.#full(node, depth));
      else if (groups < MAX_GROUPS)
        for (const branch of node.branchWays.possible.slice(0, MAX_BRANCHES))
          values.push(...some(this.of(branch, depth, groups + 1)));
    }
    return largest(values);
  }

  #full(node: SchemaNode, depth: number): readonly Json[] {
    return node.typeWays.possible.flatMap((type) => {
      if (type === 'array') return some(this.#list(node, depth));
      return type === 'object' ? some(this.#object(node, depth)) : [];
    });
  }

  #list(node: SchemaNode, depth: number): Json | undefined {
    const { minItems, maxItems, prefixItems, uniqueItems } = node.constraints;
    const count = Math.min(maxItems, MOST_PARTS);
    if (prefixItems.length > 0 || count < minItems) return undefined;
    const below = node.item(0);
    const item = uniqueItems ? undefined : this.of(below, depth + 1);
    const items = uniqueItems
      ? bySize(this.edges.several(below, 2 * count, depth + 1)).slice(0, count)
      : Array.from({ length: item === undefined ? 0 : count }, () => item as Json);
    return items.length < minItems ? undefined : items;
  }

  /** An object. A member that would exceed the size gets a smaller value, or is omitted if it is not required. */
  #object(node: SchemaNode, depth: number): Json | undefined {
    const { maxProperties, additional } = node.constraints;
    const members: MemberList[number][] = [];
    let room = MOST_BYTES;
    for (const { name, required, node: below } of node.members) {
      const { values, known } = this.edges.ofMember(name, below, depth + 1);
      const fitting = largest(known ?? [...some(this.of(below, depth + 1)), ...values], room);
      const used = required ? (fitting ?? values[0]) : members.length < maxProperties ? fitting : undefined;
      if (used === undefined && required) return undefined;
      if (used !== undefined) members.push([name, used]);
      room -= used === undefined ? 0 : sizeOf(used);
    }
    const extra = additional.length === 0 ? undefined : this.of(node.extra, depth + 1);
    const count = Math.min(maxProperties, MOST_PARTS) - members.length;
    for (const [name] of extra === undefined ? [] : freeMemberList(node, this.edges, count, depth))
      if ((room -= sizeOf(extra ?? null)) >= 0) members.push([name, extra as Json]);
    return fromMembers(members);
  }
}

/**
 * A value with many bytes: each member and element has its largest boundary value, and lists and maps are full. Code
 * with a buffer of a fixed size fails only for such values. `undefined` if there is no value within `MOST_BYTES`.
 */
export function largestValue(node: SchemaNode, edges: EdgeSource): Json | undefined {
  return new LargestValues(edges).of(node, 0);
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
