import type { TokenChoice } from '../../../contract/case.js';
import { documentsStatus } from '../../../contract/documented-responses.js';
import type { Operation } from '../../../contract/operation.js';
import { replyOf } from '../../reply.js';
import { EVERYWHERE, type TrialRule, responder } from '../../rule.js';

/**
 * For each kind of token that a call may send: words that complete the phrase "a call …", such as "without a token". A
 * service must refuse every token except `configured`, and a token that only resembles the accepted one is refused like
 * any other wrong token.
 */
export const TOKEN_WORDS: Readonly<Record<TokenChoice, string>> = {
  configured: 'with the accepted token',
  missing: 'without a token',
  wrong: 'with a wrong token',
  empty: 'with an empty token',
  prefix: 'with the accepted token except its last character',
  extension: 'with the accepted token and one more character',
  'other-case': 'with the accepted token in a different letter case',
  'other-scheme': 'with the accepted token, but the scheme Basic',
  'scheme-case': 'with the name of the scheme in capitals',
};

/** The service answers 401 to calls without a valid token. */
export const authenticationEnforced: TrialRule = {
  id: 'conformance/authentication-enforced',
  severity: 'must',
  statement:
    'The service answers 401 to a call of a secured operation if the token is missing, is wrong, only resembles the accepted token, or has a different scheme.',
  details: [
    'A call with wrong credentials of any documented alternative is also answered 401.',
    'A 403 instead of 401 is permitted if the operation documents 403 and not 401.',
    'Credentials are checked before anything else.',
  ],
  source: 'OpenAPI 3.1 §4.8.30 (Security Requirement Object); RFC 9110 §15.5.2',
  repair: 'Check the token first on every route of the service.',
  backends: EVERYWHERE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    if (trial.case.expect.kind !== 'unauthenticated') return undefined;
    // A mock or a script accepts any token, so only a call without a token can be judged.
    const { token, raw } = trial.case;
    const isWrong = token === 'wrong' || raw?.headers !== undefined;
    if (isWrong && (context.backend === 'mock' || context.backend === 'scripted')) return undefined;
    return trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      if (reply === undefined || isRefusal(trial.operation, reply.status) || reply.status >= 500) return [];
      return [
        {
          surface: observation.surface,
          pointer: '/response/status',
          kind: 'token-not-checked',
          message: `The service answered ${reply.status} to a call ${raw?.headers === undefined ? TOKEN_WORDS[token] : raw.words}.`,
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

/**
 * Whether a status refuses a call without a valid token. This is 401. A 403 is also permitted if the contract documents
 * 403 and not 401, because many services answer 403 to a missing API key.
 */
function isRefusal(operation: Operation, status: number): boolean {
  return status === 401 || (status === 403 && documentsStatus(operation, 403) && !documentsStatus(operation, 401));
}
