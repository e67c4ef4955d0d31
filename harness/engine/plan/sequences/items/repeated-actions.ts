import { statesNoSecondEffect } from '../../../../../contract/collections/changes/stated-repetition.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange } from './item-steps.js';

/** The maximum number of actions of one item that are repeated. */
const MOST_REPEATED = 6;

/**
 * Sequences that call an action twice with equal inputs, and read the item after each call. Only for actions whose text
 * states that a second call changes nothing.
 */
export function repeatedActions({ collection, creates, inputsOf, addRead }: ItemSteps): readonly PlannedSequence[] {
  const { create, read, actions = [] } = collection;
  const [first] = creates;
  if (create === undefined || read === undefined || first === undefined) return [];
  const stated = actions.filter(({ operation }) => statesNoSecondEffect(operation));
  return stated.slice(0, MOST_REPEATED).flatMap((action) => {
    const [input] = inputsOf(action.operation);
    if (input === undefined) return [];
    const steps = new Steps(`acted-again-${action.operation.id}`);
    const item = steps.add(create, first);
    addRead(steps, item);
    addChange(steps, action, item, input);
    // Two reads without a call between them show which members change by themselves.
    addRead(steps, item);
    addRead(steps, item);
    addChange(steps, action, item, input);
    addRead(steps, item);
    return [steps.extraSequence()];
  });
}
