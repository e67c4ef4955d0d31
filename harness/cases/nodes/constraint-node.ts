import type { Json } from '../../../contract/json/json.js';
import type { Constraints, JsonType } from '../../../contract/constraints/constraint-types.js';

/**
 * The constraints of a value to which several schemas apply (a conjunction), and the nodes of its parts. Nodes are
 * created when they are needed.
 */
export interface ConstraintNode {
  readonly constraints: Constraints;
  /** Types for which the constraints allow any value. */
  readonly types: readonly JsonType[];
  /** Whether one branch of every group is part of the conjunction. The constraints are then complete. */
  readonly isSettled: boolean;
  /** One node for each branch of the next group: this conjunction with that branch. Empty if no group is left. */
  readonly branches: readonly ConstraintNode[];
  /** The values of `enum` and `const` that satisfy the other constraints; absent if any value is allowed. */
  readonly candidates: readonly Json[] | undefined;
  readonly members: readonly { readonly name: string; readonly node: ConstraintNode; readonly required: boolean }[];
  /** Constraints of a member that is not in `properties`. */
  readonly extra: ConstraintNode;
  /** Constraints of the member with the given name. */
  member(name: string): ConstraintNode;
  item(index: number): ConstraintNode;
  /**
   * Constraints of the names of members: of any name, of names that match a pattern rule, and of names that meet a
   * demand.
   */
  readonly names: ConstraintNode;
  patternNames(rule: number): ConstraintNode;
  demandedNames(demand: number): ConstraintNode;
  /** Constraints of the member `name`, if this member is the one that meets the demand. */
  demanded(demand: number, name: string): ConstraintNode;
  /** Constraints of a member that must meet the demand and has no other constraints. */
  demandedExtra(demand: number): ConstraintNode;
  /** Constraints of an item that the given rules of `contains` count. The rules in `others` must not count the item. */
  matching(index: number, rules: readonly number[], others: readonly number[]): ConstraintNode;
}
