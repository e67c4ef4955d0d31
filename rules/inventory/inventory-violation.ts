import type { OperationId } from '../../contract/operation.js';
import type { Violation } from '../finding.js';

/** A difference between what a surface offers and the contract. */
export interface InventoryViolation {
  readonly violation: Violation;
  /** The operations that the difference concerns; empty for names that are not in the contract. */
  readonly operations: readonly OperationId[];
}

const MOST_NAMES = 10;

/** The first names of a list, for a message. */
export function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown}, …` : shown;
}
