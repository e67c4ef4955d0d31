import type { Contract } from '../../../../../contract/contract.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import type { PlannedSequence } from '../../planned/planned-sequence.js';
import { planResumed } from './resumed-plan.js';
import { planRunningStreams } from './running-streams.js';

/** All sequences for event streams that are the target of an OpenAPI link. */
export function planLinkedStreams(
  ...subject: [contract: Contract, maker: CaseMaker, isChosen: (operation: Operation) => boolean]
): readonly PlannedSequence[] {
  return [...planResumed(...subject), ...planRunningStreams(...subject)];
}
