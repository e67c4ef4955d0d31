import type { Json } from '../../../contract/json/json.js';
import type { Constraints, JsonType } from '../../../contract/constraints/constraint-types.js';

/**
 * The joint constraints of all schemas that apply to one value (a conjunction). The parts of the value have nodes too,
 * which are created on demand.
 */
export interface ConstraintNode {
  readonly constraints: Constraints;
  /** The JSON types for which the constraints allow at least one value. */
  readonly types: readonly JsonType[];
  /**
   * True if all choices are made: the conjunction contains one branch of every `oneOf` and `anyOf`. The constraints are
   * then complete.
   */
  readonly isSettled: boolean;
  /**
   * One node for each branch of the first `oneOf` or `anyOf` from which no branch was chosen yet. Such a node has the
   * constraints of this node and those of the branch. Empty if a branch of each `oneOf` and `anyOf` was chosen.
   */
  readonly branches: readonly ConstraintNode[];
  /** The values of `enum` and `const` that satisfy all other constraints. `undefined` without `enum` and `const`. */
  readonly candidates: readonly Json[] | undefined;
  readonly members: readonly { readonly name: string; readonly node: ConstraintNode; readonly required: boolean }[];
  /** Constraints of the members that `properties` does not name. */
  readonly extra: ConstraintNode;
  /** Constraints of the member with the given name. */
  member(name: string): ConstraintNode;
  item(index: number): ConstraintNode;
  /**
   * The constraints of the names of members. The three members apply to different names:
   * - `names` to all names;
   * - `patternNames` to the names that match one pattern;
   * - `demandedNames` to the name of a member that fulfils a demand. A demand comes from a negated keyword, such as
   *   `not: { propertyNames }`, and requires at least one member with a matching name and value.
   */
  readonly names: ConstraintNode;
  patternNames(rule: number): ConstraintNode;
  demandedNames(demand: number): ConstraintNode;
  /**
   * Constraints of the member `name` if this member fulfils the demand with this index. A demand requires a member with
   * a certain name and value (see `names`).
   */
  demanded(demand: number, name: string): ConstraintNode;
  /** Constraints of a member that only has to fulfil the demand with this index (see `names`). */
  demandedExtra(demand: number): ConstraintNode;
  /**
   * Constraints of the item at `index` if it must match the `contains` schemas with the numbers in `rules`, and must
   * not match those with the numbers in `others`.
   */
  matching(index: number, rules: readonly number[], others: readonly number[]): ConstraintNode;
}
