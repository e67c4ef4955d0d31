import { createdMembers } from '../../../../cases/case-options.js';
import type { Case, StepFeed } from '../../../../../contract/case.js';
import { pathVariables, shapeOf } from '../../../../../contract/path-relations.js';
import type { Operation } from '../../../../../contract/operation.js';
import { acceptedBelow, acceptedCases, chunks, pathWithout } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { belowItem, ownerOf } from './owned-items.js';

/** The maximum number of valid inputs of one operation. Each is sent to an item of its own. */
const MOST_INPUTS = 6;
/** The maximum number of invalid inputs of one operation, and of one sequence. */
const MOST_INVALID = 60;
const INVALID_OF_ITEM = 20;

interface Tested extends PlanSubject {
  readonly areInvalidTested: boolean;
}

/**
 * Sequences that create an item and call an operation on it: in the path, or in the body. They are planned for
 * operations whose single cases identify no existing item, so that the service may answer all of them with 404. Valid
 * inputs are sent only if no other sequence (in `planned`) calls the operation on a created item.
 */
export function calledItems(subject: Tested, planned: readonly PlannedSequence[]): readonly PlannedSequence[] {
  const isFed = ({ feeds = [], within = [] }: Case): boolean => feeds.length + within.length > 0;
  const called = new Set(
    planned.flatMap(({ steps }) => steps.flatMap(({ operation, case: made }) => (isFed(made) ? operation : []))),
  );
  return subject.operations.flatMap((operation) => {
    const isBelow = operation.path.includes('{');
    const isKnown = isBelow && acceptedCases(subject.maker, operation).length > 0;
    if (isKnown || (!isBelow && createdMembers(subject.maker.options, operation).length === 0)) return [];
    return [
      ...(called.has(operation) ? [] : withValidInputs(subject, operation)),
      ...(isBelow && subject.areInvalidTested ? withInvalidInputs(subject, operation) : []),
    ];
  });
}

function withValidInputs(subject: Tested, operation: Operation): readonly PlannedSequence[] {
  const cases = operation.path.includes('{') ? acceptedBelow : acceptedCases;
  return cases(subject.maker, operation)
    .slice(0, MOST_INPUTS)
    .flatMap(({ input }, index) =>
      onItem(subject, operation, `called-${operation.id}-${index}`, [{ input, expect: { kind: 'answered' } }]),
    );
}

/**
 * Sequences that call the operation on a created item with an invalid query parameter or header. Invalid bodies of
 * creates and changes are sent by other sequences.
 */
function withInvalidInputs(subject: Tested, operation: Operation): readonly PlannedSequence[] {
  const isOther = ({ expect, raw }: Case): boolean =>
    raw === undefined && expect.kind === 'rejected' && /^\/(?:query|header)\//.test(expect.pointer);
  const invalid = subject.maker.make(operation, 'invalid').filter(isOther).slice(0, MOST_INVALID);
  return chunks(invalid, INVALID_OF_ITEM).flatMap((batch, index) =>
    onItem(subject, operation, `called-invalid-${operation.id}-${index}`, batch),
  );
}

/**
 * A sequence that creates the item of an operation and then makes the calls. Empty if no operation creates the item.
 */
function onItem(
  subject: Tested,
  operation: Operation,
  name: string,
  calls: readonly Pick<Case, 'input' | 'expect'>[],
): readonly PlannedSequence[] {
  const { collections, maker, isChosen } = subject;
  const steps = new Steps(name);
  const owner = ownerOf(collections, operation, maker, isChosen);
  const feed = addItem(subject, operation, steps, owner !== undefined);
  for (const { input, expect } of calls) {
    const { path, ...rest } = input;
    const own = { ...rest, ...pathWithout(path, feed?.name) };
    steps.add(operation, { input: own }, { expect, ...(feed && { feeds: [feed] }) });
  }
  if (owner !== undefined) return [belowItem(steps.extraSequence(), owner)];
  return feed === undefined && operation.path.includes('{') ? [] : [steps.extraSequence()];
}

/**
 * Adds the call that creates the item at the path of the operation. Returns the place of its identifier. `isBelow`:
 * whether the item is created below a parent that the sequence creates.
 */
function addItem(
  { collections, maker, isChosen }: Tested,
  { path }: Operation,
  steps: Steps,
  isBelow: boolean,
): StepFeed | undefined {
  const { create, read } = collections.find((each) => shapeOf(each.read?.operation.path ?? '') === shapeOf(path)) ?? {};
  const [made] =
    create === undefined || !isChosen(create) ? [] : (isBelow ? acceptedBelow : acceptedCases)(maker, create);
  const name = pathVariables(path).at(-1);
  if (create === undefined || read === undefined || made === undefined || name === undefined) return undefined;
  return { ...read.id, name, step: steps.add(create, made) };
}
