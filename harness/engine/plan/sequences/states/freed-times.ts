import { freedStates, freesTime } from '../../../../../contract/collections/states/freed-time.js';
import { hasOwnTime, intervalNames } from '../../../../../contract/collections/states/item-interval.js';
import { stateMember } from '../../../../../contract/collections/states/state-member.js';
import { statedOverlap } from '../../../../../contract/collections/states/stated-overlap.js';
import { sentItem } from '../../../../../contract/collections/envelope.js';
import { isJsonObject } from '../../../../../contract/json/json.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange, exampleCreate } from '../items/item-steps.js';
import { withOwnKey } from '../items/repeat-keys.js';
import { preparingActions } from './preparing-actions.js';

/** The maximum number of actions that are called, and of bodies that are created twice for each of them. */
const MOST_ACTIONS = 3;
const MOST_BODIES = 2;

/**
 * Sequences that create an item, free its time, and create an equal item. The contract states that items must not
 * overlap, and that an action or a state frees the time of an item.
 */
export function freedTimes(items: ItemSteps): readonly PlannedSequence[] {
  const { contract, collection, creates, inputsOf } = items;
  const { create, read, actions = [], changes = [] } = collection;
  const interval = create && statedOverlap(create) && intervalNames(contract, create);
  if (create === undefined || interval === undefined) return [];
  const member = stateMember(contract, read?.operation ?? create);
  const isFreed = freedStates(create, member?.values ?? []).length > 0;
  const freeing = [...actions, ...changes.filter(({ kind }) => kind === 'remove')].filter(
    ({ operation }) => freesTime(operation) || (isFreed && operation.method === 'post'),
  );
  const timed = creates.filter(({ input: { body } }) => {
    const item = sentItem(contract, create, body);
    return isJsonObject(item) && hasOwnTime(interval, item);
  });
  const made = [...new Set([exampleCreate(items) ?? timed, timed].flat())].slice(0, MOST_BODIES);
  return freeing.slice(0, MOST_ACTIONS).flatMap((change) =>
    made.map(({ input }, index) => {
      const steps = new Steps(`freed-${index}-${change.operation.id}`);
      const item = steps.add(create, { input: withOwnKey(create, input, 'first') });
      for (const each of [...preparingActions(change, actions, member), change])
        addChange(steps, each, item, inputsOf(each.operation)[0] ?? {});
      steps.add(create, { input: withOwnKey(create, input, 'second') }, { expect: { kind: 'answered' } });
      return { ...steps.extraSequence(), isRepeated: true, isFreed: true };
    }),
  );
}
