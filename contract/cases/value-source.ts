import { canonicalJson } from '../canonical-json.js';
import type { SchemaSource } from '../contract.js';
import type { Json, JsonObject } from '../json.js';
import type { SchemaUri } from '../operation.js';
import type { JsonType } from './constraint-types.js';
import { setMember } from './members.js';
import type { Random } from './random.js';
import { type Direction, type SchemaNode, SchemaNodes } from './schema-node.js';

/** How deep values nest, and how many parts they have, before only what is required is made. */
const MAX_DEPTH = 5;
const USUAL_PARTS = 400;
/** A value that needs more parts than this is not made. */
const MAX_PARTS = 20_000;
/** How often a value, an element or a name that came out wrong is made again. */
const MAX_TRIES = 40;
/** Free-form members and elements beyond what a minimum demands. */
const USUAL_EXTRA = 4;

/**
 * Makes values that satisfy schemas. Each value is made from the flattened constraints, then judged by the caller: what
 * the flattening cannot see (`not`, `if`, overlapping `oneOf` branches) is met by trying again, a bounded number of times.
 */
export class ValueSource {
  private readonly nodes: SchemaNodes;
  /** Parts of the value in the making. */
  private parts = 0;

  constructor(schemas: SchemaSource, direction: Direction) {
    this.nodes = new SchemaNodes(schemas, direction);
  }

  node(uri: SchemaUri): SchemaNode {
    return this.nodes.of([uri]);
  }

  /** A value that `isValid`, or `undefined` where none was found within the bound. */
  valid(uri: SchemaUri, random: Random, isValid: (value: Json) => boolean): Json | undefined {
    const node = this.node(uri);
    if (!Number.isFinite(node.nesting)) return undefined;
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const value = this.make(node, random);
      if (value !== undefined && isValid(value)) return value;
    }
    return undefined;
  }

  /** A value by the flattened constraints alone. */
  make(node: SchemaNode, random: Random): Json | undefined {
    this.parts = 0;
    return this.part(node, random, 0);
  }

  private part(node: SchemaNode, random: Random, depth: number): Json | undefined {
    this.parts += 1;
    if (this.parts > MAX_PARTS) return undefined;
    const deep = this.isDeep(depth);
    const settled = settle(node, random, deep);
    if (settled === undefined) return undefined;
    if (settled.candidates !== undefined) return settled.candidates.length === 0 ? undefined : random.pick(settled.candidates);
    const types = deep ? settled.typeWays.shallowest : settled.typeWays.possible;
    return types.length === 0 ? undefined : this.ofType(settled, random.pick(types), random, depth);
  }

  /** From here on only what is needed is made. */
  private isDeep(depth: number): boolean {
    return depth >= MAX_DEPTH || this.parts > USUAL_PARTS;
  }

  private ofType(node: SchemaNode, type: JsonType, random: Random, depth: number): Json | undefined {
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return random.oneIn(2);
      case 'integer':
      case 'number':
        return node.number(random);
      case 'string':
        return node.text.any(random);
      case 'array':
        return this.array(node, random, depth);
      case 'object':
        return this.object(node, random, depth);
      default:
        return type satisfies never;
    }
  }

  private array(node: SchemaNode, random: Random, depth: number): readonly Json[] | undefined {
    const { minItems, maxItems, uniqueItems } = node.constraints;
    const length = this.count(minItems, maxItems, random, depth);
    const items: Json[] = [];
    const seen = new Set<string>();
    for (let tries = 0; items.length < length && tries < length + MAX_TRIES; tries += 1) {
      const item = this.part(node.item(items.length), random, depth + 1);
      // Where nothing can be an item, as few as possible is what there is.
      if (item === undefined) break;
      if (uniqueItems) {
        const key = canonicalJson(item);
        if (seen.has(key)) continue;
        seen.add(key);
      }
      items.push(item);
    }
    return items.length >= minItems ? items : undefined;
  }

  private object(node: SchemaNode, random: Random, depth: number): JsonObject | undefined {
    const { minProperties, maxProperties, required } = node.constraints;
    const deep = this.isDeep(depth);
    const members = deep ? node.leastMembers : node.members;
    const object: Record<string, Json> = {};
    let room = maxProperties - required.size;
    let missing = minProperties - required.size;
    let left = members.length - required.size;
    for (const member of members) {
      if (!member.required) {
        // Of the optional ones, half; all that are left, where only all of them make up the minimum.
        const needed = deep || missing >= left;
        left -= 1;
        if (!needed && (room <= 0 || !random.oneIn(2))) continue;
      }
      const value = Number.isFinite(member.node.nesting) ? this.part(member.node, random, depth + 1) : undefined;
      if (value === undefined && member.required) return undefined;
      if (value === undefined) continue;
      setMember(object, member.name, value);
      if (member.required) continue;
      room -= 1;
      missing -= 1;
    }
    const least = Math.max(0, missing);
    const free = node.constraints.additional.length > 0 ? this.count(least, room, random, depth) : least;
    if (!node.constraints.closed) this.addFree(node, object, free, random, depth);
    return object;
  }

  /** Members that no `properties` names: those of maps, and elsewhere as many as a minimum demands. */
  private addFree(node: SchemaNode, object: Record<string, Json>, count: number, random: Random, depth: number): void {
    const { properties } = node.constraints;
    let wanted = count;
    for (let tries = wanted * 4; tries > 0 && wanted > 0; tries -= 1) {
      const name = this.part(node.names, random, MAX_DEPTH);
      if (typeof name !== 'string' || properties.has(name) || Object.hasOwn(object, name)) continue;
      const value = this.part(node.extra, random, depth + 1);
      if (value === undefined) continue;
      setMember(object, name, value);
      wanted -= 1;
    }
  }

  /** A count in `[min, max]`: mostly small, sometimes the smallest, rarely the largest where that is not absurd. */
  private count(min: number, max: number, random: Random, depth: number): number {
    if (max <= min || this.isDeep(depth) || random.oneIn(4)) return min;
    if (max <= 64 && random.oneIn(12)) return max;
    return random.integer(min, Math.min(max, min + USUAL_EXTRA));
  }
}

/** Takes a branch of each group; deep down one of those that nest least, so that every value ends. */
function settle(node: SchemaNode, random: Random, deep: boolean): SchemaNode | undefined {
  let settled = node;
  while (!settled.isSettled) {
    const branches = deep ? settled.branchWays.shallowest : settled.branchWays.possible;
    if (branches.length === 0) return undefined;
    settled = random.pick(branches);
  }
  return settled;
}
