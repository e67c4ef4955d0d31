import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';
import { type ItemSteps, addChange } from './item-steps.js';

/** The maximum number of actions of one item that are called. */
const MOST_ACTIONS = 6;

/**
 * An item that is read before and after each of its actions. The actions are called in their order and then in the
 * opposite one, as the state of the item decides which of them are accepted. Two reads between two actions show members
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
      // An action that is refused shows an effect only if it has other values than before.
      addChange(steps, action, item, inputs[round] ?? {});
      addRead(steps, item);
    }
  }
  return [steps.extraSequence()];
}
