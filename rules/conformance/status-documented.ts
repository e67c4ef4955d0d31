import { documentedResponse, replyOf } from '../reply.js';
import { EVERYWHERE, type TrialRule, responder } from '../rule.js';

/** Only what the contract documents is answered. */
export const statusDocumented: TrialRule = {
  id: 'conformance/status-documented',
  severity: 'must',
  statement: 'Every status that is answered is documented for the operation, exactly, by range or by default.',
  source: 'OpenAPI 3.1 §4.8.16 (Responses Object)',
  repair: 'Answer with one of the documented statuses, or document this one with its content and an example.',
  backends: EVERYWHERE,
  reads: 'reply',
  check: (trial, context) =>
    trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      if (reply === undefined || documentedResponse(trial.operation, reply.status) !== undefined) return [];
      const documented = trial.operation.responses.map((spec) => spec.status);
      return [
        {
          surface: observation.surface,
          pointer: '/response/status',
          kind: 'status-undocumented',
          message: `Status ${reply.status} is not documented for ${trial.operation.id}.`,
          expected: documented,
          received: reply.status,
          blame: responder(context),
          // One status that nobody documented is one fault, on however many operations it shows.
          cause: String(reply.status),
          place: trial.operation.id,
          status: reply.status,
          location: trial.operation.location,
        },
      ];
    }),
};
