import type { FailedResponse, WireResponse } from '../../../surfaces/exchange.js';
import type { Violation } from '../../finding.js';
import { isRedirection } from '../../reply.js';
import { EVERYWHERE, type TrialRule } from '../../rule.js';
import { ASKED } from './outcome.js';
import { tolerates } from '../../values/tolerances.js';
import type { Observation } from '../../../surfaces/observation.js';

/** One call sends exactly one request: it uses no cache and does not retry. */
export const oneExchange: TrialRule = {
  id: 'conformance/one-exchange',
  severity: 'must',
  statement: 'One call sends exactly one request, whatever the reply.',
  source: 'RFC 9110 §9.2.2: a client SHOULD NOT automatically retry a request with a non-idempotent method',
  repair:
    'Send one request for each call: remove automatic retries, preflight calls and caches, or enable them only if the caller asks for them.',
  backends: EVERYWHERE,
  reads: 'call',
  check: (trial) => (trial.case.expect.kind === 'gated' ? undefined : trial.observations.flatMap(counted)),
};

function counted(observation: Observation): readonly Violation[] {
  const { outcome, exchanges, surface } = observation;
  const kind = faultOf(observation);
  if (kind === undefined) return [];
  const requests = exchanges.length === 1 ? 'one request' : `${exchanges.length} requests`;
  const question = 'native' in outcome && kind === 'nothing-sent' ? outcome.native?.question : undefined;
  const asked =
    question === undefined ? '' : ` after the question ${JSON.stringify(question)}, which nobody can answer`;
  const message = `The call sent ${requests} and ended ${outcome.kind === 'inexpressible' ? 'as inexpressible' : `in a ${outcome.kind}`}${asked}.`;
  const expected = kind === 'sent-yet-inexpressible' ? 'no request' : 'one request';
  const received = exchanges.slice(0, 5).map(({ request }) => `${request.method} ${request.target}`);
  const found = { surface, pointer: '/request', kind, message, expected, received, blame: 'surface' as const };
  return [{ ...found, cause: '', ...(question !== undefined && { repair: ASKED }) }];
}

/**
 * Describes a wrong number of requests of one call; `undefined` if the number is right. A call without a request is
 * right only if it is refused, crashes or times out. It is wrong if the call returns a value, events or a problem.
 */
function faultOf({ outcome, exchanges }: Observation): string | undefined {
  if (exchanges.slice(0, -1).some(({ response }) => !mayContinue(response))) return 'repeated';
  if (exchanges.length > 1) return undefined;
  if (exchanges.length === 1) return outcome.kind === 'inexpressible' ? 'sent-yet-inexpressible' : undefined;
  return outcome.kind === 'value' || outcome.kind === 'events' || outcome.kind === 'problem'
    ? 'nothing-sent'
    : undefined;
}

/**
 * Whether a surface may send a further request after this reply. It may follow a redirection, and must request a stream
 * again if the scripted service breaks the connection.
 */
function mayContinue(response: WireResponse | FailedResponse): boolean {
  if (response.kind !== 'response') return false;
  return response.delivery?.cut === true || tolerates('redirection-followed', isRedirection(response));
}
