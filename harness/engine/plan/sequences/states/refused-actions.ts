import type { ItemRead } from '../../../../../contract/collections/collection.js';
import { refusedAfter, refusedUnlessRemoved } from '../../../../../contract/collections/states/stated-actions.js';
import type { Operation } from '../../../../../contract/operation.js';
import { ownerParameter, segmentsBelow } from '../../../../../contract/path-relations.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange } from '../items/item-steps.js';

/** The maximum number of pairs of operations that are called on one item. */
const MOST_PAIRS = 8;

/**
 * Sequences that call two operations of an item. The contract refuses the second operation after the first, such as a
 * comment on an issue that was locked. Other sequences call, on a new item, an operation that the contract permits only
 * on a removed item. They do not require a member of the item that states its state.
 */
export function refusedActions(items: ItemSteps): readonly PlannedSequence[] {
  const { operations, collection, creates, inputsOf, addRead } = items;
  const { create, read } = collection;
  const [made] = creates;
  if (create === undefined || read === undefined || made === undefined) return [];
  const below = operations.flatMap((operation) => belowItem(operation, read));
  const pairs = below.flatMap((other) =>
    below
      .filter(({ operation }) => refusedAfter(operation, other.operation).length > 0)
      .map((refused) => ({ other, refused })),
  );
  const afterOthers = pairs.slice(0, MOST_PAIRS).flatMap(({ other, refused }) => {
    const [first, second] = [inputsOf(other.operation)[0], inputsOf(refused.operation)[0]];
    if (first === undefined || second === undefined) return [];
    const steps = new Steps(`refused-after-${other.operation.id}-${refused.operation.id}`);
    const item = steps.add(create, made);
    addChange(steps, other, item, first);
    addChange(steps, refused, item, second);
    return [steps.extraSequence()];
  });
  const onNew = below.filter(({ operation }) => refusedUnlessRemoved(operation));
  return [
    ...afterOthers,
    ...onNew.flatMap((refused) => {
      const [input] = inputsOf(refused.operation);
      if (input === undefined) return [];
      const steps = new Steps(`refused-on-new-${refused.operation.id}`);
      const item = steps.add(create, made);
      addRead(steps, item);
      addChange(steps, refused, item, input);
      return [steps.extraSequence()];
    }),
  ];
}

/**
 * Returns the operation if it is a POST, PUT or PATCH at a fixed path directly below an item, such as
 * `/issues/{id}/lock`. Otherwise, the result is empty.
 */
function belowItem(operation: Operation, read: ItemRead): readonly ItemRead[] {
  const below = segmentsBelow(operation.path, read.operation.path);
  const name = ownerParameter(operation.path, read.operation.path);
  const isBelow = below.length === 1 && !below.join('').includes('{');
  const isCall = operation.method === 'post' || operation.method === 'put' || operation.method === 'patch';
  return isBelow && isCall && name !== undefined ? [{ operation, id: { ...read.id, name } }] : [];
}
