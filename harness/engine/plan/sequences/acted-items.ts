import type { CaseInput } from '../../../../contract/case.js';
import type { ItemRead } from '../../../../contract/collections/collection.js';
import { stateMember } from '../../../../contract/collections/states/state-member.js';
import { stateRefusals } from '../../../../contract/collections/states/stated-states.js';
import { hasOwnTime, intervalNames } from '../../../../contract/collections/states/item-interval.js';
import { isDate } from '../../../../contract/formats/dates-and-times.js';
import { nounOf } from '../../../../contract/inputs/body-references.js';
import { canonicalJson } from '../../../../contract/json/canonical-json.js';
import { type Json, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import { fromMembers } from '../../../../contract/json/members.js';
import type { Operation } from '../../../../contract/operation.js';
import { ownerParameter, segmentsBelow } from '../../../../contract/path-relations.js';
import { plainName } from '../../../../contract/plain-name.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';
import { fullness } from './bodies/compared-bodies.js';
import { type ItemSteps, addChange, exampleCreate } from './items/item-steps.js';
import { preparingActions } from './states/preparing-actions.js';

/**
 * The maximum number of different actions that are called on one item. After each new action, at most `MOST_AGAIN`
 * earlier actions are repeated.
 */
const MOST_ACTIONS = 6;
const MOST_AGAIN = 2;
/**
 * The maximum number of inputs that are tried for one action. For example, each input may be a state into which the
 * action moves the item.
 */
const MOST_INPUTS = 4;

type Create = ItemSteps['creates'][number];

/**
 * Sequences that call the actions of an item. One sequence calls all of them in order, and one more does this with an
 * item that has more members. Each other sequence calls a single action: with its largest body, after a DELETE, or
 * before a call that the service must then refuse.
 */
export function actedItems(items: ItemSteps): readonly PlannedSequence[] {
  const [first] = items.creates;
  const complete = completeCreate(items);
  return [
    ...(first === undefined ? [] : actedInOrder('acted', items, first)),
    ...(complete === undefined ? [] : actedInOrder('acted-complete', items, complete)),
    ...actedWithBodies(items),
    ...actedAfterRemoval(items),
    ...actedBeforeRefusals(items),
  ];
}

/**
 * The create input with the most strings, numbers and booleans. `undefined` if this is the first input. A service may
 * accept an action only of a complete item: an article without a text cannot be published, and so never archived. Lists
 * do not count, because they often refer to other items that may not exist.
 */
function completeCreate({ creates }: ItemSteps): Create | undefined {
  const sizes = creates.map(({ input: { body } }) =>
    isJsonObject(body) ? Object.values(body).filter((value) => typeof value !== 'object' && value !== '').length : 0,
  );
  const most = sizes.reduce((one, other) => Math.max(one, other), 0);
  return most > (sizes[0] ?? 0) ? creates[sizes.indexOf(most)] : undefined;
}

/**
 * A sequence that reads an item before and after each of its actions, and reads the list at the end. After each new
 * action, earlier actions are called again, because a service may accept an action only in some states of the item.
 * Between two actions, the item is read twice, to find members that change without an action.
 */
function actedInOrder(
  name: string,
  { collection, inputsOf, addRead, addWalk }: ItemSteps,
  made: Create,
): readonly PlannedSequence[] {
  const { create, read, actions = [] } = collection;
  const called = actions.slice(0, MOST_ACTIONS).flatMap((action) => {
    const [input, other = input, ...further] = distinctInputs(inputsOf(action.operation)).slice(0, MOST_INPUTS);
    return input === undefined ? [] : [{ action, inputs: [input, other], further }];
  });
  if (create === undefined || read === undefined || called.length === 0) return [];
  const steps = new Steps(name);
  const item = steps.add(create, made);
  addRead(steps, item);
  for (const [index, { action, inputs }] of called.entries()) {
    const isLast = index === called.length - 1;
    const again = called.slice(Math.max(0, index - MOST_AGAIN), isLast ? index + 1 : index);
    // The second call of an action has different values from the first. Otherwise, nobody would notice a call that the
    // service refuses, but that still changes the item.
    const calls = [{ action, input: inputs[0] }, ...again.map((one) => ({ action: one.action, input: one.inputs[1] }))];
    if (isLast) calls.push(...called.flatMap((one) => one.further.map((input) => ({ action: one.action, input }))));
    for (const call of calls) {
      addRead(steps, item);
      addChange(steps, call.action, item, call.input ?? {});
      addRead(steps, item);
    }
  }
  addRead(steps, item);
  addWalk(steps);
  return [steps.extraSequence()];
}

/**
 * Sequences that call an action on a new item, with the largest body of the action. They are needed because the service
 * may accept only the first call of an action. A sequence of several calls then shows only the effect of the first
 * body. Left out if the first body is the largest.
 */
function actedWithBodies({ collection, creates, inputsOf, addRead }: ItemSteps): readonly PlannedSequence[] {
  const { create, read, actions = [] } = collection;
  const [first] = creates;
  if (create === undefined || read === undefined || first === undefined) return [];
  return actions.slice(0, MOST_ACTIONS).flatMap((action) => {
    const inputs = distinctInputs(inputsOf(action.operation));
    const [largest] = inputs.toSorted((one, other) => fullness(other) - fullness(one));
    if (largest === undefined || fullness(largest) <= fullness(inputs[0] ?? {})) return [];
    const steps = new Steps(`acted-with-body-${action.operation.id}`);
    const item = steps.add(create, first);
    addRead(steps, item);
    addRead(steps, item);
    addChange(steps, action, item, largest);
    addRead(steps, item);
    return [steps.extraSequence()];
  });
}

/**
 * Sequences that call an action after a DELETE. A DELETE may archive the item, and a service accepts some actions, such
 * as a restore, only of archived items.
 */
function actedAfterRemoval({ collection, creates, inputsOf, addRead }: ItemSteps): readonly PlannedSequence[] {
  const { create, read, changes = [], actions = [] } = collection;
  const [first] = creates;
  const removal = changes.find(({ kind }) => kind === 'remove');
  if (create === undefined || read === undefined || first === undefined || removal === undefined) return [];
  return actions.slice(0, MOST_ACTIONS).flatMap((action) => {
    const [input] = inputsOf(action.operation);
    if (input === undefined) return [];
    const steps = new Steps(`acted-after-${removal.operation.id}-${action.operation.id}`);
    const item = steps.add(create, first);
    addRead(steps, item);
    addChange(steps, removal, item, inputsOf(removal.operation)[0] ?? {});
    addRead(steps, item);
    addRead(steps, item);
    addChange(steps, action, item, input);
    addRead(steps, item);
    return [steps.extraSequence()];
  });
}

/**
 * Sequences of two calls on a new item. The contract refuses the second call in some states of the item, and the first
 * call may move the item into such a state. If the first call is permitted only after other actions, these are called
 * before it. The first call is one of these:
 * - an action;
 * - the same change as the second call;
 * - this change with a body that sets such a state.
 * A service may accept the first call only of some items, so several are tried: a complete item, the simplest one, an
 * example of the contract and, for actions that depend on the day, an item that begins on the day of the run.
 */
function actedBeforeRefusals(items: ItemSteps): readonly PlannedSequence[] {
  const { contract, operations, collection, inputsOf, addRead, creates } = items;
  const { create, read, changes = [], actions = [] } = collection;
  if (create === undefined) return [];
  const made = [...new Set([completeCreate(items), creates[0], exampleCreate(items)].flatMap((each) => each ?? []))];
  const begun = itemsOfToday(items);
  const member = stateMember(contract, read?.operation ?? create);
  const refused = [...actions, ...changes, ...additions(operations, read, actions)].flatMap((change) => {
    const refusals = stateRefusals(change.operation, member);
    return refusals === undefined ? [] : [{ change, refusals }];
  });
  return refused.slice(0, MOST_ACTIONS).flatMap(({ change, refusals }) => {
    const isRefused = ({ body = null }: CaseInput): boolean =>
      member !== undefined && refusals.refuses(textIn(body, member.name), false);
    const setting = inputsOf(change.operation).filter(isRefused).slice(0, MOST_INPUTS);
    const firsts = [
      ...actions.slice(0, MOST_ACTIONS).flatMap((action) => {
        const inputs = inputsOf(action.operation);
        const all = action.operation === change.operation ? alternatives(inputs) : inputs.slice(0, 1);
        return all.map((input) => ({ action, input }));
      }),
      ...(changes.some((each) => each === change) ? [inputsOf(change.operation)[0], ...setting] : []).map((input) => ({
        action: change,
        input,
      })),
    ];
    return firsts.flatMap(({ action, input: before }) => {
      const after = inputsOf(change.operation)[0];
      if (before === undefined || after === undefined) return [];
      const prepared = preparingActions(action, actions, member);
      const isTimed = TIMED.test(action.operation.description);
      return [...made, ...(isTimed ? begun : [])].map((input) => {
        const steps = new Steps(`refused-after-${action.operation.id}-${change.operation.id}`);
        const item = steps.add(create, input);
        for (const each of prepared) addChange(steps, each, item, inputsOf(each.operation)[0] ?? {});
        addChange(steps, action, item, before);
        addRead(steps, item);
        addChange(steps, change, item, after);
        return steps.extraSequence();
      });
    });
  });
}

/**
 * The inputs of an action that may move an item into different states, such as `approve` and `reject`. Only the first
 * input, if there are too many to be such a choice.
 */
function alternatives(inputs: readonly CaseInput[]): readonly CaseInput[] {
  const distinct = distinctInputs(inputs);
  return distinct.length <= MOST_INPUTS ? distinct : distinct.slice(0, 1);
}

/** Matches descriptions of actions that a service accepts only on some days, such as a check-in. */
const TIMED = /\b(?:days?|dates?|early|late|arrival|starts?|begins?)\b/i;
const DAY_MS = 86_400_000;

/**
 * The maximum number of items that begin on the day of the run. It is small, because each of them may refer to other
 * items that must exist too, such as a room.
 */
const MOST_OF_TODAY = 3;

/**
 * Create inputs whose dates are moved to the day of the run: the items begin on this day, and end as many days later as
 * before. They refer to different items, because a room may be booked already. Empty if items have no dates.
 */
function itemsOfToday({ contract, collection: { create }, creates, isAccepted, now }: ItemSteps): readonly Create[] {
  const names = create && intervalNames(contract, create);
  if (create === undefined || names === undefined || now === undefined) return [];
  const days = [names.start, ...(names.end === undefined ? [] : [names.end])];
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const moved = new Map<string, Create>();
  for (const { input } of creates) {
    const { body } = input;
    if (!isJsonObject(body) || !days.every((name) => isDate(String(ownValue(body, name)))) || !hasOwnTime(names, body))
      continue;
    const msOf = (name: string): number => Date.parse(`${textIn(body, name) ?? ''}T00:00:00Z`);
    const dates = days.map((name): readonly [string, Json] => [
      name,
      new Date(today + msOf(name) - msOf(names.start)).toISOString().slice(0, 10),
    ]);
    const own = { ...body, ...fromMembers(dates) };
    const references = Object.entries(body).filter(([name]) => nounOf(name) !== plainName(name));
    const key = canonicalJson(fromMembers(references));
    if (!moved.has(key) && isAccepted(create, own)) moved.set(key, { input: { ...input, body: own } });
  }
  return [...moved.values()].slice(0, MOST_OF_TODAY);
}

/** The text in a member of a body, or of an object in it, such as the `attributes` of a resource object. */
function textIn(body: Json, name: string): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const own = ownValue(body, name);
  if (typeof own === 'string') return own;
  return Object.values(body)
    .map((value) => textIn(value, name))
    .find((text) => text !== undefined);
}

/** The operations that add a part to an item, such as `POST /carts/{cart_id}/lines`. */
function additions(
  operations: readonly Operation[],
  read: ItemRead | undefined,
  actions: readonly ItemRead[],
): readonly ItemRead[] {
  return operations.flatMap((operation) => {
    const isAction = actions.some((action) => action.operation === operation);
    const below = read === undefined ? [] : segmentsBelow(operation.path, read.operation.path);
    const name = read && ownerParameter(operation.path, read.operation.path);
    const isAddition = operation.method === 'post' && !isAction && below.length === 1 && !below.join('').includes('{');
    return isAddition && read !== undefined && name !== undefined ? [{ operation, id: { ...read.id, name } }] : [];
  });
}

/**
 * Removes inputs that differ only in their path, headers or cookies. The path of a step comes from earlier replies, and
 * headers such as the name of a call rarely change the effect of an action.
 */
function distinctInputs(inputs: readonly CaseInput[]): readonly CaseInput[] {
  const distinct = new Map<string, CaseInput>();
  for (const input of inputs) {
    const { query = {}, body = null } = input;
    const key = canonicalJson({ query, body });
    if (!distinct.has(key)) distinct.set(key, input);
  }
  return [...distinct.values()];
}
