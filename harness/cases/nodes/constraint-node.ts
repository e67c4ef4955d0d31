import type { Json } from '../../../contract/json/json.js';
import type { Constraints, JsonType } from '../../../contract/constraints/constraint-types.js';

/** A conjunction of schemas and the conjunctions of its parts, as far as their values have to be analysed. */
export interface ConstraintNode {
  readonly constraints: Constraints;
  /** Types for which the constraints allow any value. */
  readonly types: readonly JsonType[];
  /** Whether one branch of every group is part of the conjunction, so that the constraints are complete. */
  readonly isSettled: boolean;
  /**
   * The same conjunction with a branch of the next group added, one node for each choice; empty if no group is left.
   */
  readonly branches: readonly ConstraintNode[];
  /** The values of `enum` and `const` that satisfy the other constraints; absent if any value is allowed. */
  readonly candidates: readonly Json[] | undefined;
  readonly members: readonly { readonly name: string; readonly node: ConstraintNode; readonly required: boolean }[];
  /** Constraints of a member that is not in `properties`. */
  readonly extra: ConstraintNode;
  /** Constraints of the member of that name. */
  member(name: string): ConstraintNode;
  item(index: number): ConstraintNode;
  /** Constraints of a member's name; with the number of a pattern rule or a demand, for a name that matches it. */
  readonly names: ConstraintNode;
  patternNames(rule: number): ConstraintNode;
  demandedNames(demand: number): ConstraintNode;
  /** Constraints of a member of that name that meets a demand. */
  demanded(demand: number, name: string): ConstraintNode;
  /** The same for a name without other constraints. */
  demandedExtra(demand: number): ConstraintNode;
  /** Constraints of an item that these rules of `contains` count; `others`: the rules that must not count it. */
  matching(index: number, rules: readonly number[], others: readonly number[]): ConstraintNode;
}
