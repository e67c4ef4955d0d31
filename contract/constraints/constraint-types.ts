import type { Json } from '../json/json.js';
import type { SchemaUri } from '../operation.js';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** Something that a value must meet: that a schema holds, that it fails, or a part of either. */
export interface Term {
  /** Equal for terms that say the same. */
  readonly key: string;
  /** The schema that it says holds; absent where it says something else. */
  readonly uri?: SchemaUri;
  /** What it evaluates counts for nothing above it (Core §7.7.1.1: a schema that fails leaves no annotations). */
  readonly isOpaque?: boolean;
  /** Adds what it says; answers the terms that join the conjunction because of it. */
  addTo(draft: ConstraintDraft): readonly Term[];
}

const NOT = 'not ';

/** The key of the term that says the contrary: of that a schema holds and that it fails, one is true. */
export function opposite(key: string): string {
  return key.startsWith(NOT) ? key.slice(NOT.length) : NOT + key;
}

/** One of the choices must hold too. `owner` is the key of the term that asks for it. */
interface BranchGroup {
  readonly owner: string;
  readonly choices: readonly Term[];
}

/** An `additionalProperties` or `unevaluatedProperties`, and which members it is left with (Core §10.3.2.3, §11.3). */
export interface Additional {
  readonly schema: Term | false;
  readonly takes: (name: string) => boolean;
}

interface PatternRule {
  readonly pattern: string;
  readonly test: (name: string) => boolean;
  readonly schema: Term;
}

/** A member of such a name and such a value must be there. */
interface MemberDemand {
  readonly names: readonly Term[];
  readonly values: readonly Term[];
}

/** So many items must be such that `holds`. */
interface ContainsRule {
  readonly holds: Term;
  readonly fails: Term;
  readonly min: number;
  readonly max: number;
}

/**
 * Every constraint of a conjunction in one flat record: `$ref` and `allOf` are followed, so that a value is made once and
 * fits all of them. What leaves a choice (`anyOf`, `oneOf`, `if`, `dependent*`, the ways to fail under `not`) stays as
 * groups of branches, of which one each joins the conjunction. Read as a set of values it is never too small, unless it
 * says so by `narrowed`.
 */
export interface Constraints {
  /** Keys of all terms of the conjunction. */
  readonly terms: ReadonlySet<string>;
  /** A `false` schema is among them. */
  readonly never: boolean;
  /** Types of which valid values may be left out: that there is none of them proves nothing. */
  readonly narrowed: ReadonlySet<JsonType>;
  /** `integer` is always beside `number`, unless only numbers that are no integers are left. */
  readonly types: ReadonlySet<JsonType>;
  /** `enum` and `const`; absent where any value goes. */
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
  /** All that a named member must be, `additionalProperties` of schemas that do not name it included. */
  readonly properties: ReadonlyMap<string, readonly Term[]>;
  readonly patternRules: readonly PatternRule[];
  readonly additionals: readonly Additional[];
  readonly required: ReadonlySet<string>;
  readonly demands: readonly MemberDemand[];
  /** What a member outside `properties` and of no pattern must be; `closed`: there may be none. */
  readonly additional: readonly Term[];
  readonly closed: boolean;
  readonly propertyNames: readonly Term[];
  readonly minProperties: number;
  readonly maxProperties: number;
  /** All that the leading items must be, each by itself; `items`: what every item behind them must be. */
  readonly prefixItems: readonly (readonly Term[])[];
  readonly items: readonly Term[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
  /** Two items must be equal. */
  readonly repeatedItems: boolean;
  readonly contains: readonly ContainsRule[];
  readonly branches: readonly BranchGroup[];
  /** Annotations (Validation §9.2): what schemas suggest, whether or not it is valid. */
  readonly defaults: readonly Json[];
  /** Annotations: who may send it (Validation §9.4). */
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** What one term evaluates of an object or array, itself and through the terms that it brought along (Core §11). */
export interface Evaluation {
  readonly names: Set<string>;
  readonly patterns: ((name: string) => boolean)[];
  allMembers: boolean;
  prefix: number;
  allItems: boolean;
  readonly contains: Term[];
  /** Its own `unevaluated*`, which look at all else and leave nothing to those above. */
  restMembers: boolean;
  restItems: boolean;
  /** Keys of the terms that it brought along. */
  readonly parts: Set<string>;
}

/** An `items` and the number of leading items that its own `prefixItems` takes from it (Core §10.3.1.2). */
export interface ItemsBehind {
  readonly schema: Term | false;
  readonly prefix: number;
}

/** An `unevaluated*` of the term of that key. */
export interface Unevaluated {
  readonly owner: string;
  readonly of: 'members' | 'items';
  readonly schema: Term | false;
}

/** What grows with each term. */
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
  /** Names that no member may have. */
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

/** Constraints while terms are being added to them. */
export type ConstraintDraft = { -readonly [Key in keyof Omit<Constraints, keyof Collected>]: Constraints[Key] } & Collected;
