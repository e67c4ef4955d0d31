import { valueAt } from '../../contract/json-pointer.js';
import type { SchemaViolation } from '../../contract/contract.js';
import { headerValue, isJsonMediaType } from '../../contract/wire/message.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { Violation } from '../finding.js';
import { documentedContent, documentedResponse, replyJson, replyOf } from '../reply.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';

/** What is answered is what was promised. */
export const responseBody: TrialRule = {
  id: 'conformance/response-body',
  severity: 'must',
  statement: 'The body of a reply is JSON where its type says so, and satisfies the schema of its status and media type.',
  source: 'OpenAPI 3.1 §4.8.14 (Media Type Object: schema); JSON Schema 2020-12 Validation',
  repair: 'Make the service send what the schema asks for at this place, or correct the schema and regenerate what is made from it.',
  backends: EVERYWHERE,
  check: (trial, context) =>
    trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      return reply === undefined ? [] : bodyViolations(trial, context, observation.surface, reply);
    }),
};

function bodyViolations(trial: Trial, context: TrialContext, surface: string, reply: WireResponse): readonly Violation[] {
  const mediaType = headerValue(reply.headers, 'content-type') ?? '';
  const spec = documentedResponse(trial.operation, reply.status);
  const schema = spec && documentedContent(spec, mediaType)?.schema;
  if (schema === undefined || !isJsonMediaType(mediaType) || trial.operation.method === 'head') return [];
  const value = replyJson(reply);
  if (value === undefined) {
    const text = Buffer.from(reply.body.subarray(0, 200)).toString('utf8');
    return [{ surface, pointer: '/response/body', kind: 'not-json', message: `The body is labelled ${mediaType} but is not JSON.`, expected: 'JSON', received: text, blame: responder(context) }];
  }
  if (context.contract.schemas.accepts(schema, value)) return [];
  return mostSpecific(context.contract.schemas.validate(schema, value)).map((broken) => ({
    surface,
    pointer: `/response/body${broken.pointer}`,
    kind: broken.keyword,
    message: `The body of the ${reply.status} reply breaks its schema: ${broken.message}.`,
    expected: broken.message,
    received: valueAt(value, broken.pointer) ?? null,
    blame: responder(context),
    // One keyword of one schema is one fault, through however many operations and array elements it is seen.
    cause: broken.schema,
    location: context.contract.schemas.locate(broken.schema),
  }));
}

const APPLICATORS = new Set(['anyOf', 'oneOf', 'allOf', 'if', '$ref']);

/** One violation a keyword; applicators only repeat what their branches say. */
function mostSpecific(violations: readonly SchemaViolation[]): readonly SchemaViolation[] {
  const said = violations.filter((violation) => !APPLICATORS.has(violation.keyword));
  const seen = new Set<string>();
  return (said.length > 0 ? said : violations).filter((violation) => !seen.has(violation.schema) && seen.add(violation.schema)).slice(0, 8);
}
