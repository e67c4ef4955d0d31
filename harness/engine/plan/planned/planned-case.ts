import type { Case } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';

export interface PlannedCase {
  readonly operation: Operation;
  readonly case: Case;
  /** Set if surfaces with costly calls do not run the case. */
  readonly isExtra?: true;
}
