import { listsOfItems } from '../../../../../contract/collections/changes/lists-of-items.js';
import type { Collection } from '../../../../../contract/collections/collection.js';
import { acceptedCases, anyCase } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { addChange } from '../items/item-steps.js';
import { listInput, longest } from './list-input.js';

/** The maximum number of lists that are read in one sequence. */
const MOST_LISTS = 2;

/**
 * Sequences that create an item and remove it. The lists of the items are read before the create, before the removal
 * and after it: the removal must not remove an item that existed before. Items below a parent are left out.
 */
export function removedAmong(subject: PlanSubject): readonly PlannedSequence[] {
  return subject.collections.flatMap((collection) => removedFrom(subject, collection));
}

function removedFrom(
  { contract, collections, maker, isChosen }: PlanSubject,
  collection: Collection,
): readonly PlannedSequence[] {
  const { create, changes = [] } = collection;
  const remove = changes.find(({ kind, operation }) => kind === 'remove' && isChosen(operation));
  if (create === undefined || remove === undefined || !isChosen(create) || create.path.includes('{')) return [];
  const lists = listsOfItems(contract, collections, collection)
    .filter(({ operation, unknownPaging }) => isChosen(operation) && unknownPaging.length === 0)
    .slice(0, MOST_LISTS);
  const [made] = acceptedCases(maker, create);
  const [removed] = acceptedCases(maker, remove.operation, 'accepted-or-absent');
  if (lists.length === 0 || made === undefined || removed === undefined) return [];
  const steps = new Steps(`removed-among-${remove.operation.id}`);
  const addWalks = (): void => {
    for (const list of lists) {
      const input = listInput(list, anyCase(maker, list.operation)?.input ?? {}, undefined, longest(list), {});
      steps.add(list.operation, { input }, { expect: { kind: 'accepted' }, ...(list.next && { follow: list.next }) });
    }
  };
  addWalks();
  const item = steps.add(create, made);
  addWalks();
  addChange(steps, remove, item, removed.input);
  addWalks();
  return [steps.extraSequence()];
}
