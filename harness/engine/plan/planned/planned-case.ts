import type { Case } from '../../../../contract/case.js';
import type { Operation } from '../../../../contract/operation.js';

export interface PlannedCase {
  readonly operation: Operation;
  readonly case: Case;
  /** Set if surfaces with costly calls do not run the case. */
  readonly isExtra?: true;
  /** Set if quick runs skip the case, because another operation gets the same or a similar reply. */
  readonly isRepeated?: true;
  /** Set if quick runs of surfaces with costly calls skip the case, because other cases find the same faults. */
  readonly isSimilar?: true;
  /** A name that similar cases of other operations share. Usually one part of a surface handles all of them. */
  readonly alike?: string;
}

/** The cost of a surface's calls, and whether the run is quick. Both decide which cases the surface runs. */
export interface Effort {
  /**
   * Set if calls of the surface are slow. The surface then runs only the scripted cases and sequences that find the
   * most faults.
   */
  readonly isCostly?: true;
  /** Set in a quick run. Every surface then skips what surfaces with slow calls skip. */
  readonly isQuick?: true;
}

/** Whether a surface skips the case or the sequence, to save time. */
export function isSkipped(
  { isExtra, isRepeated, isSimilar }: Pick<PlannedCase, 'isExtra' | 'isRepeated' | 'isSimilar'>,
  { isCostly, isQuick }: Effort,
): boolean {
  if (isQuick !== true) return isExtra === true && isCostly === true;
  return isExtra === true || isRepeated === true || (isSimilar === true && isCostly === true);
}
