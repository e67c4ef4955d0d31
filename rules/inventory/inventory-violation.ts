import type { OperationId } from '../../contract/operation.js';
import type { Violation } from '../finding.js';

/** A violation of a rule about what a surface offers: its operations, their inputs, or its version. */
export interface InventoryViolation {
  readonly violation: Violation;
  /**
   * The operations that the violation is about; empty if the surface offers something that the contract does not have.
   */
  readonly operations: readonly OperationId[];
}

const MOST_NAMES = 10;

/** The first names of a list, as a text for a message. */
export function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown}, …` : shown;
}
