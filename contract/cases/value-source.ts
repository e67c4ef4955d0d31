import type { SchemaSource } from '../contract.js';
import type { Json, JsonObject } from '../json.js';
import type { SchemaUri } from '../operation.js';
import { ALL_TYPES, type Constraints, type JsonType, flatten } from './constraints.js';
import { numberWithin } from './number-source.js';
import type { Random } from './random.js';
import { type TextSource, textSource } from './text-source.js';

/** How deep values nest before only what is required is made, and how often a value that came out wrong is made again. */
const MAX_DEPTH = 5;
const MAX_TRIES = 40;
/** Free-form members and elements beyond what a minimum demands. */
const USUAL_EXTRA = 4;

/**
 * Makes values that satisfy a conjunction of schemas. Each value is made from the flattened constraints, then judged by
 * Ajv: what the flattening cannot see (`not`, `if`, overlapping `oneOf` branches) is met by trying again, a bounded number of times.
 */
export class ValueSource {
  private readonly nodes = new Map<string, Node>();

  constructor(private readonly schemas: SchemaSource) {}

  /** A valid value, or `undefined` where none was found within the bound. */
  valid(uri: SchemaUri, random: Random): Json | undefined {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const value = this.make([uri], random, 0);
      if (value !== undefined && this.schemas.accepts(uri, value)) return value;
    }
    return undefined;
  }

  accepts(uri: SchemaUri, value: Json): boolean {
    return this.schemas.accepts(uri, value);
  }

  /** The constraints of a conjunction, flattened once. */
  constraints(conjunction: readonly SchemaUri[]): Constraints {
    return this.node(conjunction).constraints;
  }

  /** A value by the flattened constraints alone; `undefined` where they exclude each other. */
  make(conjunction: readonly SchemaUri[], random: Random, depth: number): Json | undefined {
    let chosen = conjunction;
    let node = this.node(chosen);
    // Each branch may bring further branches; a cycle of them ends at the depth bound.
    for (let round = 0; node.constraints.branches.length > node.taken && round < 2 * MAX_DEPTH; round += 1) {
      chosen = [...chosen, ...node.constraints.branches.slice(node.taken).map((group) => this.pickBranch(group, random, depth))];
      node = this.node(chosen, node.constraints.branches.length);
    }
    if (node.constraints.impossible) return undefined;
    return this.makeFrom(node, random, depth);
  }

  private node(conjunction: readonly SchemaUri[], taken = 0): Node {
    const key = conjunction.length === 1 && taken === 0 ? (conjunction[0] as string) : `${taken} ${conjunction.join(' ')}`;
    let node = this.nodes.get(key);
    if (node === undefined) {
      const constraints = flatten(this.schemas, conjunction);
      node = { constraints, taken, types: usableTypes(constraints), text: textSource(constraints) };
      this.nodes.set(key, node);
    }
    return node;
  }

  private pickBranch(group: readonly SchemaUri[], random: Random, depth: number): SchemaUri {
    // Deep down the first branch is taken: by habit the simplest, and never deeper than any other by choice.
    return depth > MAX_DEPTH ? (group[0] as SchemaUri) : random.pick(group);
  }

  private makeFrom(node: Node, random: Random, depth: number): Json | undefined {
    const { constraints } = node;
    if (constraints.candidates !== undefined) return random.pick(constraints.candidates);
    const type = random.pick(node.types);
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return random.oneIn(2);
      case 'integer':
      case 'number':
        return numberWithin(constraints, type === 'integer', random);
      case 'string':
        return node.text(random);
      case 'array':
        return this.makeArray(constraints, random, depth);
      case 'object':
        return this.makeObject(constraints, random, depth);
      default:
        return type satisfies never;
    }
  }

  private makeArray(constraints: Constraints, random: Random, depth: number): Json | undefined {
    const most = constraints.itemsClosed ? constraints.prefixItems.length : Infinity;
    const length = count(constraints.minItems, Math.min(constraints.maxItems, most), random, depth);
    const items: Json[] = [];
    const seen = new Set<string>();
    for (let tries = 0; items.length < length && tries < length + MAX_TRIES; tries += 1) {
      const conjunction = constraints.prefixItems[items.length] ?? constraints.items;
      const item = this.make(conjunction, random, depth + 1);
      if (item === undefined) return undefined;
      const key = constraints.uniqueItems ? JSON.stringify(item) : '';
      if (constraints.uniqueItems && seen.has(key)) continue;
      seen.add(key);
      items.push(item);
    }
    return items;
  }

  private makeObject(constraints: Constraints, random: Random, depth: number): Json | undefined {
    const members: [string, Json][] = [];
    for (const [name, conjunction] of constraints.properties) {
      const needed = constraints.required.has(name);
      if (!needed && (depth >= MAX_DEPTH || members.length >= constraints.maxProperties || random.oneIn(2))) continue;
      const member = this.make(conjunction, random, depth + 1);
      if (member !== undefined) members.push([name, member]);
      else if (needed) return undefined;
    }
    this.addFreeMembers(constraints, members, random, depth);
    return fromMembers(members);
  }

  private addFreeMembers(constraints: Constraints, members: [string, Json][], random: Random, depth: number): void {
    for (const name of constraints.required) {
      if (!constraints.properties.has(name)) members.push([name, this.make(constraints.additional, random, depth + 1) ?? null]);
    }
    const map = constraints.additional.length > 0 && !constraints.closed;
    const wanted = map ? count(0, Math.min(constraints.maxProperties - members.length, USUAL_EXTRA), random, depth) : 0;
    const least = constraints.closed ? 0 : Math.max(0, constraints.minProperties - members.length);
    const names = new Set(members.map(([name]) => name));
    for (let tries = 0; tries < Math.max(wanted, least) * 4 && names.size < Math.max(wanted, least) + members.length; tries += 1) {
      const name = this.make(constraints.propertyNames, random, MAX_DEPTH) ?? '';
      if (typeof name !== 'string' || names.has(name) || constraints.properties.has(name)) continue;
      names.add(name);
      const member = this.make(constraints.additional, random, depth + 1);
      if (member !== undefined) members.push([name, member]);
    }
  }
}

interface Node {
  readonly constraints: Constraints;
  /** How many of the branch groups the conjunction already has a branch of. */
  readonly taken: number;
  readonly types: readonly JsonType[];
  readonly text: TextSource;
}

/** `integer` is left to `number` where both go, so that a number is not twice as likely as any other type. */
function usableTypes(constraints: Constraints): readonly JsonType[] {
  return ALL_TYPES.filter((type) => constraints.types.has(type) && !(type === 'integer' && constraints.types.has('number')));
}

/** A count in `[min, max]`: mostly small, sometimes the smallest, rarely the largest where that is not absurd. */
function count(min: number, max: number, random: Random, depth: number): number {
  if (max <= min || depth >= MAX_DEPTH) return min;
  if (random.oneIn(4)) return min;
  if (max <= 64 && random.oneIn(12)) return max;
  return random.integer(min, Math.min(max, min + USUAL_EXTRA));
}

/** Defines members as own properties, `__proto__` included. */
export function fromMembers(members: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(members);
}
