import type { CaseInput, StepFeed } from '../../../../../contract/case.js';
import { aggregateMembers } from '../../../../../contract/collections/changes/aggregate-members.js';
import type { Collection, ItemRead } from '../../../../../contract/collections/collection.js';
import type { Operation } from '../../../../../contract/operation.js';
import { isEqualPath, lastSegment, ownerParameter, parentPath } from '../../../../../contract/path-relations.js';
import { acceptedBelow, acceptedCases, pathWithout, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { withOwnKey } from '../items/repeat-keys.js';
import { ownerOf } from './owned-items.js';
import { childInputs, referenceFeed, referencesOf } from './referring-items.js';

const ANSWERED = { expect: { kind: 'answered' } } as const;

/**
 * Sequences for items that belong to a parent item, such as the lines of an order. They are planned only if the parent
 * has numbers that summarise its items. A sequence creates and removes an item, and reads the parent before and after
 * each of the two calls.
 */
export function aggregatedItems(subject: PlanSubject): readonly PlannedSequence[] {
  return [...belowParents(subject), ...withReferences(subject)];
}

/**
 * An item that belongs to another item (its parent). Contains the calls that create and remove the item, and the call
 * that reads the parent.
 */
interface Family {
  readonly read: Operation;
  readonly create: Operation;
  readonly input: CaseInput;
  readonly remove: ItemRead;
  /**
   * Returns the arguments that identify the parent in a call. The operation is one of the three operations of the
   * family.
   */
  readonly parentOf: (operation: Operation) => readonly StepFeed[];
}

/** The operations that create and remove an item of a collection. `undefined` if one of them is missing. */
function childOf(
  { create, changes = [] }: Collection,
  { isChosen }: PlanSubject,
): Pick<Family, 'create' | 'remove'> | undefined {
  const remove = changes.find(({ kind, operation }) => kind === 'remove' && isChosen(operation));
  return create !== undefined && remove !== undefined && isChosen(create) ? { create, remove } : undefined;
}

/** Sequences of items below the path of their parent, which is created first if none is known. */
function belowParents(subject: PlanSubject): readonly PlannedSequence[] {
  const { contract, operations, collections, maker, isChosen } = subject;
  return collections.flatMap((collection) => {
    const child = childOf(collection, subject);
    const above = parentPath(child?.create.path ?? '');
    const read = operations.find(({ method, path }) => method === 'get' && isEqualPath(path, above));
    if (child === undefined || read === undefined) return [];
    if (aggregateMembers(contract, read, child.create).length === 0) return [];
    const owner = ownerOf(collections, child.create, maker, isChosen);
    const [made] = owner === undefined ? acceptedCases(maker, child.create) : acceptedBelow(maker, child.create);
    if (made === undefined || owner?.above !== undefined) return [];
    const steps = new Steps(`aggregated-${child.create.id}`);
    const step = owner && steps.add(owner.create, { input: owner.input });
    const parentOf = ({ path }: Operation): readonly StepFeed[] =>
      owner === undefined || step === undefined
        ? []
        : [{ ...owner.read.id, name: ownerParameter(path, above) ?? lastSegment(read.path).slice(1, -1), step }];
    return [addedAndRemoved(subject, steps, { ...child, read, input: made.input, parentOf })];
  });
}

/** Sequences of items whose bodies refer to their parent. */
function withReferences(subject: PlanSubject): readonly PlannedSequence[] {
  const { contract, maker } = subject;
  return referencesOf(subject).flatMap((reference) => {
    const { parent, read } = reference;
    const child = childOf(reference.child, subject);
    const [made] = acceptedBelow(maker, parent);
    const [input] = childInputs(subject, reference);
    if (child === undefined || made === undefined || input === undefined) return [];
    if (aggregateMembers(contract, read.operation, child.create).length === 0) return [];
    const steps = new Steps(`aggregated-${reference.member}-${child.create.id}`);
    const step = steps.add(parent, { input: made.input });
    const parentOf = (operation: Operation): readonly StepFeed[] => {
      if (operation === child.create) return [referenceFeed(subject, reference, input, step)];
      return operation === read.operation ? [{ ...read.id, step }] : [];
    };
    return [addedAndRemoved(subject, steps, { ...child, read: read.operation, input, parentOf })];
  });
}

function addedAndRemoved(
  { maker }: PlanSubject,
  steps: Steps,
  { read, create, input, remove, parentOf }: Family,
): PlannedSequence {
  const path = pathWithout(input.path, undefined);
  const inputOf = (operation: Operation): CaseInput => {
    const [simplest] = acceptedCases(maker, operation, 'accepted-or-absent');
    const { path: _, ...rest } = withoutOptions(operation, simplest?.input ?? {});
    return { ...rest, ...path };
  };
  const call = (operation: Operation, own: CaseInput, more: readonly StepFeed[] = []): string => {
    const feeds = [...parentOf(operation), ...more];
    const names = new Set(feeds.map(({ in: place, name }) => (place === 'path' ? name : '')));
    const known = Object.entries(own.path ?? {}).filter(([name]) => !names.has(name));
    const { path: __, ...rest } = own;
    const given = { ...rest, ...(known.length > 0 && { path: Object.fromEntries(known) }) };
    return steps.add(operation, { input: given }, { ...ANSWERED, ...(feeds.length > 0 && { feeds }) });
  };
  call(read, inputOf(read));
  const item = call(create, withOwnKey(create, withoutOptions(create, input), steps.nextId(create)));
  call(read, inputOf(read));
  call(remove.operation, inputOf(remove.operation), [{ ...remove.id, step: item }]);
  call(read, inputOf(read));
  return steps.extraSequence();
}
