import type { Json, JsonObject } from '../../../contract/json/json.js';
import { admits } from '../nodes/admits.js';
import { setMember } from '../../../contract/json/members.js';
import type { Random } from '../scalars/random.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { DEEPEST, type ValueMaking } from './value-making.js';

/** The maximum number of names that are tried for a required member whose name the schema does not fix. */
const MAX_TRIES = 20;

/**
 * Generates an object that satisfies a node. The caller must have chosen a branch from each group of branches (`oneOf`,
 * `anyOf`) of the node.
 */
export function makeObject(
  making: ValueMaking,
  node: SchemaNode,
  random: Random,
  depth: number,
): JsonObject | undefined {
  return new ObjectMaking(making, node, random, depth).object();
}

class ObjectMaking {
  private readonly made: Record<string, Json> = {};
  private size = 0;

  constructor(
    private readonly making: ValueMaking,
    private readonly node: SchemaNode,
    private readonly random: Random,
    private readonly depth: number,
  ) {}

  object(): JsonObject | undefined {
    const { constraints } = this.node;
    for (const demand of constraints.demands.keys()) if (!this.addDemanded(demand)) return undefined;
    if (!this.addNamed()) return undefined;
    const least = Math.max(0, constraints.minProperties - this.size);
    const room = constraints.maxProperties - this.size;
    this.addFree(this.isMap() ? this.making.count(least, room, this.random, this.depth) : least);
    return this.made;
  }

  private add(name: string, value: Json): void {
    setMember(this.made, name, value);
    this.size += 1;
  }

  private has(name: string): boolean {
    return Object.hasOwn(this.made, name);
  }

  /** Adds all required members and half of the other named members, or more if `minProperties` requires more. */
  private addNamed(): boolean {
    const { minProperties, maxProperties, required } = this.node.constraints;
    const deep = this.making.isDeep(this.depth);
    const members = deep ? this.node.leastMembers : this.node.members;
    let room = maxProperties - required.size - this.size;
    let missing = minProperties - required.size - this.size;
    let left = members.length - required.size;
    for (const member of members) {
      if (!member.required) {
        const needed = deep || missing >= left;
        left -= 1;
        if (room <= 0 || (!needed && !this.random.oneIn(2))) continue;
      }
      if (this.has(member.name)) continue;
      const value = Number.isFinite(member.node.nesting)
        ? this.making.member(member.name, member.node, this.random, this.depth + 1)
        : undefined;
      if (value === undefined && member.required) return false;
      if (value === undefined) continue;
      this.add(member.name, value);
      if (member.required) continue;
      room -= 1;
      missing -= 1;
    }
    return true;
  }

  /** Returns true if members without declared names should be added, even if `minProperties` does not require them. */
  private isMap(): boolean {
    const { additional, patternRules, propertyNames } = this.node.constraints;
    return additional.length > 0 || patternRules.length > 0 || propertyNames.length > 0;
  }

  /**
   * Adds members that `properties` does not name. An object that is used as a map always gets some; any other object
   * gets as many as `minProperties` requires.
   */
  private addFree(count: number): void {
    const { properties, closed, patternRules } = this.node.constraints;
    if (closed && patternRules.length === 0) return;
    let wanted = count;
    for (let tries = wanted * 4 + MAX_TRIES; tries > 0 && wanted > 0; tries -= 1) {
      const name = this.making.part(this.freeNames(), this.random, DEEPEST);
      if (typeof name !== 'string' || properties.has(name) || this.has(name)) continue;
      const value = this.memberValue(name, this.node.member(name));
      if (value === undefined) continue;
      this.add(name, value);
      wanted -= 1;
    }
  }

  /**
   * The constraints of a name for an additional member: the name must match one of the patterns or, if the object is
   * open, may be any name.
   */
  private freeNames(): SchemaNode {
    const { closed, patternRules } = this.node.constraints;
    if (patternRules.length === 0 || (!closed && this.random.oneIn(2))) return this.node.names;
    return this.node.patternNames(this.random.below(patternRules.length));
  }

  private memberValue(name: string, node: SchemaNode): Json | undefined {
    return Number.isFinite(node.nesting) ? this.making.member(name, node, this.random, this.depth + 1) : undefined;
  }

  /**
   * Adds a member that fulfils a demand of the schema: a negated keyword, such as `not: { propertyNames }`, may require
   * a member with a certain name and value. In half of the tries, this is a declared member with a fitting name;
   * otherwise, it is a new member.
   */
  private addDemanded(demand: number): boolean {
    const names = this.node.demandedNames(demand);
    const declared = [...this.node.constraints.properties.keys()].filter((name) => admits(names, name));
    for (let tries = MAX_TRIES; tries > 0; tries -= 1) {
      const name = declared.length > 0 && this.random.oneIn(2) ? this.random.pick(declared) : this.demandedName(names);
      if (typeof name !== 'string' || this.has(name)) continue;
      const value = this.memberValue(name, this.node.demanded(demand, name));
      if (value === undefined) continue;
      this.add(name, value);
      return true;
    }
    return false;
  }

  /**
   * A name for a member that fulfils a demand of the schema (see `addDemanded`). If the object permits no other
   * members, the name must match one of the patterns of `patternProperties`.
   */
  private demandedName(names: SchemaNode): Json | undefined {
    const { closed, patternRules } = this.node.constraints;
    if (!closed || patternRules.length === 0) return this.making.part(names, this.random, DEEPEST);
    const name = this.making.part(this.freeNames(), this.random, DEEPEST);
    return name !== undefined && admits(names, name) ? name : undefined;
  }
}
