import type { OperationId } from '../../contract/operation.js';
import type { Violation } from '../finding.js';

/** A difference between what a surface offers and the contract. */
export interface InventoryViolation {
  readonly violation: Violation;
  /** Those that it concerns; empty if the contract has none of them. */
  readonly operations: readonly OperationId[];
}
