import { documentedResponse, replyOf } from '../../reply.js';
import { isUnrouted } from './unrouted.js';
import { EVERYWHERE, type TrialRule, responder } from '../../rule.js';

/** The service answers only with documented statuses. */
export const statusDocumented: TrialRule = {
  id: 'conformance/status-documented',
  severity: 'must',
  statement:
    'The contract documents every status that the service answers for the operation: by its exact code, by range or by default. A 404, a 405 or a redirection need not be documented if an invalid or unknown path parameter contains a slash, because the router may have sent the reply.',
  source: 'OpenAPI 3.1 §4.8.16 (Responses Object)',
  repair: 'Answer with a documented status, or document this status with its content and an example.',
  backends: EVERYWHERE,
  reads: 'reply',
  check: (trial, context) =>
    trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      if (reply === undefined || documentedResponse(trial.operation, reply.status) !== undefined) return [];
      if (isUnrouted(trial, reply.status)) return [];
      const documented = trial.operation.responses.map((spec) => spec.status);
      return [
        {
          surface: observation.surface,
          pointer: '/response/status',
          kind: 'status-undocumented',
          message: `The service answered ${reply.status}, which is not documented for ${trial.operation.id}.`,
          expected: documented,
          received: reply.status,
          blame: responder(context),
          cause: causeOf(trial.operation.id, reply.status),
          place: trial.operation.id,
          status: reply.status,
          location: trial.operation.location,
        },
      ];
    }),
};

/**
 * The cause by which undocumented statuses are grouped. The same undocumented 2xx to 4xx in several operations is one
 * fault of the service. An undocumented server error is a separate fault of each operation.
 */
function causeOf(operation: string, status: number): string {
  return status >= 500 ? `${operation} ${status}` : String(status);
}
