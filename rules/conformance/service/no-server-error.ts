import type { RawFault } from '../../../contract/case.js';
import { brokenKeyword } from '../../../contract/inputs/input-violations.js';
import { anyElement } from '../../../contract/json/json-pointer.js';
import { ownValue } from '../../../contract/json/json.js';
import type { FailedResponse, WireResponse } from '../../../surfaces/exchange.js';
import { CLOSED } from '../../../surfaces/http/closed.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyJson, replyOf } from '../../reply.js';
import { namedArguments } from './named-arguments.js';
import { statedState } from './problems/replies/stated-reason.js';
import { type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';

/** The service replies to every request, and never with a 5xx. */
export const noServerError: TrialRule = {
  id: 'conformance/no-server-error',
  severity: 'must',
  statement: 'The service replies to every input, valid or invalid, with a status below 500.',
  details: ['It also replies if calls overlap that it answers one after another.'],
  source: 'RFC 9110 §15.6: 5xx means that the server is aware that it has erred',
  repair: 'Replay the case against the service and read its log. Answer errors of the client with the documented 4xx.',
  // The rule does not apply to scripted replies, because some of them are documented server errors.
  backends: new Set(['reference', 'live', 'mock']),
  reads: 'request',
  atOnce: 'too',
  check: (trial, context) =>
    trial.observations.flatMap((observation) => {
      const { surface, exchanges } = observation;
      if (observation.apart !== undefined) return hangsFaults(trial, context, observation, observation.apart);
      // Checks every exchange, because a surface may retry until it succeeds and so hide the failure.
      const response = exchanges.find((exchange) => isFault(trial, exchange.response))?.response;
      if (response === undefined) return [];
      const failed = response.kind === 'failed';
      const members = failed ? [] : namedArguments(trial, context.contract, response);
      return [
        {
          surface,
          pointer: '/response/status',
          kind: failed ? 'no-reply' : response.status === UNAVAILABLE ? 'unavailable' : 'server-error',
          message: failed
            ? `The service ${response.reason === CLOSED ? CLOSED : `sent no reply: ${response.reason}`}.`
            : `The service answered ${response.status}${titled(response)}.`,
          expected: 'a reply below 500',
          received: failed ? response.reason : response.status,
          blame: responder(context),
          cause: failed || response.status !== UNAVAILABLE ? causeOf(trial) : `unavailable ${statedState(response)}`,
          place: placeOf(trial),
          ...sharedOf(trial, context),
          ...(!failed && { status: response.status }),
          ...(members.length > 0 && { members }),
        },
      ];
    }),
};

/**
 * The violation for concurrent calls after which the service answers no call any more, although it answers the same
 * calls one after another. `apart`: these calls. A single call without a reply may only be slow.
 */
function hangsFaults(
  { operation }: Trial,
  context: TrialContext,
  last: Observation,
  apart: readonly Observation[],
): readonly Violation[] {
  const { surface, earlier = [] } = last;
  const overlapped = earlier.filter((call) => call.case.lane !== undefined);
  const responses = [...overlapped, last].map(({ exchanges: [exchange] }) => exchange?.response);
  const [first] = responses;
  const hangs = responses.every((response) => response?.kind === 'failed' && response.silent === true);
  if (first?.kind !== 'failed' || overlapped.length === 0 || !hangs) return [];
  if (!apart.every((call) => replyOf(call) !== undefined)) return [];
  return [
    {
      surface,
      pointer: '/response/status',
      kind: 'no-reply',
      message: `The service sent no reply to calls of ${operation.id} and other operations at the same time, and no reply to the next call (${first.reason}). It replies to the same calls one after another.`,
      expected: 'a reply below 500',
      received: first.reason,
      blame: responder(context),
      cause: `${operation.id} at once`,
      place: operation.id,
      repair:
        'Replay the calls, and look for code that waits without returning control: a lock that is never released, or a loop that does not wait for an event.',
    },
  ];
}

/**
 * 503 means that the service is currently unable to handle requests (RFC 9110 §15.6.4). The fault is in the whole
 * service and not in one operation. All 503 replies with the same stated reason therefore become one finding.
 */
const UNAVAILABLE = 503;

/**
 * The cause by which server errors are grouped. Normally it is the operation. A server reads malformed requests of one
 * kind with the same code for all operations, so their cause is the kind of the request, such as `raw body`.
 */
function causeOf({ case: { raw }, operation }: Trial): string {
  if (raw === undefined) return operation.id;
  return `raw ${OF_BODIES.has(raw.fault) ? 'body' : raw.fault}`;
}

/**
 * Where the server error occurred: the operation and, if the input was invalid, the schema constraint that it breaks.
 */
function placeOf({ case: { raw, expect }, operation }: Trial): string {
  return raw === undefined && expect.kind === 'rejected'
    ? `${operation.id} ${expect.keyword} ${anyElement(expect.pointer)}`
    : operation.id;
}

/**
 * The address of the schema keyword that an invalid body breaks. Several operations may use the schema, and then have
 * the same address.
 */
function sharedOf({ operation, case: { raw, expect, input } }: Trial, { contract }: TrialContext): { shared?: string } {
  const isOfBody = raw === undefined && expect.kind === 'rejected' && expect.pointer.startsWith('/body/');
  const shared = isOfBody ? brokenKeyword(contract, operation, input, expect) : undefined;
  return shared === undefined ? {} : { shared };
}

const OF_BODIES: ReadonlySet<RawFault> = new Set(['malformed-json', 'encoding', 'size', 'order']);

/**
 * The `title` of a problem document, for use in a message. It is the same for every occurrence of a problem (RFC 9457
 * §3.1.3). Empty if there is no title.
 */
function titled(response: WireResponse): string {
  const title = ownValue(replyJson(response), 'title');
  return typeof title === 'string' ? `, ${JSON.stringify(title.slice(0, 100))}` : '';
}

/**
 * Whether a reply, or a missing reply, is a fault of the service. Two cases are not: a service may close the connection
 * instead of reading a large body (RFC 9110 §15.5.14), and may answer 501 to a method that it implements for no
 * resource (§9.1).
 */
function isFault({ case: { raw } }: Trial, response: WireResponse | FailedResponse): boolean {
  if (response.kind === 'failed') return raw?.fault !== 'size';
  return response.status >= 500 && !(response.status === 501 && raw?.fault === 'method');
}
