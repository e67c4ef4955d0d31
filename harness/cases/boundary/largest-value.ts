import type { Json } from '../../../contract/json/json.js';
import type { MemberList } from '../../../contract/json/members.js';
import { fromMembers } from '../../../contract/json/members.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { type EdgeSource, freeMemberList } from './boundary-objects.js';

/**
 * The maximum size of a large value in bytes. Most services and proxies accept bodies of this size. Many refuse bodies
 * above 64 KiB or 100 kB.
 */
const MOST_BYTES = 32_768;
/** The maximum number of items of a generated array, and of members of a generated map. */
const MOST_PARTS = 64;
/**
 * The maximum number of branches of a `oneOf` or `anyOf` that are examined, and the maximum nesting of such branches.
 */
const MAX_BRANCHES = 4;
const MAX_GROUPS = 3;

/** Makes the largest value of each node. A node of a recursive schema has a separate value for each nesting depth. */
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
    return items.length < minItems ? undefined : this.edges.withDistinctIds(node, items);
  }

  /**
   * An object with as many bytes as allowed. A member that would exceed the size gets a smaller value, or is omitted if
   * it is optional.
   */
  #object(node: SchemaNode, depth: number): Json | undefined {
    const { maxProperties, additional } = node.constraints;
    const members: MemberList[number][] = [];
    let room = MOST_BYTES;
    for (const { name, required, node: below } of node.members) {
      const { values, known } = this.edges.ofMember(name, below, depth + 1);
      const own = some(this.of(below, depth + 1)).map((value) => this.edges.withReferences(name, value, below, 0));
      const fitting = largest(known ?? [...own, ...values], room);
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
 * A value with many bytes: each member and item has its largest boundary value, and arrays and maps are full. Such
 * values find code with a buffer of fixed size. `undefined` if no value within `MOST_BYTES` exists.
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

export function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function some(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : [value];
}
