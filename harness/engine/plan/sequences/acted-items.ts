import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';
import { type ItemSteps, addChange } from './item-steps.js';

/** The maximum number of actions of one item that are called. */
const MOST_ACTIONS = 6;

/**
 * A sequence that reads an item before and after each of its actions. The actions are called in their order and then in
 * reverse, because the state of the item decides which are accepted. A second read before each action shows members
 * that change by themselves.
 */
export function actedItems({ collection, creates, inputsOf, addRead }: ItemSteps): readonly PlannedSequence[] {
  const { create, read, actions = [] } = collection;
  const [first] = creates;
  const called = actions.slice(0, MOST_ACTIONS).flatMap((action) => {
    const [input, other = input] = inputsOf(action.operation);
    return input === undefined ? [] : [{ action, inputs: [input, other] }];
  });
  if (create === undefined || read === undefined || first === undefined || called.length === 0) return [];
  const steps = new Steps('acted');
  const item = steps.add(create, first);
  addRead(steps, item);
  const rounds = [called, called.toReversed()];
  for (const [round, inOrder] of rounds.entries()) {
    for (const { action, inputs } of inOrder) {
      addRead(steps, item);
      // A refused action that still changes the item shows its effect only with values that differ from before.
      addChange(steps, action, item, inputs[round] ?? {});
      addRead(steps, item);
    }
  }
  return [steps.extraSequence()];
}
