import type { CaseInput } from '../../../../../contract/case.js';
import { itemList } from '../../../../../contract/collections/item-list.js';
import type { Collection } from '../../../../../contract/collections/collection.js';
import type { Operation } from '../../../../../contract/operation.js';
import { isEqualPath, parentPath } from '../../../../../contract/path-relations.js';
import { acceptedBelow, acceptedCases, anyCase, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { addChange } from '../items/item-steps.js';
import { belowItem, ownerOf } from './owned-items.js';

/** The maximum number of collections whose items are created before a list is read, and of items of each. */
const MOST_COLLECTIONS = 2;
const MOST_ITEMS = 4;
/** The maximum number of changes of the first item of a collection. */
const MOST_CHANGES = 2;

/**
 * Sequences that read a list to which no operation adds elements directly, such as a log of changes. Items of other
 * collections are created before, at paths beside the path of the list, because the service may add elements for them.
 */
export function filledLists(subject: PlanSubject): readonly PlannedSequence[] {
  const { contract, collections, operations } = subject;
  const hasCreate = ({ path }: Operation): boolean =>
    collections.some(
      ({ create, list }) => create !== undefined && isEqualPath(list?.operation.path ?? create.path, path),
    );
  return operations
    .filter((operation) => operation.method === 'get' && !operation.path.endsWith('}') && !hasCreate(operation))
    .filter((operation) => itemList(contract, operation) !== undefined)
    .flatMap((operation) => filledList(subject, operation) ?? []);
}

function filledList(subject: PlanSubject, list: Operation): PlannedSequence | undefined {
  const { collections, maker, isChosen } = subject;
  const owner = ownerOf(collections, list, maker, isChosen);
  const isBelow = list.path.includes('{');
  const made = anyCase(maker, list);
  const beside = collections.filter(
    ({ create }) => create && isChosen(create) && isEqualPath(parentPath(create.path), parentPath(list.path)),
  );
  if (made === undefined || beside.length === 0 || (isBelow && owner === undefined)) return undefined;
  const steps = new Steps(`filled-${list.id}`);
  for (const each of beside.slice(0, MOST_COLLECTIONS)) addItems(subject, steps, each, isBelow);
  steps.add(list, { input: withoutPath(withoutOptions(list, made.input)) }, { expect: { kind: 'answered' } });
  return owner === undefined ? steps.extraSequence() : belowItem(steps.extraSequence(), owner);
}

/** Adds calls that create items of a collection, and that change the first of them. */
function addItems({ maker, isChosen }: PlanSubject, steps: Steps, collection: Collection, isBelow: boolean): void {
  const { create, changes = [] } = collection;
  const inputs = create === undefined ? [] : (isBelow ? acceptedBelow : acceptedCases)(maker, create);
  const items = inputs
    .slice(0, MOST_ITEMS)
    .map(({ input }) => create && steps.add(create, { input: withoutPath(input) }));
  const [first] = items;
  const setting = changes.filter(({ kind, operation }) => kind !== 'remove' && isChosen(operation));
  for (const change of first === undefined ? [] : setting.slice(0, MOST_CHANGES)) {
    const [call] = acceptedCases(maker, change.operation, 'accepted-or-absent');
    if (call !== undefined) addChange(steps, change, first ?? '', withoutPath(call.input));
  }
}

function withoutPath(input: CaseInput): CaseInput {
  const { path: _, ...others } = input;
  return others;
}
