import { returnedItemSchema } from '../../../../../contract/collections/envelope.js';
import { timeMembers } from '../../../../../rules/state/evidence/item-times.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange, changesWithBody, isOtherBody } from './item-steps.js';

/** The milliseconds between the read and the change of an item. Times that are stored in whole seconds then differ. */
const PAUSE_MS = 1100;

/**
 * Sequences that change an item more than a second after it was read. They are planned only if the read returns the
 * time of the last change.
 */
export function timedChanges(items: ItemSteps): readonly PlannedSequence[] {
  const { contract, collection } = items;
  const { create, read, changes = [] } = collection;
  const [made] = items.creates;
  const shown = read && returnedItemSchema(contract, read.operation);
  if (create === undefined || read === undefined || made === undefined || shown === undefined) return [];
  return changes.flatMap((change) => {
    const { updated } = timeMembers(contract, shown, [create, change.operation]);
    const inputs = change.kind === 'remove' || updated === undefined ? [] : changesWithBody(items, change);
    const input = inputs.find((each) => isOtherBody(each, made.input));
    if (input === undefined) return [];
    const steps = new Steps(`timed-${change.operation.id}`);
    const item = steps.add(create, made);
    items.addRead(steps, item);
    addChange(steps, change, item, input, { pauseMs: PAUSE_MS });
    items.addRead(steps, item);
    return [steps.extraSequence()];
  });
}
