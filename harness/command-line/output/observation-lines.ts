import type { Credentials } from '../../../contract/wire/request/credentials.js';
import { type CallDetail, callLines } from '../../../reports/calls/call-lines.js';
import { printable } from '../../../reports/text/printable.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Broken } from '../../engine/judge/judge.js';
import { secretsOf } from '../../engine/proof/secrets.js';
import { shownCall } from '../../engine/proof/shown-exchange.js';

/** Formats a call as in a report: the requests of the surface, the replies, and the outcome that the caller gets. */
export function observationLines(
  observation: Observation,
  credentials: Credentials,
  detail: CallDetail,
): readonly string[] {
  const secrets = secretsOf(credentials, observation.exchanges);
  return callLines(shownCall(observation, secrets), detail).map((line) => `  ${line}`);
}

/** Formats a violation with its expected value, its received value and how to repair it. */
export function brokenLines({ rule, violation }: Broken): readonly string[] {
  return [
    `${rule.id} on ${violation.surface}: ${violation.message}`,
    `  expected ${printable(violation.expected)}`,
    `  received ${printable(violation.received)}`,
    `  → ${violation.repair ?? rule.repair}`,
  ];
}
