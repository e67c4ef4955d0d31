import { headerValue } from '../../../contract/wire/message.js';
import type { Exchange } from '../../../surfaces/exchange.js';
import type { Violation } from '../../finding.js';
import { EVERYWHERE, type TrialRule } from '../../rule.js';
import { type Disturbed, eachDisturbed } from './disturbed.js';

/** A surface repeats only requests that are safe to repeat. */
export const noUnsafeRepeat: TrialRule = {
  id: 'conformance/no-unsafe-repeat',
  severity: 'should',
  statement:
    'A request with a method that is not idempotent is not sent again after a network fault, because the service may have received it.',
  source: 'RFC 9110 §9.2.2: a client SHOULD NOT automatically retry a request with a non-idempotent method',
  repair:
    'Retry only GET, HEAD, OPTIONS, TRACE, PUT and DELETE, or a request with an idempotency key. After a 429 or a 503, any request may be sent again.',
  backends: EVERYWHERE,
  reads: 'call',
  disturbed: 'only',
  check: (trial) =>
    IDEMPOTENT.has(trial.operation.method)
      ? undefined
      : eachDisturbed(trial, ({ isRepeated }) => isRepeated !== true, repeated),
};

/** The idempotent methods (RFC 9110 §9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(['get', 'head', 'options', 'trace', 'put', 'delete']);

function repeated({ fault, observation, undisturbed }: Disturbed): readonly Violation[] {
  const { surface, exchanges } = observation;
  const applied = exchanges.filter((exchange) => mayHaveEffect(exchange));
  // A surface may send as many requests as it sends without the fault, and at least one. A different rule judges
  // surfaces that always send several requests.
  const most = Math.max(1, undisturbed.requests);
  if (applied.length <= most) return [];
  const method = applied[0]?.request.method ?? '';
  return [
    {
      surface,
      pointer: '/request',
      kind: 'repeated',
      message: `The service ${fault.words}; the surface sent the ${method} ${applied.length} times.`,
      expected: `${method} sent once`,
      received: applied.slice(0, 5).map(({ request }) => `${request.method} ${request.target}`),
      blame: 'surface',
      cause: '',
    },
  ];
}

/**
 * Whether the service may perform a request twice if the surface sends it again. The result is false if the service
 * answered 429 or 503 to the first request, or if the request has an idempotency key.
 */
function mayHaveEffect({ request, response }: Exchange): boolean {
  const isRefused = response.kind === 'response' && (response.status === 429 || response.status === 503);
  return !isRefused && headerValue(request.headers, 'idempotency-key') === undefined;
}
