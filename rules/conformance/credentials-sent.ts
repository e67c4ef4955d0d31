import { joinedHeader } from '../../contract/wire/message.js';
import type { Violation } from '../finding.js';
import type { Observation } from '../../surfaces/observation.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../rule.js';

/** The caller's token reaches the wire, and no other one does. */
export const credentialsSent: TrialRule = {
  id: 'conformance/credentials-sent',
  severity: 'must',
  statement:
    'A surface that was given a bearer token sends it, once, with each request of a secured operation; one that was given none sends none.',
  source: 'OpenAPI 3.1 §4.8.30 (Security Requirement Object); RFC 6750 §2.1',
  repair: 'Set `Authorization: Bearer <token>` on every request, once, from the token that was given with the call.',
  backends: EVERYWHERE,
  check: (trial, context) =>
    usesBearer(trial) ? trial.observations.flatMap((observation) => credentials(trial, context, observation)) : undefined,
};

function usesBearer(trial: Trial): boolean {
  return trial.operation.security.some((alternative) =>
    alternative.some((scheme) => scheme.kind === 'http' && scheme.scheme.toLowerCase() === 'bearer'),
  );
}

/** The values themselves are secrets and say nothing more. */
const SHOWN = {
  missing: 'no Authorization header',
  unexpected: 'a token that was not given',
  changed: 'another token, or more than one',
} as const;

function credentials(trial: Trial, context: TrialContext, { surface, exchanges }: Observation): readonly Violation[] {
  const kinds = exchanges.map(({ request }) => fault(trial, context, joinedHeader(request.headers, 'authorization')));
  const kind = kinds.find((found) => found !== undefined);
  if (kind === undefined) return [];
  const expected = { configured: 'the configured token', wrong: 'the token of the call', missing: 'no token' }[trial.case.token];
  return [
    {
      surface,
      pointer: '/header/authorization',
      kind,
      message: `The request carries ${SHOWN[kind]}.`,
      expected,
      received: SHOWN[kind],
      blame: 'surface',
      cause: '',
    },
  ];
}

function fault({ case: { token } }: Trial, context: TrialContext, sent: string | undefined): keyof typeof SHOWN | undefined {
  if (token === 'missing') return sent === undefined ? undefined : 'unexpected';
  if (sent === undefined) return 'missing';
  const isConfigured = isBearer(sent, context.token);
  if (token === 'configured') return isConfigured ? undefined : 'changed';
  // Which wrong one is not known here; that it is not the one of the configuration is what counts.
  return isConfigured ? 'unexpected' : undefined;
}

/** The scheme's name compares without case (RFC 9110 §11.1). */
function isBearer(sent: string, token: string): boolean {
  return sent.length === token.length + 7 && sent.endsWith(token) && sent.slice(0, 7).toLowerCase() === 'bearer ';
}
