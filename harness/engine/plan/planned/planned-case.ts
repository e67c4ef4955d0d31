import type { Case } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';

export interface PlannedCase {
  readonly operation: Operation;
  readonly case: Case;
  /** Not for surfaces whose calls are costly. */
  readonly isExtra?: true;
}
