import { statedMembers } from '../../contract/collections/reply-members.js';
import type { CaseInput } from '../../contract/case.js';
import { inputText } from '../../contract/input-text.js';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import { lastToken, valueAt } from '../../contract/json/json-pointer.js';
import type { Operation, OperationId, RepeatKey, RepeatSpec } from '../../contract/operation.js';
import { statedDefault } from '../../contract/wire/decode-value.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';
import { type JsonDifference, jsonDifferences } from '../values/json-difference.js';
import { orOmitted } from '../values/omitted.js';
import { sameJson } from '../values/same-json.js';
import { successValue } from './evidence/item-values.js';
import { keyOf, mayForgetKey, repeatIn, repeatOf, sendsKey, statesReplay } from './evidence/repeat-key.js';
import { listedRepeats } from './lists/listed-repeats.js';
import { refusedKey } from './refused-key.js';

/** A repeated call has the effect that the contract states. */
export const repeated: TrialRule = {
  id: 'state/repeated',
  severity: 'must',
  statement: 'If the contract states the effect of a repeated call, the service behaves as stated.',
  details: [
    'A request with the idempotency key of an equal earlier request gets the reply to the earlier one.',
    'A different request with the key of an earlier one is refused with the stated status.',
    'If the contract states that results depend only on the request, equal requests have equal results.',
    'Of two different concurrent requests with the same key, at most one is accepted.',
    'The key of an invalid request that was refused may be used again.',
    'If the contract does not state the effect, but a POST has the header parameter `Idempotency-Key`, an equal request with a known key creates no second item. The same holds if its description states that requests with a member such as `client_id` in the body can be repeated safely.',
  ],
  source:
    'the contract: x-<prefix>-repeat of the operation; OpenAPI 3.1 §4.8.24: an omitted value is its default; draft-ietf-httpapi-idempotency-key-header §2.6: a retried request gets the result of the first request',
  repair:
    'Store each idempotency key with its request before the work begins, and add the reply when the work has ended. Fill in defaults, then compare each further request with the stored request. Derive results from the request only.',
  backends: REAL_SERVICE,
  reads: 'reply',
  atOnce: 'too',
  check: (trial, context) => {
    const repeat = repeatIn(context.contract, trial.operation);
    if (repeat === undefined) return judgedEach(trial, (observation) => listedRepeats(trial, context, observation));
    return judgedEach(trial, (observation) => {
      const own = faultsOf(trial, context, repeat, observation);
      const overlapped = overlappedFaults(trial, context, repeat, observation);
      return overlapped.length > 0 ? overlapped : own;
    });
  },
};

/**
 * Judges calls with one idempotency key that ran at the same time. If their requests differ, the service may accept at
 * most one. If their requests are equal, their replies must be equal. Returns the violations of the first call that
 * does not meet these requirements.
 */
function overlappedFaults(
  trial: Trial,
  context: TrialContext,
  repeat: RepeatSpec,
  { earlier = [] }: Observation,
): readonly Violation[] {
  const calls = earlier.filter(({ case: { lane } }) => lane !== undefined);
  for (const [index, call] of calls.entries()) {
    if (!isSuccess(replyOf(call)?.status ?? 0)) continue;
    const faults = faultsOf(trial, context, repeat, { ...call, earlier: calls.slice(0, index) }) ?? [];
    if (faults.length > 0)
      return faults.map((fault) => ({ ...fault, message: `${fault.message.slice(0, -1)}, sent at the same time.` }));
  }
  return [];
}

/**
 * Compares a call with the first earlier call that succeeded and has a `Relation` to it. If there is none, checks
 * whether the service stored the key of a request that it refused (see `refusedKey`).
 */
function faultsOf(
  { operation }: Trial,
  context: TrialContext,
  repeat: RepeatSpec,
  observation: Observation,
): readonly Violation[] | undefined {
  const reply = replyOf(observation);
  if (reply === undefined || reply.status >= 500) return undefined;
  const related = firstRelated(operation, context, repeat, observation);
  if (related === undefined) return refusedKey(operation, context, observation);
  const { calls, relation, value } = related;
  // The service may know the idempotency key, because an earlier run may have used it.
  if (relation === 'result' && !context.isolated && reply.status === repeat.conflict) return undefined;
  // Without a statement about repeated calls, the service may refuse the second call (draft of the header, §2.6).
  const isReplayed =
    operation.repeat !== undefined || (relation === 'repeat' && statesReplay(context.contract, operation));
  if (!isReplayed && !isSuccess(reply.status)) return undefined;
  const sharedBy = keyedAlike(context, operation);
  const about = { surface: observation.surface, blame: responder(context), place: operation.id, sharedBy } as const;
  if (relation === 'conflict' ? reply.status === repeat.conflict : isSuccess(reply.status))
    return relation === 'conflict' ? [] : differences(about, repeat, calls, value, successValue(observation), relation);
  const [kind, message, expected] = OTHERWISE[relation];
  return [
    {
      ...about,
      pointer: '/response/status',
      kind: isSuccess(reply.status) ? 'conflict-accepted' : kind,
      message: `The service answered ${reply.status} to a request ${message}.`,
      expected: relation === 'conflict' ? (repeat.conflict ?? '4xx') : expected,
      received: reply.status,
      cause: `${operation.id} ${relation}`,
      status: reply.status,
    },
  ];
}

/**
 * All operations whose idempotency key is the same header parameter: they refer by `$ref` to one parameter of the
 * contract, or to one schema.
 */
function keyedAlike({ contract }: TrialContext, operation: Operation): readonly OperationId[] {
  const keyParameter = (one: Operation): string | undefined => {
    const key = repeatOf(one)?.key;
    return one.parameters.find((each) => each.in === 'header' && key?.in === 'header' && each.name === key.name)
      ?.schema;
  };
  const own = keyParameter(operation);
  const alike = own === undefined ? [operation] : contract.operations.filter((other) => keyParameter(other) === own);
  return alike.map(({ id }) => id).toSorted();
}

interface Related {
  readonly calls: Calls;
  readonly relation: Relation;
  /** The value in the reply to the earlier call. */
  readonly value: Json;
}

function firstRelated(
  operation: Operation,
  context: TrialContext,
  repeat: RepeatSpec,
  observation: Observation,
): Related | undefined {
  const { earlier = [], case: last } = observation;
  if (!sendsKey(observation, repeat.key)) return undefined;
  if (mayForgetKey(context.contract, operation, observation)) return undefined;
  for (const step of earlier.filter((each) => each.case.operation === operation.id && sendsKey(each, repeat.key))) {
    const calls = { operation, context, one: step.case.input, other: last.input };
    const value = successValue(step);
    const relation = value === undefined ? undefined : relationOf(calls, repeat);
    if (value !== undefined && relation !== undefined) return { calls, relation, value };
  }
  return undefined;
}

interface Calls {
  readonly operation: Operation;
  readonly context: TrialContext;
  readonly one: CaseInput;
  readonly other: CaseInput;
}

/**
 * How a call is related to an earlier call of the same operation. `repeat`: the requests are equal and have one
 * idempotency key. `conflict`: the requests differ and have one key. `result`: the requests are equal, and have
 * different keys or none.
 */
type Relation = 'repeat' | 'conflict' | 'result';

const OTHERWISE: Readonly<Record<Relation, readonly [kind: string, message: string, expected: string]>> = {
  repeat: [
    'repeat-refused',
    'that equals an accepted earlier request and has the same key',
    'the reply to the first request',
  ],
  conflict: ['conflict-answered-otherwise', 'that has the key of an earlier request and differs from that request', ''],
  result: ['repeat-refused', 'that is equivalent to an accepted earlier request', 'an equal result'],
};

function relationOf({ operation, context, one, other }: Calls, repeat: RepeatSpec): Relation | undefined {
  const { key } = repeat;
  const isSameKey = key !== undefined && keyOf(one, key) !== undefined && keyOf(one, key) === keyOf(other, key);
  if (isSameKey && orderedText(one) === orderedText(other)) return 'repeat';
  const defaults = statedDefaults(context, operation);
  const [first, second] = [one, other].map((input) => orderedText(withoutKey(withDefaults(input, defaults), key)));
  if (first !== second) return isSameKey && repeat.conflict !== undefined ? 'conflict' : undefined;
  // Requests without a key are not compared: their keys are assigned by the service, and their replies may show them.
  const areKeyed = key === undefined || [one, other].every((input) => keyOf(input, key) !== undefined);
  return repeat.deterministic === true && !isSameKey && areKeyed ? 'result' : undefined;
}

function differences(
  about: Pick<Violation, 'surface' | 'blame' | 'place' | 'sharedBy'>,
  { key }: RepeatSpec,
  { operation, context, one, other }: Calls,
  value: Json,
  again: Json | undefined,
  relation: Relation,
): readonly Violation[] | undefined {
  const [from, to] = [keyOf(other, key), keyOf(one, key)];
  const received = again === undefined ? undefined : replaced(again, from, to);
  // Replies to requests with different keys contain different keys. The rule `state/echo` judges these keys.
  const isKey = ({ pointer }: JsonDifference): boolean => relation === 'result' && lastToken(pointer) === key?.name;
  const difference = jsonDifferences(value, received, '').find((each) => !isKey(each));
  if (difference === undefined) return [];
  const create = context.collections?.find((collection) => collection.create?.id === operation.id);
  const identified = [value, received].map((reply) => create?.read && valueAt(reply, create.read.id.pointer));
  // Without the identifiers, a different reply may describe the same item.
  if (operation.repeat === undefined && identified.includes(undefined)) return undefined;
  const isOtherItem = !sameJson(identified[0], identified[1]);
  if (operation.repeat === undefined && !isOtherItem) return [];
  const at = difference.pointer === '' ? 'its root' : difference.pointer;
  return [
    {
      ...about,
      pointer: '/response/body',
      kind: relation === 'result' ? 'result-differs' : isOtherItem ? 'repeat-creates' : 'repeat-differs',
      message: `The service answers two equivalent requests differently at ${at}.`,
      expected: orOmitted(difference.expected),
      received: orOmitted(difference.received),
      cause: `${operation.id} ${relation}`,
    },
  ];
}

function withoutKey(input: CaseInput, key: RepeatKey | undefined): CaseInput {
  if (key === undefined) return input;
  const { header, body, ...others } = input;
  const rest = (value: Json | undefined): Json | undefined =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== key.name)) : value;
  const kept = key.in === 'header' ? rest(header) : header;
  return {
    ...others,
    ...(kept !== undefined && { header: kept }),
    body: key.in === 'body' ? rest(body) : body,
  } as CaseInput;
}

/**
 * The value of a reply, in which the idempotency key `to` replaces the key `from`. Two replies can then be compared
 * although each contains its own key.
 */
function replaced(value: Json, from: Json | undefined, to: Json | undefined): Json {
  if (value === from && to !== undefined) return to;
  if (Array.isArray(value)) return value.map((item: Json) => replaced(item, from, to));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, from, to)]));
}

function withDefaults({ body, ...others }: CaseInput, defaults: ReadonlyMap<string, Json>): CaseInput {
  if (!isJsonObject(body)) return { ...others, ...(body !== undefined && { body }) };
  return { ...others, body: { ...Object.fromEntries(defaults), ...body } };
}

/**
 * An input as a text for comparison. It is equal for inputs whose bodies differ only in the order of members (RFC 8259
 * §4).
 */
function orderedText({ body, ...others }: CaseInput): string {
  return `${inputText(others)} ${body === undefined ? '' : canonicalJson(body)}`;
}

/** The defaults of the members of the JSON body, as the contract states them. */
export function statedDefaults(
  { contract: { schemas } }: Pick<TrialContext, 'contract'>,
  { requestBody }: Operation,
): ReadonlyMap<string, Json> {
  const schema = requestBody?.content[0]?.schema;
  const members = statedMembers(schemas, schema === undefined ? [] : [schema]);
  return new Map(
    [...members].flatMap(([name, uris]) => {
      const stated = statedDefault(schemas, uris);
      return stated === undefined ? [] : [[name, stated] as const];
    }),
  );
}
