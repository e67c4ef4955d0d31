import type { Json } from '../json/json.js';
import type { SchemaUri } from '../operation.js';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** A condition on a value. For example, the value must satisfy a schema, violate a schema, or have a certain type. */
export interface Term {
  /** The identity of the condition. Two terms with equal keys are the same condition. */
  readonly key: string;
  /** The schema that the value must satisfy; omitted for other conditions. */
  readonly uri?: SchemaUri;
  /**
   * True if what the term evaluates does not count as evaluated for the schemas around it. This is the case for a
   * schema that must fail, because a failing schema has no annotations (Core §7.7.1.1).
   */
  readonly isOpaque?: boolean;
  /** Adds the condition to the draft of the constraints. Returns further conditions that the value must also meet. */
  addTo(draft: ConstraintDraft): readonly Term[];
}

const NOT = 'not ';

/** The key of the negated term. Every value meets either a term or its negation, but not both. */
export function opposite(key: string): string {
  return key.startsWith(NOT) ? key.slice(NOT.length) : NOT + key;
}

/** A choice: the value must meet at least one of the terms. `owner` is the key of the term that requires this. */
interface BranchGroup {
  readonly owner: string;
  readonly choices: readonly Term[];
}

/**
 * The schema of a keyword `additionalProperties` or `unevaluatedProperties`, with a test for the members to which the
 * keyword applies (Core §10.3.2.3, §11.3).
 */
export interface Additional {
  readonly schema: Term | false;
  /** Whether the keyword applies to the member with this name. */
  readonly takes: (name: string) => boolean;
}

interface PatternRule {
  readonly pattern: string;
  readonly test: (name: string) => boolean;
  readonly schema: Term;
}

/** A requirement that an object has at least one member whose name and value match. */
interface MemberDemand {
  readonly names: readonly Term[];
  readonly values: readonly Term[];
}

/**
 * A requirement for the items of a list: at least `min` and at most `max` of them meet the term `holds`. `fails` is the
 * negation of `holds`.
 */
interface ContainsRule {
  readonly holds: Term;
  readonly fails: Term;
  readonly min: number;
  readonly max: number;
}

/**
 * All constraints that a value must meet at the same time, in one flat record. `$ref` and `allOf` are already included.
 * Keywords that offer a choice (`anyOf`, `oneOf`, `if`, `dependent*`, and the ways to fail under `not`) are kept as
 * groups of branches. The caller adds one branch of each group later. The record never excludes a valid value, except
 * for the types in `narrowed`.
 */
export interface Constraints {
  /** Keys of all terms that this record includes. */
  readonly terms: ReadonlySet<string>;
  /** True if one of the schemas is `false`, so that no value is valid. */
  readonly never: boolean;
  /**
   * Types for which the record may be too strict: it may exclude valid values of these types. If no value of such a
   * type meets the record, a valid value may still exist.
   */
  readonly narrowed: ReadonlySet<JsonType>;
  /**
   * The allowed types. Contains `integer` whenever it contains `number`, unless only non-integer numbers are possible.
   */
  readonly types: ReadonlySet<JsonType>;
  /** The only allowed values, from `enum` and `const`. Omitted if there are no such keywords. */
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
  /**
   * The terms for the value of each named member. They include terms from `additionalProperties` of schemas that do not
   * name the member.
   */
  readonly properties: ReadonlyMap<string, readonly Term[]>;
  readonly patternRules: readonly PatternRule[];
  readonly additionals: readonly Additional[];
  readonly required: ReadonlySet<string>;
  readonly demands: readonly MemberDemand[];
  /** The terms for the value of each member that is not in `properties` and matches no pattern. */
  readonly additional: readonly Term[];
  /** True if an object may have no other members than those in `properties` and those that match a pattern. */
  readonly closed: boolean;
  readonly propertyNames: readonly Term[];
  readonly minProperties: number;
  readonly maxProperties: number;
  /** The terms for each of the first items, by position. `items` has the terms for all later items. */
  readonly prefixItems: readonly (readonly Term[])[];
  readonly items: readonly Term[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
  /** Whether at least two items must be equal, because `uniqueItems` must fail. */
  readonly repeatedItems: boolean;
  readonly contains: readonly ContainsRule[];
  readonly branches: readonly BranchGroup[];
  /**
   * The default values that the schemas state. A default is only an annotation (Validation §9.2), so it need not be
   * valid.
   */
  readonly defaults: readonly Json[];
  /**
   * The examples that the schemas state, and values of a standard that their descriptions mention. They need not be
   * valid.
   */
  readonly examples: readonly Json[];
  /** Whether a schema marks the value as `readOnly` or `writeOnly` (Validation §9.4). */
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/**
 * The members and items that the schema of one term evaluates, directly or through the terms that follow from it (Core
 * §11).
 */
export interface Evaluation {
  readonly names: Set<string>;
  readonly patterns: ((name: string) => boolean)[];
  allMembers: boolean;
  prefix: number;
  allItems: boolean;
  readonly contains: Term[];
  /** Whether an `unevaluatedProperties` of the schema itself evaluates all remaining members. */
  restMembers: boolean;
  /** Whether an `unevaluatedItems` of the schema itself evaluates all remaining items. */
  restItems: boolean;
  /** Keys of the terms for the same value that follow from the term. */
  readonly parts: Set<string>;
}

/**
 * An `items` keyword, as a term for the items to which it applies. It does not apply to the first `prefix` items,
 * because `prefixItems` of the same schema applies to them (Core §10.3.1.2).
 */
export interface ItemsBehind {
  /** The schema for the items after the first ones; `false` if no such items are allowed. */
  readonly schema: Term | false;
  readonly prefix: number;
}

/**
 * A keyword `unevaluatedProperties` or `unevaluatedItems`. `owner` is the key of the term for the schema that contains
 * it.
 */
export interface Unevaluated {
  readonly owner: string;
  readonly of: 'members' | 'items';
  readonly schema: Term | false;
}

/** The parts of a draft that change in place while terms are added. */
interface Collected {
  /** Key of the term that is being added to the draft. */
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
  /** Names of members that the object must not have. */
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
  readonly examples: Json[];
}

/** Constraints that are not complete yet: terms are still being added. */
export type ConstraintDraft = {
  -readonly [Key in keyof Omit<Constraints, keyof Collected>]: Constraints[Key];
} & Collected;
