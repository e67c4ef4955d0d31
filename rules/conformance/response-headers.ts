import { joinPointer } from '../../contract/json-pointer.js';
import type { HeaderSpec } from '../../contract/operation.js';
import { decodeScalar } from '../../contract/wire/decode-value.js';
import { headerValue } from '../../contract/wire/message.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { Violation } from '../finding.js';
import { documentedResponse, replyOf } from '../reply.js';
import { EVERYWHERE, type TrialContext, type TrialRule, responder } from '../rule.js';

/** Documented headers are there and fit. */
export const responseHeaders: TrialRule = {
  id: 'conformance/response-headers',
  severity: 'must',
  statement: 'A reply carries every required header that its status documents, and each documented header satisfies its schema.',
  source: 'OpenAPI 3.1 §4.8.21 (Header Object)',
  repair: 'Send the documented header, or document it as it is.',
  backends: EVERYWHERE,
  check: (trial, context) =>
    trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      const spec = reply && documentedResponse(trial.operation, reply.status);
      if (reply === undefined || spec === undefined) return [];
      return spec.headers.flatMap((header) => headerViolations(header, reply, context, observation.surface));
    }),
};

function headerViolations(header: HeaderSpec, reply: WireResponse, context: TrialContext, surface: string): readonly Violation[] {
  const name = header.name.toLowerCase();
  const text = headerValue(reply.headers, name);
  const about = { surface, pointer: joinPointer('/response/header', name), blame: responder(context), cause: `${reply.status} ${name}` } as const;
  if (text === undefined) {
    return header.required ? [{ ...about, kind: 'missing', message: `The reply with status ${reply.status} lacks ${header.name}.`, expected: `${header.name} (required)`, received: '(none)' }] : [];
  }
  if (header.schema === undefined) return [];
  const value = decodeScalar(context.contract.schemas, header.schema, text);
  if (context.contract.schemas.accepts(header.schema, value)) return [];
  const [broken] = context.contract.schemas.validate(header.schema, value);
  return [{ ...about, kind: broken?.keyword ?? 'schema', message: `${header.name} breaks its schema: ${broken?.message ?? ''}.`, expected: broken?.message ?? 'its schema', received: text }];
}
