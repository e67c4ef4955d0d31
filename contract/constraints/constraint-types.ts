import type { Json } from '../json/json.js';
import type { SchemaUri } from '../operation.js';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** A condition on a value: the value satisfies a schema, or violates one, or a part of either. */
export interface Term {
  /** Equal keys mean equal conditions. */
  readonly key: string;
  /** The schema that must be satisfied; absent for any other condition. */
  readonly uri?: SchemaUri;
  /**
   * True if schemas above this term ignore the members that the term evaluates (Core §7.7.1.1: a failing schema has no
   * annotations).
   */
  readonly isOpaque?: boolean;
  /** Adds the condition to the draft. Returns the further terms that the conjunction must include. */
  addTo(draft: ConstraintDraft): readonly Term[];
}

const NOT = 'not ';

/** The key of the negated term. For each value, exactly one of the two terms is true. */
export function opposite(key: string): string {
  return key.startsWith(NOT) ? key.slice(NOT.length) : NOT + key;
}

/** A group of choices, at least one of which must hold. `owner` is the key of the term that requires the group. */
interface BranchGroup {
  readonly owner: string;
  readonly choices: readonly Term[];
}

/**
 * An `additionalProperties` or `unevaluatedProperties`, and the members to which it applies (Core §10.3.2.3, §11.3).
 */
export interface Additional {
  readonly schema: Term | false;
  readonly takes: (name: string) => boolean;
}

interface PatternRule {
  readonly pattern: string;
  readonly test: (name: string) => boolean;
  readonly schema: Term;
}

/** A member with a matching name and a matching value must be present. */
interface MemberDemand {
  readonly names: readonly Term[];
  readonly values: readonly Term[];
}

/** Between `min` and `max` items must satisfy `holds`. */
interface ContainsRule {
  readonly holds: Term;
  readonly fails: Term;
  readonly min: number;
  readonly max: number;
}

/**
 * Every constraint of a conjunction in one flat record. `$ref` and `allOf` are followed, so that one value satisfies
 * all of them. Keywords with a choice (`anyOf`, `oneOf`, `if`, `dependent*`, the ways to fail under `not`) remain as
 * groups of branches; one branch of each group is added to the conjunction later. As a set of values the record is
 * never too small, except for the types in `narrowed`.
 */
export interface Constraints {
  /** Keys of all terms of the conjunction. */
  readonly terms: ReadonlySet<string>;
  /** The conjunction contains a `false` schema. */
  readonly never: boolean;
  /** Types for which the record may exclude valid values. For these types an empty set of values proves nothing. */
  readonly narrowed: ReadonlySet<JsonType>;
  /** Contains `integer` whenever it contains `number`, unless only non-integer numbers are possible. */
  readonly types: ReadonlySet<JsonType>;
  /** Values of `enum` and `const`; absent if any value is allowed. */
  readonly candidates?: readonly Json[];
  readonly excluded: readonly Json[];
  readonly minimum: number;
  readonly maximum: number;
  readonly minimumExclusive: boolean;
  readonly maximumExclusive: boolean;
  readonly multiplesOf: readonly number[];
  readonly notMultiplesOf: readonly number[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly notPatterns: readonly string[];
  readonly formats: readonly string[];
  /** All terms for each named member, including `additionalProperties` of schemas that do not name the member. */
  readonly properties: ReadonlyMap<string, readonly Term[]>;
  readonly patternRules: readonly PatternRule[];
  readonly additionals: readonly Additional[];
  readonly required: ReadonlySet<string>;
  readonly demands: readonly MemberDemand[];
  /** Terms for a member that is not in `properties` and matches no pattern. `closed`: no such member is allowed. */
  readonly additional: readonly Term[];
  readonly closed: boolean;
  readonly propertyNames: readonly Term[];
  readonly minProperties: number;
  readonly maxProperties: number;
  /** Terms for each of the leading items; `items` has the terms for every item after them. */
  readonly prefixItems: readonly (readonly Term[])[];
  readonly items: readonly Term[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
  /** At least two items must be equal. */
  readonly repeatedItems: boolean;
  readonly contains: readonly ContainsRule[];
  readonly branches: readonly BranchGroup[];
  /** Annotations (Validation §9.2): default values, which need not be valid. */
  readonly defaults: readonly Json[];
  /** Annotations (Validation §9.4): which side may send the value. */
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** The members and items that one term evaluates, directly or through the terms that it added (Core §11). */
export interface Evaluation {
  readonly names: Set<string>;
  readonly patterns: ((name: string) => boolean)[];
  allMembers: boolean;
  prefix: number;
  allItems: boolean;
  readonly contains: Term[];
  /** The term's own `unevaluated*` evaluates all remaining members or items. */
  restMembers: boolean;
  restItems: boolean;
  /** Keys of the terms that this term added for the same value. */
  readonly parts: Set<string>;
}

/**
 * An `items` keyword, and the number of leading items that the `prefixItems` of the same schema covers (Core
 * §10.3.1.2).
 */
export interface ItemsBehind {
  readonly schema: Term | false;
  readonly prefix: number;
}

/** An `unevaluated*` keyword; `owner` is the key of its term. */
export interface Unevaluated {
  readonly owner: string;
  readonly of: 'members' | 'items';
  readonly schema: Term | false;
}

/** The members of a draft that every added term extends. */
interface Collected {
  /** Key of the term that is being added. */
  owner: string;
  readonly terms: Set<string>;
  readonly narrowed: Set<JsonType>;
  readonly excluded: Json[];
  readonly multiplesOf: number[];
  readonly notMultiplesOf: number[];
  readonly patterns: string[];
  readonly notPatterns: string[];
  readonly formats: string[];
  readonly properties: Map<string, Term[]>;
  readonly patternRules: PatternRule[];
  readonly additionals: Additional[];
  readonly required: Set<string>;
  /** Names that must not be present. */
  readonly forbidden: Set<string>;
  readonly demands: MemberDemand[];
  readonly additional: Term[];
  readonly propertyNames: Term[];
  readonly prefixItems: Term[][];
  readonly items: Term[];
  readonly itemsBehind: ItemsBehind[];
  readonly contains: ContainsRule[];
  readonly branches: BranchGroup[];
  readonly evaluations: Map<string, Evaluation>;
  readonly unevaluated: Unevaluated[];
  readonly defaults: Json[];
}

/** Constraints to which terms are still being added. */
export type ConstraintDraft = {
  -readonly [Key in keyof Omit<Constraints, keyof Collected>]: Constraints[Key];
} & Collected;
