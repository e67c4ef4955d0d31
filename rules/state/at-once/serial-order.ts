import { changeKind, isOtherPost } from '../../../contract/collections/change-kind.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { headerValue } from '../../../contract/wire/message.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { createdItem, itemDifferences, itemSchema, itemValue, successValue } from '../evidence/item-values.js';
import { orOmitted } from '../../values/omitted.js';
import { sameJson } from '../../values/same-json.js';
import { elementsOfItem, listedCollection, readList } from '../evidence/listed-elements.js';
import { type OverlappedCall, isFaithful, isJudged, overlappedCalls } from './overlapped-calls.js';

/** After concurrent calls, the stored state is one that the same calls could also produce one after another. */
export const serialOrder: TrialRule = {
  id: 'state/serial-order',
  severity: 'must',
  statement:
    'After concurrent creates, each item that was reported as created can be read with its values and is listed once, as if the creates had run one after another.',
  details: [
    'After concurrent PATCHes of different members, the item has the values of all PATCHes that succeeded; a POST that only sets members of an item (see `state/updated`) is judged as a PATCH.',
    'If two equal creates run one after another and the second is answered 409, only one of them is accepted when they run at the same time.',
    'If two changes with the same `If-Match` run one after another and the second is answered 412, only one of them is accepted when they run at the same time.',
  ],
  source:
    'RFC 9110 §15.3.2: 201 means that the resource has been created; §9.3.3; RFC 5789 §2: a patch is applied atomically; RFC 9110 §13.1.1: If-Match prevents lost updates',
  repair:
    'Read and write the stored state in one step: use a transaction, a lock, a unique index, or one statement that changes the state in place. Do not write back a changed copy.',
  backends: REAL_SERVICE,
  reads: 'call',
  atOnce: true,
  check: (trial, context) => {
    const [last] = trial.observations;
    const calls = last && overlappedCalls(context.contract, last);
    if (last === undefined || calls === undefined) return undefined;
    const equal = equalCreates(context.contract, calls);
    if (equal !== undefined) return acceptedTwice(context, last, equal, EQUAL);
    const conditional = conditionalChanges(calls);
    if (conditional !== undefined) return acceptedTwice(context, last, conditional, CONDITIONAL);
    if (!calls.every(isJudged)) return undefined;
    const creates = calls.filter(
      ({ operation, observation }) => isOtherPost(context.contract, operation) && isAccepted(observation),
    );
    const patches = calls.filter(
      ({ operation, observation }) => changeKind(context.contract, operation) === 'modify' && isAccepted(observation),
    );
    return [
      ...creates.flatMap((create) => faults(context, last, create)),
      ...patches.flatMap((patch) => lostChanges(context, last, patch, calls)),
    ].slice(0, 1);
  },
};

/** Creates with equal inputs, if the service accepts only one of them when they run one after another. */
function equalCreates(contract: Contract, calls: readonly OverlappedCall[]): readonly OverlappedCall[] | undefined {
  const [call, ...others] = calls;
  if (call === undefined || !isOtherPost(contract, call.operation) || call.twins.length !== others.length)
    return undefined;
  const isSent = calls.every((each) => isFaithful(each.operation, each.observation));
  const statuses = calls.map(({ apart }) => replyOf(apart)?.status ?? 0);
  const isRefused = statuses.filter((status) => status === 409).length === others.length && others.length > 0;
  return isSent && isRefused && statuses.some(isSuccess) ? calls : undefined;
}

/**
 * Changes with the same entity tag in `If-Match`, if the service accepts only one of them when they run one after
 * another.
 */
function conditionalChanges(calls: readonly OverlappedCall[]): readonly OverlappedCall[] | undefined {
  const tags = calls.map(({ observation }) =>
    headerValue(observation.exchanges.at(-1)?.request.headers ?? [], 'if-match'),
  );
  const isSent = calls.every(
    ({ operation, observation, apart }) => isFaithful(operation, observation) && isFaithful(operation, apart),
  );
  const statuses = calls.map(({ apart }) => replyOf(apart)?.status ?? 0);
  const isOne =
    statuses.filter(isSuccess).length === 1 && statuses.filter((status) => status === 412).length === calls.length - 1;
  return calls.length > 1 && isSent && isOne && tags[0] !== undefined && new Set(tags).size === 1 ? calls : undefined;
}

/**
 * Concurrent calls of which the service must accept only one. `status`: the status with which it refuses the others if
 * they run one after another.
 */
interface Exclusive {
  readonly words: string;
  readonly status: number;
}

const EQUAL: Exclusive = { words: 'two equal requests', status: 409 };
const CONDITIONAL: Exclusive = { words: 'two changes with the same If-Match', status: 412 };

/**
 * The violation if the service accepts all of several calls that run at the same time, although it accepts only one of
 * them when they run one after another.
 */
function acceptedTwice(
  context: TrialContext,
  last: Observation,
  calls: readonly OverlappedCall[],
  { words, status }: Exclusive,
): readonly Violation[] {
  const [, second] = calls.filter(({ observation }) => isAccepted(observation));
  if (second === undefined) return [];
  const { id } = second.operation;
  return [
    {
      surface: last.surface,
      pointer: '/state',
      kind: 'accepted-twice',
      message: `${id} accepts ${words} at the same time. If they are sent one after another, the second is answered ${status}.`,
      expected: status,
      received: replyOf(second.observation)?.status ?? null,
      blame: responder(context),
      cause: id,
    },
  ];
}

/**
 * The violation for a value that a PATCH set and that concurrent calls lost. The last read of the item lacks the value,
 * but returns it if the same calls run one after another. A member that two calls set is not judged, because either
 * call may be the last.
 */
function lostChanges(
  context: TrialContext,
  last: Observation,
  { operation, observation }: OverlappedCall,
  calls: readonly OverlappedCall[],
): readonly Violation[] {
  const { body } = observation.case.input;
  const [after, apart] = [successValue(last), last.apart && successValue(last.apart.at(-1) ?? last)];
  if (!isJsonObject(body) || !isJsonObject(after) || !isJsonObject(apart)) return [];
  const others = calls.filter((call) => call.observation !== observation);
  const isOwn = (name: string): boolean =>
    others.every((other) => ownValue(other.observation.case.input.body ?? null, name) === undefined);
  const name = Object.keys(body).find(
    (each) =>
      isOwn(each) && sameJson(ownValue(apart, each), body[each]) && !sameJson(ownValue(after, each), body[each]),
  );
  if (name === undefined) return [];
  return [
    {
      surface: last.surface,
      pointer: '/state',
      kind: 'no-serial-order',
      message: `${last.case.operation} does not return the ${name} that ${operation.id} stored while another call of ${operation.id} was in progress.`,
      expected: body[name] as Json,
      received: orOmitted(ownValue(after, name)),
      blame: responder(context),
      cause: operation.id,
    },
  ];
}

function isAccepted(observation: Observation): boolean {
  return isSuccess(replyOf(observation)?.status ?? 0);
}

function faults(context: TrialContext, last: Observation, call: OverlappedCall): readonly Violation[] {
  const about = {
    surface: last.surface,
    pointer: '/state',
    kind: 'no-serial-order',
    blame: responder(context),
    cause: call.operation.id,
  } as const;
  const id = call.operation.id;
  const [now, apart] = [last, { ...last, ...last.apart?.at(-1) }].map((observation, index) => {
    const created = index === 0 ? call.observation : call.apart;
    return { read: readBack(context, observation, created), listed: timesListed(context, observation, created) };
  });
  if (apart?.read === 'same' && now !== undefined && now.read !== 'same' && now.read !== 'unknown') {
    const message = `An item that ${id} created while other creates were in progress ${now.read === 'lost' ? 'is not found' : 'has other values'} afterwards.`;
    return [{ ...about, message, expected: 'the created item', received: now.read }];
  }
  if (apart?.listed !== 1 || now?.listed === undefined || now.listed === 1) return [];
  const message = `${last.case.operation} lists an item ${now.listed} times; ${id} created the item while other creates were in progress.`;
  return [{ ...about, message, expected: 1, received: now.listed }];
}

/**
 * Compares the last read of a created item with the reply to its create. The result is `lost` if the item is not found,
 * and `unknown` if there is no read to compare.
 */
function readBack(
  context: TrialContext,
  last: Observation,
  created: Observation,
): 'same' | 'changed' | 'lost' | 'unknown' {
  const read = [...(last.earlier ?? []), last].findLast(
    ({ case: { lane, feeds } }) => lane === undefined && feeds?.some(({ step }) => step === created.case.id) === true,
  );
  const item = createdItem(context.contract, created);
  const reply = read && replyOf(read);
  const operation = context.contract.operations.find(({ id }) => id === read?.case.operation);
  if (read === undefined || reply === undefined || item === undefined || operation === undefined) return 'unknown';
  if (isAbsent(reply.status)) return 'lost';
  const schema = itemSchema(context.contract, operation, reply)?.schema;
  const value = itemValue(context.contract, read);
  if (schema === undefined || !isJsonObject(value)) return 'unknown';
  return itemDifferences(context, item, [schema], item.value, value).length === 0 ? 'same' : 'changed';
}

/** How often a list contains the created item; `undefined` if the list was not read to its end. */
function timesListed(context: TrialContext, last: Observation, created: Observation): number | undefined {
  const known = listedCollection(context, last.case.operation);
  const item = createdItem(context.contract, created);
  const read = known && readList(known.list, last);
  if (known === undefined || item === undefined || read?.isWhole !== true) return undefined;
  return elementsOfItem(known.list, item, read.elements)?.length;
}
