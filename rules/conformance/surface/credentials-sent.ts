import type { TokenChoice } from '../../../contract/case.js';
import type { SecurityRequirement, SecurityScheme } from '../../../contract/operation.js';
import {
  type CredentialPlace,
  credentialPlace,
  credentialValue,
  hasCredentials,
  schemesToMeet,
} from '../../../contract/wire/request/credentials.js';
import { type RequestMessage, headerValue, joinedHeader } from '../../../contract/wire/message.js';
import { splitCookies, splitQuery } from '../../../contract/wire/request/split-request.js';
import type { Violation } from '../../finding.js';
import { isRedirected } from '../../reply.js';
import type { Observation } from '../../../surfaces/observation.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../../rule.js';

/** Requests carry the caller's credentials and no others. */
export const credentialsSent: TrialRule = {
  id: 'conformance/credentials-sent',
  severity: 'must',
  statement:
    'A surface sends the token or key of a call once with each request of a secured operation, and sends no credentials if the call has none. If it follows a redirection to a different host, it does not send the credentials there.',
  source:
    'OpenAPI 3.1 §4.8.27, §4.8.30 (Security Scheme and Security Requirement Object); RFC 6750 §2.1, §5.3; RFC 7617 §2; RFC 9110 §15.4 (redirections and Authorization)',
  repair:
    "Send the credentials of the call once with every request, in the place that the security scheme defines: `Authorization: Bearer <token>`, or the key's parameter.",
  backends: EVERYWHERE,
  reads: 'request',
  check: (trial, context) =>
    schemesToMeet(trial.operation).length === 0 || isUnknown(trial, context)
      ? undefined
      : trial.observations.flatMap((observation) => credentials(trial, context, observation)),
};

/**
 * Whether the credentials of the call are unknown, so that the request cannot be judged. They may be in the headers
 * that the user of the check adds to each request.
 */
function isUnknown({ operation, case: { token } }: Trial, context: TrialContext): boolean {
  return token === 'configured' && !hasCredentials(operation, context);
}

/** Words that replace the sent credentials in a report, because credentials are secret. */
const SHOWN = {
  missing: 'no credentials',
  unexpected: 'credentials that the call was not given',
  changed: 'different credentials, or several credentials',
  forwarded: 'the credentials of the call, although a redirection led to a different host',
} as const;

const FORWARDED_REPAIR =
  'Do not follow redirections, or remove the credentials from a request to a different host than that of the base URL.';

interface Fault {
  readonly kind: keyof typeof SHOWN;
  readonly pointer: string;
}

function credentials(trial: Trial, context: TrialContext, { surface, exchanges }: Observation): readonly Violation[] {
  const faults = exchanges.map(({ request }, index) =>
    isRedirected(exchanges[index - 1])
      ? forwardedFault(trial, context, request, exchanges[0]?.request)
      : requestFault(trial, context, request),
  );
  const fault = faults.find((found) => found !== undefined);
  if (fault === undefined) return [];
  const { kind, pointer } = fault;
  const wanted: Partial<Record<TokenChoice, string>> = { wrong: 'the token of the call', missing: 'no token' };
  const expected = wanted[trial.case.token] ?? 'the configured token';
  const message = `The request carries ${SHOWN[kind]}.`;
  const found = { surface, pointer, kind, message, received: SHOWN[kind], blame: 'surface', cause: '' } as const;
  return kind === 'forwarded'
    ? [{ ...found, expected: 'no credentials', repair: FORWARDED_REPAIR }]
    : [{ ...found, expected }];
}

/**
 * The fault of a request that follows a redirection to a different host, if it carries the credentials of the call. A
 * client may drop the credentials when it follows a redirection (RFC 9110 §15.4).
 */
function forwardedFault(
  { operation }: Trial,
  context: TrialContext,
  request: RequestMessage,
  first: RequestMessage | undefined,
): Fault | undefined {
  const host = headerValue(first?.headers ?? [], 'host');
  const other = headerValue(request.headers, 'host');
  if (host === undefined || other === undefined || host === other) return undefined;
  for (const scheme of schemesToMeet(operation)) {
    const place = credentialPlace(scheme);
    const value = credentialValue(scheme, context);
    if (place !== undefined && sentValues(place, request).some((sent) => isValue(sent, place.prefix, value)))
      return { kind: 'forwarded', pointer: `/${place.in}/${place.name}` };
  }
  return undefined;
}

/**
 * The fault in the credentials of a request; `undefined` if they are correct. If the operation accepts several
 * alternative credentials, one correct alternative is enough. If none is correct, the fault is that of the alternative
 * that our own clients use.
 */
function requestFault(trial: Trial, context: TrialContext, request: RequestMessage): Fault | undefined {
  const { operation } = trial;
  const faultOf = (alternative: SecurityRequirement): Fault | undefined => {
    const faults = alternative.map((scheme) => schemeFault(trial, context, request, scheme));
    return faults.find((fault) => fault !== undefined);
  };
  const alternatives = operation.security.filter((alternative) => alternative.length > 0);
  if (trial.case.token === 'missing') return faultOf(alternatives.flat());
  const unmet = alternatives.every((alternative) => faultOf(alternative) !== undefined);
  return unmet ? faultOf(schemesToMeet(operation)) : undefined;
}

function schemeFault(
  { case: { token } }: Trial,
  context: TrialContext,
  request: RequestMessage,
  scheme: SecurityScheme,
): Fault | undefined {
  const place = credentialPlace(scheme);
  if (place === undefined) return undefined;
  const kind = valueFault(token, sentValues(place, request), place.prefix, credentialValue(scheme, context));
  return kind && { kind, pointer: `/${place.in}/${place.name}` };
}

function valueFault(
  token: Trial['case']['token'],
  sent: readonly string[],
  prefix: string,
  value: string,
): Fault['kind'] | undefined {
  if (token === 'missing') return sent.length === 0 ? undefined : 'unexpected';
  const isConfigured = sent.length === 1 && isValue(sent[0] ?? '', prefix, value);
  if (sent.length === 0) return 'missing';
  // The wrong token of the call is not known here, so any one token except the configured one is accepted.
  if (token === 'wrong') return isConfigured ? 'unexpected' : sent.length > 1 ? 'changed' : undefined;
  return isConfigured ? undefined : 'changed';
}

function sentValues({ in: location, name }: CredentialPlace, request: RequestMessage): readonly string[] {
  if (location === 'query') return splitQuery(request.target.split('?').slice(1).join('?')).get(name) ?? [];
  if (location === 'cookie') return splitCookies(joinedHeader(request.headers, 'cookie', '; ')).get(name) ?? [];
  return request.headers.flatMap(([sent, value]) => (sent.toLowerCase() === name ? [value] : []));
}

/**
 * Whether a header has the value of a credential. `prefix`: the name of the scheme, such as `Bearer`, which is
 * case-insensitive (RFC 9110 §11.1).
 */
function isValue(sent: string, prefix: string, value: string): boolean {
  const { length } = prefix;
  return (
    sent.length === length + value.length &&
    sent.endsWith(value) &&
    sent.slice(0, length).toLowerCase() === prefix.toLowerCase()
  );
}
