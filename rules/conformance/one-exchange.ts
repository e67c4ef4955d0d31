import type { Violation } from '../finding.js';
import { EVERYWHERE, type TrialRule } from '../rule.js';
import type { Observation } from '../../surfaces/observation.js';

/** One call is one exchange: nothing is answered from a cache, nothing sent twice. */
export const oneExchange: TrialRule = {
  id: 'conformance/one-exchange',
  severity: 'must',
  statement: 'One call puts exactly one request on the wire; what is not safe is never retried.',
  source: 'RFC 9110 §9.2.2: a client SHOULD NOT automatically retry a request with a non-idempotent method',
  repair: 'Send the request once a call: take out automatic retries, preflight calls and caches, or make them something the caller asks for.',
  backends: EVERYWHERE,
  check: (trial) => (trial.case.expect.kind === 'gated' ? undefined : trial.observations.flatMap(counted)),
};

function counted(observation: Observation): readonly Violation[] {
  const { outcome, exchanges, surface } = observation;
  const answered = outcome.kind === 'value' || outcome.kind === 'problem';
  if (exchanges.length === 1 || (exchanges.length === 0 && !answered)) return [];
  const kind = exchanges.length === 0 ? 'nothing-sent' : 'repeated';
  const received = exchanges.map(({ request }) => `${request.method} ${request.target}`);
  return [{ surface, pointer: '/request', kind, message: `The call put ${exchanges.length} requests on the wire.`, expected: 'one request', received: received.slice(0, 5), blame: 'surface', cause: '' }];
}
