import { mayBeTaken } from '../../../../../contract/collections/body/stated-unique.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange } from './item-steps.js';

/**
 * Sequences that create an item after the newest item was removed. The new item must not have the identifier of the
 * removed item.
 */
export function recreatedItems(items: ItemSteps): readonly PlannedSequence[] {
  const { create, changes = [] } = items.collection;
  if (create === undefined) return [];
  // A service that refuses equal items may also refuse values of an item that was removed.
  const [first, second, third] = mayBeTaken(create) ? items.distinct : [...items.distinct, ...items.creates];
  if (first === undefined || second === undefined || third === undefined) return [];
  return changes
    .filter(({ kind }) => kind === 'remove')
    .map((change) => {
      const steps = new Steps(`recreated-${change.operation.id}`);
      steps.add(create, first);
      const newest = steps.add(create, second);
      items.addRead(steps, newest);
      addChange(steps, change, newest, items.inputsOf(change.operation)[0] ?? {});
      steps.add(create, third);
      return steps.extraSequence();
    });
}
