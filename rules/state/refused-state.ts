import { FORCE } from '../../contract/collections/changes/refused-removal.js';
import { refusedAfter, refusedUnlessRemoved } from '../../contract/collections/states/stated-actions.js';
import { type StateMember, stateIn, stateLabel, stateMember } from '../../contract/collections/states/state-member.js';
import { type StateRefusals, stateRefusals } from '../../contract/collections/states/stated-states.js';
import { refusesTransition, statedTransitions } from '../../contract/collections/states/stated-transitions.js';
import { chosenValue } from '../../contract/collections/list-choices.js';
import { sentItem } from '../../contract/collections/envelope.js';
import type { Contract } from '../../contract/contract.js';
import { isJsonObject } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { isBelowPath, isEqualPath, parentPath } from '../../contract/path-relations.js';
import type { Observation } from '../../surfaces/observation.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';
import { sameJson } from '../values/same-json.js';
import { additionFaults } from './refused-addition.js';
import { earlierCalls } from './evidence/earlier-calls.js';
import { type ItemChanged, changesOf, isMade, isOfItem, isSamePath, itemOf } from './evidence/item-changes.js';
import { type CreatedItem, itemValue } from './evidence/item-values.js';

/** A change of an item is refused in the states in which the contract does not permit it. */
export const refusedState: TrialRule = {
  id: 'state/refused-state',
  severity: 'must',
  statement:
    'If the contract states in which states of an item a change or an action is refused, it is refused in these states.',
  details: [
    'The contract states this in the description of a refusal such as 409, in the description of an operation that documents 409, or in a sentence of it that names another documented status: "only drafts can be published", "needs the status `draft`", "from `draft` to `published`", "publishes a `draft` article; it becomes `published`" with "in any other status 409", "neither `paid` nor `canceled`", "already published" for the path `/articles/{id}/publish`, or "that is not locked" for `/articles/{id}/unlock`.',
    'Without a state member, the last change counts. After `/issues/{id}/lock`, "the issue is locked" or "a locked issue takes no comments (403)" means a refusal; for a new item, so does "a page that is not deleted cannot be restored".',
    'A new item is refused if it refers to an item whose state forbids this, such as "a discontinued product takes no reviews".',
    'A table or lines with arrows may state which changes of the state a PUT or PATCH may make, such as "only `draft` → `published` and `published` → `archived` are possible, else 409". A change to another state is then refused.',
    'The state is the value of the only member such as `status` that has an enumeration, in the last reply that shows the item. Items that exist at the start are judged too, by the read directly before the call.',
  ],
  source: 'the contract: the descriptions of the operation and its responses; RFC 9110 §15.5.10 (409)',
  repair: 'Look up the state of the item before the change, and refuse the change as the contract states.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.method === 'get'
      ? undefined
      : judgedEach(
          trial,
          (observation) =>
            additionFaults(trial.operation, context, observation) ?? faultsOf(trial, context, observation),
        ),
};

function faultsOf(
  { operation }: Trial,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const item = itemOf(contract, observation);
  const status = replyOf(observation)?.status;
  if (status === undefined || status >= 500 || isForced(observation)) return undefined;
  if (item === undefined && isPutBefore(operation, context, observation))
    return refusalFaults(operation, context, observation, status, []);
  if (item === undefined) return existingItemFaults(operation, context, observation, status);
  const made = changesOf(contract, observation, item);
  const others = refusalFaults(operation, context, observation, status, made);
  if (others !== undefined) return others;
  const collection = context.collections?.find(({ create }) => create === item.create);
  const member = collection && stateMember(contract, collection.read?.operation ?? item.create);
  const state = member && stateOf(contract, observation, item, member);
  const moved = member && movedFaults(operation, context, observation, status, member, state);
  if (moved !== undefined) return moved;
  const stated = stateRefusals(operation, member);
  if (stated === undefined) return undefined;
  const last = made.at(-1);
  const isRepeated = last?.operation === operation && isMade(last) && !hasAmount(last.observation);
  if (!stated.refuses(state, isRepeated)) return undefined;
  const shown = member === undefined || state === undefined ? undefined : { name: stateLabel(member), state };
  return acceptedIn(operation, context, observation, status, stated, item.create, shown);
}

/** Whether a query parameter such as `force=true` may permit a call that is otherwise refused. */
function isForced({ case: { input } }: Observation): boolean {
  return Object.entries(input.query ?? {}).some(
    ([name, value]) => FORCE.test(name) && ![false, 'false', 0, '0'].some((each) => each === value),
  );
}

/**
 * The violation for a call that the service accepted, although the contract states that it is refused in this state of
 * the item. `shown`: the state, and the name of the member that contains it.
 */
function acceptedIn(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
  status: number,
  stated: StateRefusals,
  owner: Operation,
  shown: { readonly name: string; readonly state: string } | undefined,
): readonly Violation[] {
  if (!isSuccess(status)) return [];
  const whose = shown === undefined ? '' : `, whose \`${shown.name}\` is ${JSON.stringify(shown.state)}`;
  const isAgain = shown === undefined || !stated.refuses(shown.state, false);
  const sentence = stated.sentence(shown?.state, isAgain);
  const reason = sentence === undefined ? '.' : `: "${sentence}".`;
  return [
    violationOf(context, observation, status, {
      message: `The service answered ${status} to ${operation.id} of an item${whose}. The contract states that ${operation.id} is then refused${isAgain ? ' a second time' : ''}${reason}`,
      expected: stated.statuses.join(' or '),
      cause: operation.id,
      // Operations that accept the same state usually share the missing check.
      ...(shown !== undefined && { shared: `${owner.id} ${shown.state}` }),
    }),
  ];
}

/**
 * The violations for a change that sets a new state, if the contract does not permit this state after the current one.
 */
function movedFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
  status: number,
  member: StateMember,
  state: string | undefined,
): readonly Violation[] | undefined {
  const { contract } = context;
  const sent = sentItem(contract, operation, observation.case.input.body) ?? null;
  const target = chosenValue(sent, member.name);
  const stated = state === undefined ? undefined : statedTransitions(contract, operation, member);
  if (state === undefined || stated === undefined || typeof target !== 'string') return undefined;
  // After a 202, the service may still refuse the change.
  if (status === 202 || !refusesTransition(stated, state, target)) return undefined;
  if (!isSuccess(status)) return [];
  const next = [...(stated.permitted.get(state) ?? [])].filter((each) => each !== state);
  const permitted = next.length === 0 ? 'no other state' : next.map((each) => `\`${each}\``).join(' or ');
  return [
    violationOf(context, observation, status, {
      message: `The service answered ${status} to ${operation.id}, which changes \`${member.name}\` from \`${state}\` to \`${target}\`. The contract permits ${permitted} after \`${state}\`.`,
      expected: stated.statuses.join(' or '),
      cause: `${operation.id} ${member.name}`,
    }),
  ];
}

/**
 * The violations for a call on an item that the sequence did not create. Its state is in the reply to the step directly
 * before, which must be a read of the item.
 */
function existingItemFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
  status: number,
): readonly Violation[] | undefined {
  const before = observation.earlier?.at(-1);
  const collection = context.collections?.find(({ read }) => read?.operation.id === before?.case.operation);
  const read = collection?.read?.operation;
  if (before === undefined || collection === undefined || read === undefined || !context.isolated) return undefined;
  const belongs = isEqualPath(operation.path, read.path) || isBelowPath(operation.path, read.path);
  if (!belongs || !isSameItem(before, observation) || !isSuccess(replyOf(before)?.status ?? 0)) return undefined;
  const member = stateMember(context.contract, read);
  const stated = stateRefusals(operation, member);
  const value = itemValue(context.contract, before);
  const state = member && stateIn(value, member);
  if (member !== undefined && typeof state === 'string') {
    const moved = movedFaults(operation, context, observation, status, member, state);
    if (moved !== undefined) return moved;
  }
  if (stated === undefined || member === undefined || typeof state !== 'string') return undefined;
  if (!stated.refuses(state, false)) return undefined;
  const shown = { name: stateLabel(member), state };
  return acceptedIn(operation, context, observation, status, stated, collection.create ?? read, shown);
}

/** Whether two calls have equal values in their path arguments. The names of the arguments may differ. */
function isSameItem({ case: one }: Observation, { case: other }: Observation): boolean {
  return sameJson(Object.values(one.input.path ?? {}), Object.values(other.input.path ?? {}));
}

function violationOf(
  context: TrialContext,
  { surface }: Observation,
  status: number,
  about: Pick<Violation, 'message' | 'expected' | 'cause' | 'shared'>,
): Violation {
  const received = { received: status, blame: responder(context), status };
  return { surface, pointer: '/response/status', kind: 'accepted-in-state', ...about, ...received };
}

/**
 * The violations for a call that the contract refuses after a certain last change of the item, whatever its state is.
 */
function refusalFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
  status: number,
  made: readonly ItemChanged[],
): readonly Violation[] | undefined {
  const other = otherRefusal(operation, observation, made);
  if (other === undefined) return undefined;
  const about = { expected: other.statuses.join(' or '), message: other.message, cause: operation.id };
  return isSuccess(status) ? [violationOf(context, observation, status, about)] : [];
}

/** Whether an earlier PUT created the item on which an action is called, and nothing was removed since. */
function isPutBefore({ path }: Operation, { contract }: TrialContext, observation: Observation): boolean {
  const calls = earlierCalls(contract, observation);
  const isPut = calls.some(
    (call) =>
      call.operation.path === parentPath(path) &&
      call.operation.method === 'put' &&
      call.status === 201 &&
      isSamePath(call.observation, observation),
  );
  return isPut && calls.every(({ operation }) => operation.method === 'put' || operation.method === 'get');
}

/**
 * The refusal of a call on an item that has no member for its state: its statuses and its message. The contract states
 * that the call is refused after the last change of the item, or if the item was never changed.
 */
function otherRefusal(
  operation: Operation,
  observation: Observation,
  made: readonly ItemChanged[],
): { readonly statuses: readonly string[]; readonly message: string } | undefined {
  const answered = `The service answered ${replyOf(observation)?.status ?? ''} to ${operation.id} of an item`;
  const last = made.at(-1);
  if (last === undefined)
    return refusedUnlessRemoved(operation)
      ? {
          statuses: ['409'],
          message: `${answered} that was not removed. The contract states that ${operation.id} is then refused.`,
        }
      : undefined;
  const statuses = isMade(last) ? refusedAfter(operation, last.operation) : [];
  return statuses.length === 0
    ? undefined
    : {
        statuses,
        message: `${answered} after ${last.operation.id}. The contract states that ${operation.id} is then refused.`,
      };
}

/**
 * The state of an item before a call. `undefined` if it is not known. Also `undefined` if the last change had no reply
 * body and the state did not change afterwards: the change may not be finished.
 */
function stateOf(
  contract: Contract,
  { earlier = [] }: Observation,
  item: CreatedItem,
  member: StateMember,
): string | undefined {
  const state = shownState(contract, earlier, item, member);
  const silent = earlier.findLastIndex(
    (step) =>
      isOfItem(step, item.step) &&
      isChange(contract.operations, step) &&
      isSuccess(replyOf(step)?.status ?? 0) &&
      itemValue(contract, step) === undefined,
  );
  return silent >= 0 && shownState(contract, earlier.slice(0, silent), item, member) === state ? undefined : state;
}

/** The state in the last reply that contains the item. `undefined` if a later change did not return the item. */
function shownState(
  contract: Contract,
  earlier: readonly Observation[],
  item: CreatedItem,
  member: StateMember,
): string | undefined {
  for (const step of earlier.toReversed()) {
    if (step.case.id !== item.step && !isOfItem(step, item.step)) continue;
    const status = replyOf(step)?.status;
    if (status === undefined || !isSuccess(status)) continue;
    const value = itemValue(contract, step);
    const state = stateIn(value, member);
    if (typeof state === 'string' && member.values.includes(state)) return status === 202 ? undefined : state;
    if (step.case.id === item.step || isChange(contract.operations, step)) return undefined;
  }
  return undefined;
}

function isChange(operations: readonly Operation[], { case: called }: Observation): boolean {
  return operations.find(({ id }) => id === called.operation)?.method !== 'get';
}

/**
 * Whether a call contains an amount. Such an action, for example a refund, may be called several times, each time for a
 * part.
 */
function hasAmount({ case: { input } }: Observation): boolean {
  return isJsonObject(input.body) && Object.values(input.body).some((value) => typeof value === 'number');
}
