import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { type Trial, type TrialContext, responder } from '../../../rule.js';
import { ABOUT_CREDENTIALS } from './refused-statuses.js';

export interface RefusedToken {
  readonly kind: string;
  readonly cause: string;
  /**
   * The end of the message `The service answered 401 to the accepted token …`, such as "after calls with a wrong
   * token".
   */
  readonly words: string;
  readonly expected: string;
}

/**
 * The fault of a service that refuses a token only because its scheme is in capitals. RFC 9110 §11.1: the name of an
 * authentication scheme is case-insensitive.
 */
const SCHEME_REFUSED: RefusedToken = {
  kind: 'scheme-case-refused',
  cause: 'scheme-case',
  words: 'because the name of its scheme was in capitals',
  expected: 'the same reply as to `Bearer`: RFC 9110 §11.1, the name of a scheme is case-insensitive',
};

const LOCKED_OUT: RefusedToken = {
  kind: 'locked-out',
  cause: 'locked-out',
  words: 'after calls with a wrong token',
  expected: 'a reply to a call with the accepted token: earlier calls with a wrong token do not block this token',
};

/**
 * The fault of a service that refuses the accepted token, because the name of its scheme is in capitals, or because
 * calls with a wrong token came before. `undefined` if there is no such fault.
 */
export function refusedToken(
  { case: { token } }: Trial,
  { earlier = [] }: Observation,
  status: number,
): RefusedToken | undefined {
  if (!ABOUT_CREDENTIALS.has(status)) return undefined;
  if (token === 'scheme-case') return SCHEME_REFUSED;
  return earlier.at(-1)?.case.token === 'wrong' ? LOCKED_OUT : undefined;
}

export function tokenViolation(
  trial: Trial,
  context: TrialContext,
  surface: string,
  status: number,
  { words, ...refused }: RefusedToken,
): Violation {
  return {
    ...refused,
    surface,
    pointer: '/request/header/authorization',
    message: `The service answered ${status} to the accepted token ${words}.`,
    received: status,
    blame: responder(context),
    place: trial.operation.id,
    status,
  };
}
