import type { Credentials } from '../../../contract/wire/request/credentials.js';
import { type CallDetail, callLines } from '../../../reports/calls/call-lines.js';
import { printable } from '../../../reports/text/printable.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Broken } from '../../engine/judge/judge.js';
import { secretsOf } from '../../engine/proof/secrets.js';
import { shownCall } from '../../engine/proof/shown-exchange.js';

/** Lines with the requests of a surface, their replies and the outcome for its caller, in the form of a report. */
export function observationLines(
  observation: Observation,
  credentials: Credentials,
  detail: CallDetail,
): readonly string[] {
  const secrets = secretsOf(credentials, observation.exchanges);
  return callLines(shownCall(observation, secrets), detail).map((line) => `  ${line}`);
}

/** A violation with its expected and received values and its repair. */
export function brokenLines({ rule, violation }: Broken): readonly string[] {
  return [
    `${rule.id} on ${violation.surface}: ${violation.message}`,
    `  expected ${printable(violation.expected)}`,
    `  received ${printable(violation.received)}`,
    `  → ${violation.repair ?? rule.repair}`,
  ];
}
