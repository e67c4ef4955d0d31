import type { Operation } from '../../../contract/operation.js';
import { type Credentials, credentialValue, schemesToMeet } from '../../../contract/wire/request/credentials.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Observation } from '../../../surfaces/observation.js';
import { isBodyKnown, replyContent } from '../../reply.js';
import { EVERYWHERE, type Trial, type TrialRule } from '../../rule.js';

/** A surface does not put the credentials of a call into the failure that it reports. */
export const credentialsKept: TrialRule = {
  id: 'conformance/credentials-kept',
  severity: 'must',
  statement:
    'A failure that a surface reports does not contain the token or key of the call, unless the reply contains it.',
  source: 'RFC 6750 §5.3: clients must ensure that bearer tokens are not leaked to unintended parties',
  repair:
    'Remove the headers and the URL of the request from the failure, or replace the credentials in them: failures are printed, logged and sent to trackers.',
  backends: EVERYWHERE,
  reads: 'outcome',
  disturbed: 'too',
  misuse: 'too',
  check: (trial, context) => {
    const secrets = trial.case.token === 'configured' ? secretsOf(trial.operation, context) : [];
    const failed = trial.observations.filter(({ outcome }) => FAILURES.has(outcome.kind));
    if (secrets.length === 0 || failed.length === 0) return undefined;
    return failed
      .filter((observation) => secrets.some((secret) => isLeaked(secret, trial, observation)))
      .map(({ surface, outcome }) => ({
        surface,
        pointer: '/outcome',
        kind: 'credentials-shown',
        message: `The ${outcome.kind} that the caller receives contains the credentials of the call.`,
        expected: 'a failure without credentials',
        received: 'a failure with credentials',
        blame: 'surface' as const,
        cause: '',
      }));
  },
};

const FAILURES: ReadonlySet<Observation['outcome']['kind']> = new Set(['problem', 'refused', 'crash']);

/**
 * Credentials with fewer characters are not searched for, because a message may contain such a short text by chance.
 */
const SHORTEST = 12;

function secretsOf(operation: Operation, context: Credentials): readonly string[] {
  const values = schemesToMeet(operation).map((scheme) => credentialValue(scheme, context));
  return values.filter((value) => value.length >= SHORTEST);
}

/**
 * Whether the surface itself put the secret into the failure that it reports: neither the input of the call nor a reply
 * of the service contains the secret.
 */
function isLeaked(secret: string, { case: { input } }: Trial, { outcome, exchanges }: Observation): boolean {
  if (!JSON.stringify(outcome).includes(secret) || JSON.stringify(input).includes(secret)) return false;
  return exchanges.every(({ response }) => response.kind !== 'response' || !mayContain(response, secret));
}

function mayContain(reply: WireResponse, secret: string): boolean {
  const content = isBodyKnown(reply) ? replyContent(reply) : undefined;
  if (content === undefined || Buffer.from(content).includes(secret)) return true;
  return reply.headers.some(([, value]) => value.includes(secret));
}
