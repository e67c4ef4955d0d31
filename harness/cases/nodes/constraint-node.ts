import type { Json } from '../../../contract/json/json.js';
import type { Constraints, JsonType } from '../../../contract/constraints/constraint-types.js';

/** A conjunction of schemas with those below it, as far as its values need to be understood. */
export interface ConstraintNode {
  readonly constraints: Constraints;
  /** Those of which the constraints leave any value. */
  readonly types: readonly JsonType[];
  /** Whether every group of branches has one in the conjunction, so that the constraints are all there are. */
  readonly isSettled: boolean;
  /** The same conjunction with one more branch settled, in each way there is; empty where no group is left. */
  readonly branches: readonly ConstraintNode[];
  /** The values of `enum` and `const` that the other constraints let through; absent where any value goes. */
  readonly candidates: readonly Json[] | undefined;
  readonly members: readonly { readonly name: string; readonly node: ConstraintNode; readonly required: boolean }[];
  /** What a member outside `properties` must be. */
  readonly extra: ConstraintNode;
  /** What the member of that name must be. */
  member(name: string): ConstraintNode;
  item(index: number): ConstraintNode;
  /** What the name of a member must be; with a pattern rule, or a demand, of that number. */
  readonly names: ConstraintNode;
  patternNames(rule: number): ConstraintNode;
  demandedNames(demand: number): ConstraintNode;
  /** What a member of that name must be to meet a demand. */
  demanded(demand: number, name: string): ConstraintNode;
  /** The same for a name that nothing else speaks of. */
  demandedExtra(demand: number): ConstraintNode;
  /** What an item must be that these rules of `contains` count; `others`: and those do not. */
  matching(index: number, rules: readonly number[], others: readonly number[]): ConstraintNode;
}
