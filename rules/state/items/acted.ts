import { isSetPart } from '../../../contract/collections/changes/set-part.js';
import { stateIn, stateLabel, stateMember } from '../../../contract/collections/states/state-member.js';
import { statedResult } from '../../../contract/collections/states/stated-result.js';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import { joinPointer, pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { orOmitted } from '../../values/omitted.js';
import { sameJson } from '../../values/same-json.js';
import { type ItemChanged, changesOf, isMade, isOfItem, itemOf } from '../evidence/item-changes.js';
import { type CreatedItem, itemSchema, itemValue } from '../evidence/item-values.js';
import { isBelowPath } from '../../../contract/path-relations.js';
import { actedAgainFaults } from './acted-again.js';
import { actedBesideFaults } from './acted-beside.js';
import { resultFault } from './acted-members.js';

/**
 * After an action on an item, such as `POST /orders/{id}/cancel`, the service stores the item as the reply to the
 * action returned it.
 */
export const acted: TrialRule = {
  id: 'state/acted',
  severity: 'must',
  statement:
    'If an action on an item (a POST below its path, or a PUT of a part that no GET reads) returns the item with a changed member, the service stores the change: the next GET does not return the value from before the action.',
  details: [
    'If the description of the action states the resulting state of the item, as in "closes the cart" for an item that is `open`, or "its `status` becomes `paid`", the next GET does not return the state from before the action.',
    'If the next GET shows a change, the reply to the action does not return the whole item unchanged.',
    'If only the request of the action can set a member of the item, the reply or the next GET has this member.',
    'An action that is answered with a 4xx does not change the item.',
    'An action with a name such as `cancel` or `pay` does not remove some of the elements of a list that the create sent, unless its text names the list.',
    'An action on one item does not change a different item in the same way, or in place of its own item, unless the items refer to each other or the texts of the action state it.',
    'If the description of an action states that a second call changes nothing ("Favouriting it twice has no further effect"), the item is the same after a second call with the same input, except for times and versions.',
    'If an action with a name such as `restore` returns a removed item, the next GET finds the item.',
  ],
  source:
    'RFC 9110 §9.3.3 (the reply to a POST describes the result of the action) and §15.5 (the request was not fulfilled)',
  repair:
    'Store what the action returns and what its request contains, return the item as it is after the action, or answer 202 if the action is done later. Check the whole request before storing anything. Change only the item that the path identifies.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.method === 'get'
      ? judgedEach(trial, (observation) => faultsOf(trial.operation, context, observation))
      : undefined,
};

/** An item before and after an action. */
interface ActedItem {
  readonly action: ItemChanged;
  readonly reads: readonly JsonObject[];
  readonly after: JsonObject;
  /** True if `after` is the first read of the item since the action. */
  readonly isNext: boolean;
  /** The item in the request of its create. */
  readonly sent: Json | undefined;
}

function faultsOf(read: Operation, context: TrialContext, observation: Observation): readonly Violation[] | undefined {
  const lost = lostRestore(read, context, observation) ?? actedBesideFaults(read, context, observation);
  if (lost !== undefined) return lost;
  const again = actedAgainFaults(read, context, observation);
  return again !== undefined && again.length > 0 ? again : (actionFaults(read, context, observation) ?? again);
}

/** Judges the first read of an item after an action. */
function actionFaults(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const item = actedItem(read, context, observation);
  const status = item && replyOf(item.action.observation)?.status;
  if (item === undefined || status === undefined) return undefined;
  const about = { surface: observation.surface, blame: responder(context), status } as const;
  const { id } = item.action.operation;
  if (isMade(item.action)) {
    const kept = keptState(read, context, item);
    if (kept !== undefined) return [{ ...about, ...kept }];
    return madeFaults(read, context, observation, item)?.map((fault) => ({ ...about, ...fault }));
  }
  if (status < 400 || status > 499) return undefined;
  const name = changedByRefusal(item);
  if (name === undefined) return [];
  return [
    {
      ...about,
      pointer: joinPointer('/response/body', name),
      kind: 'changed-by-refused-call',
      message: `The service answered ${status} to ${id}, but ${read.id} returns a different value at ${joinPointer('', name)} afterwards.`,
      expected: orOmitted(ownValue(item.reads.at(-1) ?? null, name)),
      received: orOmitted(ownValue(item.after, name)),
      cause: id,
    },
  ];
}

/**
 * The violations that a read shows after an action that the service accepted. `undefined` if the reply to the action
 * does not contain the item.
 */
function madeFaults(
  read: Operation,
  context: TrialContext,
  observation: Observation,
  item: ActedItem,
): readonly Pick<Violation, 'pointer' | 'kind' | 'message' | 'expected' | 'received' | 'cause'>[] | undefined {
  const returned = returnedItem(read, context, observation, item);
  const reply = replyOf(observation);
  const shown = reply && itemSchema(context.contract, read, reply)?.schema;
  if (returned === undefined || shown === undefined) return undefined;
  const fault = resultFault(context, { ...item, returned, shown, read: read.id });
  if (fault === undefined) return [];
  const { name, expected, received, ...about } = fault;
  const values = { expected: orOmitted(expected), received: orOmitted(received) };
  return [{ ...about, ...values, pointer: joinPointer('/response/body', name), cause: item.action.operation.id }];
}

/**
 * The violation for an action whose description states the new state of the item, as in "closes the cart": the next
 * read still shows the old state. The reply to the action need not contain the item.
 */
function keptState(
  read: Operation,
  { contract }: TrialContext,
  { action, reads, after, isNext }: ActedItem,
): Pick<Violation, 'pointer' | 'kind' | 'message' | 'expected' | 'received' | 'cause'> | undefined {
  const member = stateMember(contract, read);
  const stated = member && statedResult(action.operation, read.path, member);
  if (member === undefined || stated === undefined || !isNext) return undefined;
  const name = stateLabel(member);
  const [before, now] = [reads.at(-1), after].map((value) => stateIn(value, member));
  const isKept = typeof now === 'string' && now === before;
  if (!isKept || (stated.to === undefined ? now !== stated.not : now === stated.to)) return undefined;
  const { id } = action.operation;
  return {
    pointer: joinPointer('/response/body', ...(member.within === undefined ? [] : [member.within]), member.name),
    kind: 'state-kept',
    message: `${read.id} returns the \`${name}\` from before ${id}. The description of ${id} states a different one.`,
    expected: stated.to ?? `a state other than ${stated.not ?? ''}`,
    received: now,
    cause: id,
  };
}

/** Matches names of actions that restore a removed item. */
const RESTORES = /restore|recover|reinstate|un-?_?(?:delete|remove|trash)/i;

/**
 * Judges a read after an action that restores a removed item, such as `restore`: the item must be found again.
 * `undefined` if there was no such action, or if its reply contains a different item, such as a copy.
 */
function lostRestore(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const item = itemOf(contract, observation);
  const changes = item === undefined ? [] : changesOf(contract, observation, item);
  const [removal, action] = [changes.at(-2), changes.at(-1)];
  const reply = replyOf(observation);
  if (item === undefined || action === undefined || reply === undefined || removal?.operation.method !== 'delete')
    return undefined;
  const name = action.operation.path.split('/').at(-1) ?? '';
  const isRestore = action.operation.method === 'post' && RESTORES.test(`${name} ${action.operation.id}`);
  if (!isRestore || !isMade(removal) || !isMade(action) || !isBelowPath(action.operation.path, read.path))
    return undefined;
  if (!isItem(item, observation, itemValue(contract, action.observation))) return undefined;
  if (!isAbsent(reply.status)) return undefined;
  const { status } = reply;
  return [
    {
      surface: observation.surface,
      pointer: '/response/status',
      kind: 'not-restored',
      message: `${read.id} answers ${status} for an item that ${action.operation.id} restored before.`,
      expected: 'the restored item',
      received: status,
      blame: responder(context),
      cause: action.operation.id,
      status,
    },
  ];
}

/** Whether a value is the item that a call reads: it has the same identifier. */
function isItem({ value: created }: CreatedItem, { case: { feeds } }: Observation, value: Json | undefined): boolean {
  const pointer = feeds?.find((feed) => feed.in === 'path')?.pointer ?? '';
  const name = pointerTokens(pointer).at(-1) ?? '';
  const [one, other] = [created, value].map((item) => valueAt(item, pointer) ?? ownValue(item ?? null, name));
  return one !== undefined && other !== undefined && sameJson(one, other);
}

/** The item that a call reads, if its last change was an action, and a read before the action shows its value. */
function actedItem(read: Operation, { contract }: TrialContext, observation: Observation): ActedItem | undefined {
  const item = itemOf(contract, observation);
  const action = item && changesOf(contract, observation, item).at(-1);
  const after = itemValue(contract, observation);
  const isAction =
    action !== undefined &&
    (action.operation.method === 'post'
      ? isBelowPath(action.operation.path, read.path)
      : action.operation.method === 'put' && isMade(action) && isSetPart(contract, action.operation, read));
  if (item === undefined || !isAction || !isJsonObject(after)) return undefined;
  const { earlier = [] } = observation;
  const isRead = (step: Observation): boolean => step.case.operation === read.id && isOfItem(step, item.step);
  const at = earlier.indexOf(action.observation);
  const reads = earlier
    .slice(0, at)
    .filter(isRead)
    .map((step) => itemValue(contract, step));
  const isNext = !earlier.slice(at + 1).some(isRead);
  return reads.length > 0 && reads.every(isJsonObject) ? { action, reads, after, isNext, sent: item.sent } : undefined;
}

/**
 * The item in the reply to an action. `undefined` if its identifier differs from that of the read item. Also
 * `undefined` if the replies to the action and to the read have different schemas, because their members may then have
 * different forms.
 */
function returnedItem(
  read: Operation,
  { contract }: TrialContext,
  observation: Observation,
  { action, after }: ActedItem,
): JsonObject | undefined {
  const { schemas } = contract;
  const value = itemValue(contract, action.observation);
  const pointer = observation.case.feeds?.find((feed) => feed.in === 'path')?.pointer ?? '';
  const name = pointerTokens(pointer).at(-1) ?? '';
  const [made, seen] = [action.observation, observation].map(replyOf);
  const [acting, reading] = [
    made && itemSchema(contract, action.operation, made)?.schema,
    seen && itemSchema(contract, read, seen)?.schema,
  ];
  if (!isJsonObject(value) || acting === undefined || reading === undefined) return undefined;
  const known = new Set(schemasInPlace(schemas, reading).keys());
  const isSameSchema =
    [...schemasInPlace(schemas, acting).keys()].some((uri) => known.has(uri)) ||
    canonicalJson(schemas.at(acting)) === canonicalJson(schemas.at(reading));
  const [id, other] = [value, after].map((item) => valueAt(item, pointer) ?? ownValue(item, name));
  return isSameSchema && id !== undefined && sameJson(id, other) ? value : undefined;
}

/**
 * The first member that changed although the service refused the action. Members that also changed between the last two
 * reads before the action are ignored.
 */
function changedByRefusal({ reads, after }: ActedItem): string | undefined {
  const [first = {}, ...others] = reads.slice(-2);
  if (others.length === 0) return undefined;
  return Object.keys({ ...first, ...after }).find(
    (name) =>
      others.every((each) => sameJson(ownValue(each, name), ownValue(first, name))) &&
      !sameJson(ownValue(after, name), ownValue(first, name)),
  );
}
