import type { Collection } from '../../../contract/collections/collection.js';
import type { Operation } from '../../../contract/operation.js';
import { encodeRequest } from '../../../contract/wire/request/encode.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import type { Violation } from '../../finding.js';
import { isBodyKnown, isOutcomeKnown, replyJson, replyOf } from '../../reply.js';
import { EVERYWHERE, type TrialRule } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { orOmitted } from '../../values/omitted.js';
import { type OverlappedCall, isFaithful, overlappedCalls } from './overlapped-calls.js';
import { haveEffectEach } from './separate-calls.js';

/** Calls of a surface that run at the same time do not affect each other. */
export const callsAtOnce: TrialRule = {
  id: 'state/calls-at-once',
  severity: 'must',
  statement:
    'If calls of a surface overlap, each call sends its own request, and each caller receives the reply to its own request.',
  source:
    'the contract: it describes each operation independently of other operations; RFC 9110 §3.3 (each request in isolation)',
  repair:
    'Keep the arguments, the request and the reply of a call in local variables; remove module variables and shared objects that a second call changes before the first has ended.',
  backends: EVERYWHERE,
  reads: 'call',
  atOnce: true,
  check: (trial, { contract, collections }) => {
    const [observation] = trial.observations;
    const calls = observation && overlappedCalls(contract, observation);
    return calls?.flatMap((call) => (call.twins.length > 0 ? shared(call, collections) : faults(call))).slice(0, 1);
  },
};

/**
 * Judges calls with equal inputs that ran at the same time. It is not known which of them sent which request, so only
 * the number of requests is judged: there must be one for each call.
 */
function shared(call: OverlappedCall, collections: readonly Collection[] | undefined): readonly Violation[] {
  const { operation, observation, twins } = call;
  const equal = [call, ...twins];
  if (!haveEffectEach(operation, observation.case.input, collections)) return [];
  if (!equal.every(({ apart }) => isFaithful(operation, apart))) return [];
  const ended = equal.filter((each) => isEnded(each.observation.outcome)).length;
  const requests = equal.flatMap((each) => each.observation.exchanges).length;
  if (requests >= ended) return [];
  return [
    {
      surface: observation.surface,
      pointer: '/request',
      kind: 'shared-request',
      message: `${ended} equal calls of ${operation.id} at the same time send ${requests === 1 ? 'one request' : `${requests} requests`}. Each call must send its own request.`,
      expected: ended,
      received: requests,
      blame: 'surface',
      cause: 'calls at once',
      place: operation.id,
    },
  ];
}

/**
 * Whether the caller received a result. A call that crashed, timed out or was refused by the surface may have sent no
 * request.
 */
function isEnded({ kind }: Outcome): boolean {
  return kind === 'value' || kind === 'events' || kind === 'problem';
}

function faults(call: OverlappedCall): readonly Violation[] {
  const { operation, observation, apart } = call;
  const about = {
    surface: observation.surface,
    kind: 'depends-on-other-calls',
    blame: 'surface',
    cause: 'calls at once',
    place: operation.id,
  } as const;
  if (!isFaithful(operation, apart) || observation.outcome.kind === 'inexpressible') return [];
  if (isAnsweredEarly(operation, observation)) return [];
  if (!isFaithful(operation, observation)) {
    const message = `${operation.id} sends a different request if other calls of the surface run at the same time.`;
    const sent = observation.exchanges.map(({ request: { method, target } }) => `${method} ${target}`).slice(0, 3);
    return [{ ...about, pointer: '/request', message, expected: 'the request of the call', received: sent }];
  }
  if (!isReported(apart) || isReported(observation)) return [];
  const { outcome } = observation;
  const reply = replyOf(observation);
  const message = `${operation.id} returns a different result from the reply to its request if other calls of the surface run at the same time.`;
  const received = outcome.kind === 'value' ? orOmitted(outcome.value) : outcome.kind;
  // The surface may report this status wrongly even if no other call runs.
  const status = reply?.status === replyOf(apart)?.status ? undefined : reply?.status;
  const expected = orOmitted(reply && replyJson(reply));
  const other = status !== undefined && { status, cause: 'status of calls at once' };
  return [{ ...about, pointer: '/outcome', message, expected, received, ...other }];
}

/**
 * Whether the service answered a request before it had received the whole body. A client may then stop sending (RFC
 * 9112 §9.5).
 */
function isAnsweredEarly(operation: Operation, observation: Observation): boolean {
  const expected = encodeRequest(operation, observation.case.input);
  const reply = replyOf(observation);
  const [sent, ...more] = observation.exchanges.map(({ request }) => request.body);
  if (expected.kind !== 'request' || sent === undefined || more.length > 0) return false;
  const isPart = Buffer.from(expected.body.slice(0, sent.byteLength)).equals(sent);
  return reply !== undefined && !isSuccess(reply.status) && isPart && sent.byteLength < expected.body.byteLength;
}

/** Whether the outcome for the caller agrees with the reply to its own request. Also true if there was no reply. */
function isReported(observation: Observation): boolean {
  const { outcome } = observation;
  const reply = replyOf(observation);
  if (reply === undefined || !isBodyKnown(reply) || !isOutcomeKnown(outcome)) return true;
  if (!isSuccess(reply.status)) return outcome.kind === 'problem';
  return outcome.kind === 'value' && sameJson(replyJson(reply), outcome.value);
}
