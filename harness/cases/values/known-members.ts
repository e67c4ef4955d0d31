import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';
import { admits } from '../nodes/admits.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { hasFormats } from '../nodes/stated-examples.js';
import type { KnownValues } from './known-values.js';

/**
 * A key for the known values of a member that has different values in different objects, such as `id`. `owner` is the
 * name of the member that contains the object, or the list of objects. For `{"customer": {"id": 7}}`, the key is
 * `customer.id`.
 */
export function nameWithin(owner: string, name: string): string {
  return `${owner}.${name}`;
}

/**
 * The known values of object members. The key is the name of the member, and applies to members with this name at any
 * depth. A key with an owner, such as `customer.id` (`nameWithin`), takes precedence.
 */
export class KnownMembers {
  private readonly owners: ReadonlySet<string>;

  constructor(private readonly values: ReadonlyMap<string, KnownValues>) {
    const names = [...values.keys()].filter((name) => name.includes('.'));
    this.owners = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
  }

  /**
   * The known values of a member that its schema allows. Known values that the schema does not allow are for a
   * different member with the same name. If the schema allows none, the result is `undefined`, unless the member
   * permits only known values.
   */
  of(name: string, node: SchemaNode): KnownValues | undefined {
    const stated = this.values.get(name);
    if (stated === undefined || stated.known.length === 0) return stated?.only === true ? stated : undefined;
    const known = stated.known.filter((value) => admits(node, value) && hasFormats(node, value));
    return known.length > 0 ? { known, only: stated.only } : undefined;
  }

  /**
   * A copy of the value of a member, in which the members whose key has an owner (`customer.id`) have known values.
   * `turn` chooses among the known values. Returns the value itself if its schema does not allow the known values.
   */
  withReferences(owner: string, value: Json, node: SchemaNode, turn: number): Json {
    if (!this.owners.has(owner)) return value;
    const changed = this.placed(owner, value, turn);
    return changed !== value && admits(node, changed) && hasFormats(node, changed) ? changed : value;
  }

  private placed(owner: string, value: Json, turn: number): Json {
    if (Array.isArray(value)) return value.map((item: Json, index) => this.placed(owner, item, turn + index));
    if (!isJsonObject(value)) return value;
    return fromMembers(
      Object.entries(value).map(([name, member]) => {
        const known = this.values.get(nameWithin(owner, name))?.known.filter((each) => each !== null) ?? [];
        return [name, known[turn % known.length] ?? member];
      }),
    );
  }

  /** Returns true if there are known values that apply to the members with this name in all objects. */
  has(name: string): boolean {
    return this.values.has(name);
  }

  /** Returns true if the value is a known value of the member. */
  isKnown(name: string, value: Json, owner?: string): boolean {
    const stated = this.stated(owner, name);
    return stated !== undefined && isListed(stated, value);
  }

  private stated(owner: string | undefined, name: string): KnownValues | undefined {
    return (owner === undefined ? undefined : this.values.get(nameWithin(owner, name))) ?? this.values.get(name);
  }

  /** Returns true if each member for which known values exist has one of them, at any depth. */
  areKnown(value: Json): boolean {
    return (
      this.values.size === 0 || everyMember(value, (name, member, owner) => isListed(this.stated(owner, name), member))
    );
  }

  /** Returns true if each member that allows only known values has one of them. */
  areAllowed(value: Json, within?: string): boolean {
    const isAllowed: Holds = (name, member, owner) => {
      const stated = this.stated(owner, name);
      return stated?.only !== true || isListed(stated, member);
    };
    return this.values.size === 0 || everyMember(value, isAllowed, within);
  }

  /** A copy of `value` in which each member that allows only known values has one of them. */
  corrected(value: Json, owner?: string): Json {
    if (this.areAllowed(value, owner)) return value;
    if (Array.isArray(value)) return value.map((item: Json) => this.corrected(item, owner));
    if (!isJsonObject(value)) return value;
    return fromMembers(
      Object.entries(value).map(([name, member]) => {
        const stated = this.stated(owner, name);
        const isFixed = stated?.only === true && !isListed(stated, member);
        return [name, isFixed ? (stated.known[0] ?? member) : this.corrected(member, name)];
      }),
    );
  }
}

export const NO_KNOWN_MEMBERS = new KnownMembers(new Map());

function isListed(stated: KnownValues | undefined, value: Json): boolean {
  return stated === undefined || stated.known.some((known) => canonicalJson(known) === canonicalJson(value));
}

/** Returns true if a condition is met for a member. `owner` is the name of the member that contains the object. */
type Holds = (name: string, member: Json, owner: string | undefined) => boolean;

function everyMember(value: Json, holds: Holds, owner?: string): boolean {
  if (Array.isArray(value)) return value.every((item: Json) => everyMember(item, holds, owner));
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(
    ([name, member]) => holds(name, member, owner) && everyMember(member, holds, name),
  );
}
