import { statedLimit } from '../../../../../contract/collections/states/stated-limit.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange } from '../items/item-steps.js';
import { withOwnKey } from '../items/repeat-keys.js';

/**
 * Sequences that make more calls for one item than the contract permits: one call more of an action of a new item, and
 * one create more below the same parent.
 */
export function limitedCalls(items: ItemSteps): readonly PlannedSequence[] {
  return [...limitedActions(items), ...limitedCreates(items)];
}

function limitedActions({ contract, collection, creates, inputsOf, addRead }: ItemSteps): readonly PlannedSequence[] {
  const { create, actions = [] } = collection;
  const [first] = creates;
  if (create === undefined || first === undefined) return [];
  return actions.flatMap((action) => {
    const limit = statedLimit(contract, action.operation);
    if (limit === undefined) return [];
    const [input] = inputsOf(action.operation);
    if (input === undefined) return [];
    const steps = new Steps(`limited-${action.operation.id}`);
    const item = steps.add(create, first);
    addRead(steps, item);
    for (let call = 0; call <= limit.most; call += 1) addChange(steps, action, item, input);
    return [steps.extraSequence()];
  });
}

function limitedCreates({ contract, collection: { create }, distinct }: ItemSteps): readonly PlannedSequence[] {
  const limit = create && statedLimit(contract, create);
  if (create === undefined || limit === undefined || distinct.length <= limit.most) return [];
  const steps = new Steps(`limited-${create.id}`);
  for (const { input } of distinct.slice(0, limit.most + 1)) {
    const own = withOwnKey(create, input, steps.nextId(create));
    steps.add(create, { input: own }, { expect: { kind: 'answered' } });
  }
  return [steps.extraSequence()];
}
