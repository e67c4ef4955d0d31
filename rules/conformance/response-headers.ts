import type { SchemaSource } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import type { Json } from '../../contract/json/json.js';
import type { HeaderSpec, SchemaUri } from '../../contract/operation.js';
import { readings, schemaTypes } from '../../contract/wire/decode-value.js';
import { type HeaderPair, headerValue, joinedHeader } from '../../contract/wire/message.js';
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
  reads: 'documented',
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
  const text = fieldValue(reply.headers, name);
  const fault = text === undefined ? missing(header, reply) : broken(context.contract.schemas, header, text);
  if (fault === undefined) return [];
  return [
    { ...fault, surface, pointer: joinPointer('/response/header', name), blame: responder(context), cause: `${reply.status} ${name}`, status: reply.status },
  ];
}

type Fault = Pick<Violation, 'kind' | 'message' | 'expected' | 'received'>;

function missing({ name, required }: HeaderSpec, { status }: WireResponse): Fault | undefined {
  if (!required) return undefined;
  return { kind: 'missing', message: `The reply with status ${status} lacks ${name}.`, expected: `${name} (required)`, received: '(none)' };
}

function broken(schemas: SchemaSource, { name, schema }: HeaderSpec, text: string): Fault | undefined {
  const values = schema === undefined ? [] : headerReadings(schemas, schema, text);
  const [likeliest] = values;
  if (schema === undefined || likeliest === undefined || values.some((value) => schemas.accepts(schema, value))) return undefined;
  const [first] = schemas.validate(schema, likeliest);
  const expected = first?.message ?? 'its schema';
  return { kind: first?.keyword ?? 'schema', message: `${name} breaks its schema: ${expected}.`, expected, received: text };
}

/** Lines of one name are one list (RFC 9110 §5.3), but for Set-Cookie, which has commas of its own. */
function fieldValue(headers: readonly HeaderPair[], name: string): string | undefined {
  return name === 'set-cookie' ? headerValue(headers, name) : joinedHeader(headers, name);
}

/** A header's style is `simple` (§4.8.21): a list stands between commas. How an object would, `explode` tells, which is not known here. */
function headerReadings(schemas: SchemaSource, schema: SchemaUri, text: string): readonly Json[] {
  const types = schemaTypes(schemas, schema);
  const elements = text.split(',').map((element) => element.trim());
  if (types.has('array')) {
    return [
      ...readings(schemas, schema, { kind: 'list', texts: text === '' ? [] : elements }),
      ...readings(schemas, schema, { kind: 'scalar', text }),
    ];
  }
  return readings(schemas, schema, { kind: 'scalar', text });
}
