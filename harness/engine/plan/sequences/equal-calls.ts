import type { Collection } from '../../../../contract/collections/collection.js';
import { inputText } from '../../../../contract/input-text.js';
import type { Operation } from '../../../../contract/operation.js';
import { haveEffectEach } from '../../../../rules/state/at-once/separate-calls.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { acceptedCases } from '../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';
import { schedulesAtOnce } from './items/at-once-schedules.js';

/** The number of concurrent calls. */
const EQUAL_CALLS = 2;
/** The number of events of one call: its request arrives, its body ends, and its reply is returned. */
const EVENTS = 3;

/**
 * Sequences of equal concurrent calls that overlap as much as possible. They are made only for operations whose equal
 * calls each have an effect, such as a create.
 */
export function planEqualCalls(
  operations: readonly Operation[],
  collections: readonly Collection[],
  maker: CaseMaker,
): readonly PlannedSequence[] {
  return operations.flatMap((operation) => {
    const [smallest] = acceptedCases(maker, operation, 'accepted-or-absent')
      .filter(({ input }) => haveEffectEach(operation, input, collections))
      .toSorted((one, other) => inputText(one.input).length - inputText(other.input).length);
    const [schedule] = schedulesAtOnce(EQUAL_CALLS, EVENTS, [operation.id, 'equal-at-once']);
    if (smallest === undefined || schedule === undefined) return [];
    const steps = new Steps('equal-at-once');
    for (let lane = 0; lane < EQUAL_CALLS; lane += 1) steps.add(operation, smallest, { lane });
    // Only the step after the concurrent calls is judged. Because it has `feeds`, it is judged even if the service
    // refuses it as a duplicate.
    steps.add(operation, smallest, { feeds: [] });
    return [steps.sequenceAtOnce(schedule)];
  });
}
