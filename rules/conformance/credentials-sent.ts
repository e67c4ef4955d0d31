import { headerValue } from '../../contract/wire/message.js';
import type { Violation } from '../finding.js';
import type { Observation } from '../../surfaces/observation.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../rule.js';

/** The caller's token reaches the wire, and no other one does. */
export const credentialsSent: TrialRule = {
  id: 'conformance/credentials-sent',
  severity: 'must',
  statement: 'A surface that was given a bearer token sends it with each request of a secured operation, and sends none when it was given none.',
  source: 'OpenAPI 3.1 §4.8.30 (Security Requirement Object); RFC 6750 §2.1',
  repair: 'Set `Authorization: Bearer <token>` from the configured token on every request.',
  backends: EVERYWHERE,
  check: (trial, context) => (usesBearer(trial) ? trial.observations.flatMap((observation) => credentials(trial, context, observation)) : undefined),
};

export function usesBearer(trial: Trial): boolean {
  return trial.operation.security.some((alternative) => alternative.some((scheme) => scheme.kind === 'http' && scheme.scheme.toLowerCase() === 'bearer'));
}

function credentials(trial: Trial, context: TrialContext, { surface, exchanges }: Observation): readonly Violation[] {
  const [first] = exchanges;
  if (first === undefined || trial.case.token === 'wrong') return [];
  const wanted = trial.case.token === 'configured' ? `Bearer ${context.token}` : undefined;
  const sent = headerValue(first.request.headers, 'authorization');
  // The scheme's name compares without case (RFC 9110 §11.1).
  if (sent === wanted || (sent !== undefined && wanted !== undefined && sent.replace(/^bearer /i, 'Bearer ') === wanted)) return [];
  const kind = sent === undefined ? 'missing' : wanted === undefined ? 'unexpected' : 'changed';
  // The values themselves are secrets and say nothing more.
  const shown = { missing: 'no Authorization header', unexpected: 'a token that was not given', changed: 'another token' }[kind];
  return [{ surface, pointer: '/header/authorization', kind, message: `The request carries ${shown}.`, expected: wanted === undefined ? 'no token' : 'the configured token', received: shown, blame: 'surface', cause: '' }];
}
