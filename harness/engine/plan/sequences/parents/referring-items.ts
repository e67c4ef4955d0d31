import type { CaseInput, StepFeed } from '../../../../../contract/case.js';
import { createdReferences, referencePlaces } from '../../../../../contract/collections/body/created-references.js';
import { FORCE, refusedRemoval } from '../../../../../contract/collections/changes/refused-removal.js';
import { statesRemovalOf } from '../../../../../contract/collections/changes/stated-removal.js';
import type {
  Collection,
  CreatedReference,
  ItemChange,
  ItemRead,
} from '../../../../../contract/collections/collection.js';
import { sentItem, sentSchemas, withItem } from '../../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../../contract/collections/reply-members.js';
import { hasOwnTime, intervalNames } from '../../../../../contract/collections/states/item-interval.js';
import { statedOverlap } from '../../../../../contract/collections/states/stated-overlap.js';
import { refusedAdditions } from '../../../../../contract/collections/states/refused-additions.js';
import { stateMember } from '../../../../../contract/collections/states/state-member.js';
import { referredRead } from '../../../../../contract/inputs/body-references.js';
import { type JsonObject, isJsonObject } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { lastSegment } from '../../../../../contract/path-relations.js';
import {
  acceptedBelow,
  acceptedCases,
  isAcceptedBody,
  pathWithout,
  withoutOptions,
} from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { referredId } from '../../planned/reference-id.js';
import { withOwnKey } from '../items/repeat-keys.js';

/**
 * The maximum number of inputs that are tried, for one create operation, because the service may refuse the first one.
 */
const MOST_INPUTS = 3;
const ANSWERED = { expect: { kind: 'answered' } } as const;

/** A collection whose create has a reference to an item of another collection. */
export interface Reference extends Pick<CreatedReference, 'member' | 'within' | 'at'> {
  readonly read: ItemRead;
  readonly child: Collection & { readonly create: Operation };
  readonly parent: Operation;
}

/**
 * Sequences with an item and a second item whose body refers to the first. They are planned for three kinds of
 * statements in the contract:
 * - The first item cannot be removed, or the second item is removed with it. The sequence removes the first item.
 * - No item may refer to the first item in some state. The sequence creates the first item in this state.
 * - Items like the second one must not overlap. The sequence creates two of them with the same times, and only one
 *   refers to the first item.
 */
export function referringItems(subject: PlanSubject): readonly PlannedSequence[] {
  return referencesOf(subject).flatMap((reference) => [
    ...removedBefore(subject, reference),
    ...overlappingOthers(subject, reference),
    ...addedInState(subject, reference),
  ]);
}

export function referencesOf({ contract, operations, collections, isChosen }: PlanSubject): readonly Reference[] {
  return collections.flatMap((child): readonly Reference[] => {
    const { create } = child;
    if (create === undefined || !isChosen(create) || create.path.includes('{')) return [];
    return createdReferences(contract, operations, collections, create).flatMap(
      ({ create: parent, read, ...reference }): readonly Reference[] =>
        read === undefined ? [] : [{ ...reference, read, child: { ...child, create }, parent }],
    );
  });
}

/** Sequences that create an item, create another one that refers to it, and remove the first one. */
function removedBefore(subject: PlanSubject, reference: Reference): readonly PlannedSequence[] {
  const { contract, operations, maker } = subject;
  const { child, parent, read } = reference;
  const remove = operations.find(({ method, path }) => method === 'delete' && path === read.operation.path);
  const states = stateMember(contract, child.read?.operation ?? child.create)?.values ?? [];
  const isRefused = remove !== undefined && refusedRemoval(remove, child.create.path, states) !== undefined;
  const isJoint = remove !== undefined && statesRemovalOf(remove, lastSegment(child.create.path));
  const [made] = acceptedBelow(maker, parent);
  const [removed] = remove === undefined ? [] : acceptedCases(maker, remove, 'accepted-or-absent');
  if (remove === undefined || !(isRefused || isJoint) || made === undefined || removed === undefined) return [];
  return childInputs(subject, reference).map((input, index) => {
    const steps = new Steps(`referred-${index}-${remove.id}-${child.create.id}`);
    const item = steps.add(parent, { input: made.input });
    const { path: _, query = {}, ...rest } = withoutOptions(remove, removed.input);
    const other = steps.add(
      child.create,
      { input },
      { ...ANSWERED, feeds: [referenceFeed(subject, reference, input, item)] },
    );
    const kept = Object.entries(query).filter(([name]) => !FORCE.test(name));
    const call = { ...rest, ...(kept.length > 0 && { query: Object.fromEntries(kept) }) };
    steps.add(remove, { input: call }, { ...ANSWERED, feeds: [{ ...read.id, step: item }] });
    if (isJoint && child.read !== undefined) addRead(subject, steps, child.read, other);
    return steps.extraSequence();
  });
}

/**
 * Sequences that create an item in a state in which other items may not refer to it, and then create an item that
 * refers to it.
 */
function addedInState(subject: PlanSubject, reference: Reference): readonly PlannedSequence[] {
  const { contract, maker } = subject;
  const { child, parent, read } = reference;
  return refusedAdditions(contract, child.create, read.operation).flatMap(({ name, value }) => {
    const accepted = acceptedBelow(maker, parent);
    const made = accepted.flatMap(({ input }) => {
      const item = sentItem(contract, parent, input.body);
      const body = isJsonObject(item) ? withItem(contract, parent, input.body, { ...item, [name]: value }) : null;
      return isJsonObject(body) && isAcceptedBody(contract, parent, body) ? [{ ...input, body }] : [];
    })[0];
    const [input = made] = accepted.map((each) => each.input);
    // If the create cannot set the state, a change sets it.
    const change = made === undefined ? changeTo(subject, parent, { [name]: value }) : undefined;
    if (input === undefined || (made === undefined && change === undefined)) return [];
    return childInputs(subject, reference).map((own, index) => {
      const steps = new Steps(`added-${name}-${index}-${child.create.id}`);
      const item = steps.add(parent, { input: made ?? input });
      if (change !== undefined) {
        const { path: _, ...rest } = change.input;
        const call = { ...rest, ...pathWithout(input.path, change.id.name) };
        steps.add(change.operation, { input: call }, { ...ANSWERED, feeds: [{ ...change.id, step: item }] });
        addRead(subject, steps, read, item);
      }
      steps.add(child.create, { input: own }, { ...ANSWERED, feeds: [referenceFeed(subject, reference, own, item)] });
      return steps.extraSequence();
    });
  });
}

/** The change that sets members of an item, such as a PATCH with `{"status": "suspended"}`, and a call of it. */
function changeTo(
  { contract, collections, maker, isChosen }: PlanSubject,
  create: Operation,
  members: JsonObject,
): (ItemChange & { readonly input: CaseInput }) | undefined {
  const { changes = [] } = collections.find((each) => each.create === create) ?? {};
  for (const change of changes) {
    const { operation, kind } = change;
    if (kind !== 'modify' || !isChosen(operation)) continue;
    const body = withItem(contract, operation, {}, members);
    const [call] = acceptedCases(maker, operation, 'accepted-or-absent');
    if (call === undefined || !isJsonObject(body) || !isAcceptedBody(contract, operation, body)) continue;
    return { ...change, input: { ...withoutOptions(operation, call.input), body } };
  }
  return undefined;
}

function addRead({ maker }: PlanSubject, steps: Steps, { operation, id }: ItemRead, step: string): void {
  const [simplest] = acceptedCases(maker, operation, 'accepted-or-absent');
  const { path: _, ...input } = withoutOptions(operation, simplest?.input ?? {});
  steps.add(operation, { input }, { ...ANSWERED, feeds: [{ ...id, step }] });
}

/**
 * Sequences that create two items with the same times that differ only in a reference. For example, if appointments of
 * a doctor must not overlap, they are two appointments with one doctor at the same time, for two patients.
 */
function overlappingOthers(subject: PlanSubject, reference: Reference): readonly PlannedSequence[] {
  const { contract, maker } = subject;
  const { child, member, parent } = reference;
  const { create } = child;
  const [stated, interval] = [statedOverlap(create), intervalNames(contract, create)];
  const [made] = acceptedBelow(maker, parent);
  if (stated === undefined || interval === undefined || made === undefined) return [];
  const names = [...statedMembers(contract.schemas, sentSchemas(contract, create)).keys()];
  const kept = stated.resources(names.filter((name) => referredRead(contract, create, name) !== undefined));
  if (!kept.some((name) => name !== member)) return [];
  return childInputs(subject, reference)
    .filter(({ body }) => isJsonObject(body) && hasOwnTime(interval, body))
    .map((input, index) => {
      const steps = new Steps(`overlapping-${member}-${index}`);
      const item = steps.add(parent, { input: made.input });
      steps.add(create, { input: withOwnKey(create, input, 'first') }, ANSWERED);
      const second = withOwnKey(create, input, 'second');
      steps.add(create, { input: second }, { ...ANSWERED, feeds: [referenceFeed(subject, reference, input, item)] });
      return { ...steps.extraSequence(), isRepeated: true };
    });
}

/** The first inputs for the create of a child. Inputs whose body is an envelope around the item are left out. */
export function childInputs({ contract, maker }: PlanSubject, reference: Reference): readonly CaseInput[] {
  const { create } = reference.child;
  return acceptedCases(maker, create, 'accepted-or-absent')
    .map(({ input }) => withoutOptions(create, input))
    .filter(({ body }) => isJsonObject(body) && sentItem(contract, create, body) === body)
    .filter(({ body }) => reference.at === undefined || referencePlaces(body, reference).length > 0)
    .slice(0, MOST_INPUTS);
}

/**
 * Takes the identifier of an item from the reply to `step`, for the member that refers to the item. If the member is a
 * list, its first element gets the identifier. If the values of the member are URIs or resource names, such as
 * `fleets/north`, it gets the URI or the whole name of the item.
 */
export function referenceFeed(
  { contract, maker }: PlanSubject,
  reference: Reference,
  { body }: CaseInput,
  step: string,
): StepFeed {
  const { child, member, at, parent, read } = reference;
  const given = acceptedCases(maker, child.create, 'accepted-or-absent').flatMap(({ input }) =>
    referencePlaces(input.body, reference).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
  );
  const id = referredId(contract, parent, read.id, given) ?? read.id;
  const [place] = at === undefined ? [] : referencePlaces(body, reference);
  return { ...id, in: 'body', name: member, ...(place && { at: place.pointer }), step };
}
