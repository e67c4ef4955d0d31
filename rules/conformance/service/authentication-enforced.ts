import { replyOf } from '../../reply.js';
import { EVERYWHERE, type TrialRule, responder } from '../../rule.js';

/** The service answers 401 to calls without a valid token. */
export const authenticationEnforced: TrialRule = {
  id: 'conformance/authentication-enforced',
  severity: 'must',
  statement:
    'The service answers a call of a secured operation without a token, or with a wrong one, with 401 before it checks anything else.',
  source: 'OpenAPI 3.1 §4.8.30 (Security Requirement Object); RFC 9110 §15.5.2',
  repair: 'Check the token first on every route of the service.',
  backends: EVERYWHERE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    if (trial.case.expect.kind !== 'unauthenticated') return undefined;
    // A mock accepts any token, so only a missing one can be judged.
    if (trial.case.token === 'wrong' && (context.backend === 'mock' || context.backend === 'scripted'))
      return undefined;
    return trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      if (reply === undefined || reply.status === 401 || reply.status >= 500) return [];
      const token = trial.case.token === 'missing' ? 'without a token' : 'with a wrong token';
      return [
        {
          surface: observation.surface,
          pointer: '/response/status',
          kind: 'token-not-checked',
          message: `The service answered ${reply.status} to a call ${token}.`,
          expected: 401,
          received: reply.status,
          blame: responder(context),
          cause: '',
          place: trial.operation.id,
          status: reply.status,
        },
      ];
    });
  },
};
