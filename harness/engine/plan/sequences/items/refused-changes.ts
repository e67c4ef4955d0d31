import type { Case, CaseInput } from '../../../../../contract/case.js';
import type { ItemChange } from '../../../../../contract/collections/collection.js';
import { isValidInput } from '../../../../../contract/inputs/input-violations.js';
import { pointerTokens } from '../../../../../contract/json/json-pointer.js';
import { isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { type ItemSteps, addChange, changesWithBody, isOtherBody } from './item-steps.js';

/** The maximum number of invalid bodies of one change, and the maximum number of actions before a change. */
const MOST_INVALID = 3;
const MOST_ACTIONS = 3;

/**
 * Sequences with changes that the service should or may refuse. Some changes have one invalid member among valid
 * members. Others follow an action that may have closed the item. The item is read twice before the changes, and once
 * after each change.
 */
export function refusedChanges(items: ItemSteps): readonly PlannedSequence[] {
  const { create, read, changes = [] } = items.collection;
  const [made] = items.creates;
  if (create === undefined || read === undefined || made === undefined) return [];
  return changes.flatMap((change) => {
    const valid = change.kind === 'remove' ? [] : changesWithBody(items, change);
    const other = valid.find((input) => isOtherBody(input, made.input));
    return other === undefined ? [] : [...invalidChanges(items, change, other), ...afterActions(items, change, other)];
  });
}

/** A call that changes an item. By default, the service may refuse the call. */
interface Called extends Pick<Case, 'input'>, Partial<Pick<Case, 'expect'>> {}

function invalidChanges(items: ItemSteps, change: ItemChange, valid: CaseInput): readonly PlannedSequence[] {
  const calls = invalidCalls(items, change, valid);
  return calls.length === 0 ? [] : [sequenceOf(items, `refused-${change.operation.id}`, change, calls)];
}

function afterActions(items: ItemSteps, change: ItemChange, valid: CaseInput): readonly PlannedSequence[] {
  const { actions = [] } = items.collection;
  return actions.slice(0, MOST_ACTIONS).flatMap((action) => {
    const [input] = items.inputsOf(action.operation);
    if (input === undefined) return [];
    const before = (steps: Steps, item: string): void => addChange(steps, action, item, input);
    return [
      sequenceOf(
        items,
        `changed-after-${action.operation.id}-${change.operation.id}`,
        change,
        [{ input: valid }],
        before,
      ),
    ];
  });
}

function sequenceOf(
  { collection: { create }, creates: [made], addRead }: ItemSteps,
  name: string,
  change: ItemChange,
  calls: readonly Called[],
  before: (steps: Steps, item: string) => void = () => undefined,
): PlannedSequence {
  const steps = new Steps(name);
  if (create === undefined || made === undefined) return steps.extraSequence();
  const item = steps.add(create, made);
  before(steps, item);
  addRead(steps, item);
  addRead(steps, item);
  for (const { input, ...more } of calls) {
    addChange(steps, change, item, input, more);
    addRead(steps, item);
  }
  return steps.extraSequence();
}

/**
 * The valid body with one invalid member added. The invalid member comes last, because a service may store the members
 * one after another.
 */
function invalidCalls(
  { contract, invalidOf }: ItemSteps,
  { operation }: ItemChange,
  valid: CaseInput,
): readonly Called[] {
  const seen = new Set<string>();
  const calls = invalidOf(operation).flatMap(({ input, expect }): readonly Called[] => {
    const [place, name, ...deeper] = expect.kind === 'rejected' ? pointerTokens(expect.pointer) : [];
    const value = ownValue(input.body ?? null, name ?? '');
    if (place !== 'body' || name === undefined || deeper.length > 0 || value === undefined || seen.has(name)) return [];
    seen.add(name);
    const others = Object.entries(isJsonObject(valid.body) ? valid.body : {}).filter(([known]) => known !== name);
    const made = { ...valid, body: { ...Object.fromEntries(others), [name]: value } };
    return isValidInput(contract, operation, made) ? [] : [{ input: made, expect }];
  });
  return calls.slice(0, MOST_INVALID);
}
