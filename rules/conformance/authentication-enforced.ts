import { replyOf } from '../reply.js';
import { EVERYWHERE, type TrialRule, responder } from '../rule.js';

/** No token, no service. */
export const authenticationEnforced: TrialRule = {
  id: 'conformance/authentication-enforced',
  severity: 'must',
  statement: 'A secured operation without a token, or with a wrong one, is answered with 401, before anything else is looked at.',
  source: 'OpenAPI 3.1 §4.8.30 (Security Requirement Object); RFC 9110 §15.5.2',
  repair: 'Check the token first on every route of the service.',
  backends: EVERYWHERE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    if (trial.case.expect.kind !== 'unauthenticated') return undefined;
    // A mock knows no tokens: it can only tell that none was sent.
    if (trial.case.token === 'wrong' && (context.backend === 'mock' || context.backend === 'scripted')) return undefined;
    return trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      if (reply === undefined || reply.status === 401 || reply.status >= 500) return [];
      const token = trial.case.token === 'missing' ? 'without a token' : 'with a wrong token';
      return [
        {
          surface: observation.surface,
          pointer: '/response/status',
          kind: 'token-not-checked',
          message: `A call ${token} was answered with ${reply.status}.`,
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
