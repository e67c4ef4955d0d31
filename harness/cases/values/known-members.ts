import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';
import { admits } from '../nodes/admits.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { hasFormats } from '../nodes/stated-examples.js';
import type { KnownValues } from './known-values.js';

/** The known values of object members, by member name. A name stands for the members with this name at any depth. */
export class KnownMembers {
  constructor(private readonly values: ReadonlyMap<string, KnownValues>) {}

  /**
   * The known values of a member that its schema allows. If there are none, the result is `undefined`, unless the
   * member permits only known values. A known value that the schema does not allow is for a different member with the
   * same name.
   */
  of(name: string, node: SchemaNode): KnownValues | undefined {
    const stated = this.values.get(name);
    if (stated === undefined || stated.known.length === 0) return stated?.only === true ? stated : undefined;
    const known = stated.known.filter((value) => admits(node, value) && hasFormats(node, value));
    return known.length > 0 ? { known, only: stated.only } : undefined;
  }

  /** Whether the value is a known value of the member. */
  isKnown(name: string, value: Json): boolean {
    const stated = this.values.get(name);
    return stated !== undefined && isListed(stated, value);
  }

  /** Whether each member for which known values exist has one of them, at any depth. */
  areKnown(value: Json): boolean {
    return this.values.size === 0 || everyMember(value, (name, member) => isListed(this.values.get(name), member));
  }

  /** Whether each member that allows only known values has one of them. */
  areAllowed(value: Json): boolean {
    const isAllowed = (name: string, member: Json): boolean => {
      const stated = this.values.get(name);
      return stated?.only !== true || isListed(stated, member);
    };
    return this.values.size === 0 || everyMember(value, isAllowed);
  }

  /** A copy of `value` in which each member that allows only known values has one of them. */
  corrected(value: Json): Json {
    if (this.areAllowed(value)) return value;
    if (Array.isArray(value)) return value.map((item: Json) => this.corrected(item));
    if (!isJsonObject(value)) return value;
    return fromMembers(
      Object.entries(value).map(([name, member]) => {
        const stated = this.values.get(name);
        const isFixed = stated?.only === true && !isListed(stated, member);
        return [name, isFixed ? (stated.known[0] ?? member) : this.corrected(member)];
      }),
    );
  }
}

export const NO_KNOWN_MEMBERS = new KnownMembers(new Map());

function isListed(stated: KnownValues | undefined, value: Json): boolean {
  return stated === undefined || stated.known.some((known) => canonicalJson(known) === canonicalJson(value));
}

function everyMember(value: Json, holds: (name: string, member: Json) => boolean): boolean {
  if (Array.isArray(value)) return value.every((item: Json) => everyMember(item, holds));
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, member]) => holds(name, member) && everyMember(member, holds));
}
