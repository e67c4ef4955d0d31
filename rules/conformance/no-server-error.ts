import { ownValue } from '../../contract/json/json.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import { replyJson } from '../reply.js';
import { EVERYWHERE, type TrialRule, responder } from '../rule.js';

/** The service answers, and never with a fault of its own. */
export const noServerError: TrialRule = {
  id: 'conformance/no-server-error',
  severity: 'must',
  statement: 'No input, valid or not, makes the service fail (5xx), hang up or stay silent.',
  source: 'RFC 9110 §15.6: 5xx means that the server is aware that it has erred',
  repair: 'Replay the case against the service and read its log; answer what a client got wrong with the documented 4xx.',
  backends: EVERYWHERE,
  reads: 'request',
  check: (trial, context) =>
    trial.observations.flatMap(({ surface, exchanges }) => {
      // Any of them: a surface that asks again until it works must not hide what came first.
      const response = exchanges.find((exchange) => isFault(exchange.response))?.response;
      if (response === undefined) return [];
      const failed = response.kind === 'failed';
      return [
        {
          surface,
          pointer: '/response/status',
          kind: failed ? 'no-reply' : 'server-error',
          message: failed ? `The service gave no reply: ${response.reason}.` : `The service answered ${response.status}${titled(response)}.`,
          expected: 'a reply below 500',
          received: failed ? response.reason : response.status,
          blame: responder(context),
          cause: trial.operation.id,
          ...(!failed && { status: response.status }),
        },
      ];
    }),
};

/** What a problem says of itself (RFC 9457 §3.1.3): its title is the same for every occurrence. */
function titled(response: WireResponse): string {
  const title = ownValue(replyJson(response), 'title');
  return typeof title === 'string' ? `, ${JSON.stringify(title.slice(0, 100))}` : '';
}

function isFault(response: WireResponse | FailedResponse): boolean {
  return response.kind === 'failed' || response.status >= 500;
}
