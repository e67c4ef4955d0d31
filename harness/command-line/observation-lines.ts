import type { Json } from '../../contract/json.js';
import type { RequestMessage } from '../../contract/wire/message.js';
import { printable, printableText } from '../../reports/printable.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Broken } from '../engine/judge.js';

const MAX_BODY = 2000;

/** What a surface put on the wire, what came back, and what its caller saw. */
export function observationLines({ outcome, exchanges }: Observation): readonly string[] {
  const sent = exchanges.flatMap(({ request, response }) => [
    `  → ${request.method} ${printableText(request.target, 500)}${bodyText(request)}`,
    response.kind === 'response'
      ? `  ← ${response.status} ${printableText(text(response.body), MAX_BODY)}`
      : `  ← no reply: ${response.reason}`,
  ]);
  return [...(sent.length === 0 ? ['  → nothing was sent'] : sent), `  = ${printable(outcome as unknown as Json)}`];
}

/** What is broken, and how it is mended. */
export function brokenLines({ rule, violation }: Broken): readonly string[] {
  return [
    `${rule.id} on ${violation.surface}: ${violation.message}`,
    `  expected ${printable(violation.expected)}`,
    `  received ${printable(violation.received)}`,
    `  → ${violation.repair ?? rule.repair}`,
  ];
}

function bodyText(request: RequestMessage): string {
  return request.body.byteLength === 0 ? '' : ` ${printableText(text(request.body), MAX_BODY)}`;
}

function text(body: Uint8Array): string {
  return Buffer.from(body.subarray(0, 2 * MAX_BODY)).toString('utf8');
}
