import type { SchemaSource } from '../../../contract/contract.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Json } from '../../../contract/json/json.js';
import type { HeaderSpec, Operation, SchemaUri } from '../../../contract/operation.js';
import { readings, schemaTypes } from '../../../contract/wire/decode-value.js';
import { type HeaderPair, headerValue, joinedHeader } from '../../../contract/wire/message.js';
import { returnedParameter } from '../../../contract/restated/returned-headers.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Violation } from '../../finding.js';
import { documentedResponse, replyOf } from '../../reply.js';
import { EVERYWHERE, REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import { methodsNotIn } from './malformed-refused.js';

/** Documented headers are present and valid. */
export const responseHeaders: TrialRule = {
  id: 'conformance/response-headers',
  severity: 'must',
  statement:
    'A reply has every required header that the contract documents for its status, and each documented header is valid against its schema. If the contract documents `Allow` for a success to OPTIONS, the header lists the methods that the contract has at the path.',
  details: [
    'If a text states that a reply returns the value of a header of the request, such as `X-Request-Id`, the header of the reply has this value.',
  ],
  source: 'OpenAPI 3.1 §4.8.21 (Header Object); RFC 9110 §9.3.7 and §10.2.1 (Allow)',
  repair: 'Send the header as documented, or correct its documentation.',
  backends: EVERYWHERE,
  reads: 'documented',
  check: (trial, context) =>
    trial.observations.flatMap((observation) => {
      const reply = replyOf(observation);
      const spec = reply && documentedResponse(trial.operation, reply.status);
      if (reply === undefined || spec === undefined) return [];
      return spec.headers.flatMap((header) => [
        ...headerViolations(header, reply, context, observation.surface),
        ...lackedMethods(trial.operation, header, reply, context, observation.surface),
        ...otherValue(trial, header, observation, reply, context),
      ]);
    }),
};

function lackedMethods(
  { method, path }: Operation,
  header: HeaderSpec,
  { status, headers }: WireResponse,
  context: TrialContext,
  surface: string,
): readonly Violation[] {
  const allow = header.name.toLowerCase() === 'allow' ? joinedHeader(headers, 'allow') : undefined;
  const isAsked = method === 'options' && isSuccess(status) && REAL_SERVICE.has(context.backend);
  const lacking =
    isAsked && allow !== undefined
      ? methodsNotIn(
          allow,
          context.contract.operations.filter((known) => known.path === path),
        )
      : [];
  if (allow === undefined || lacking.length === 0) return [];
  const message = `The Allow of the reply to OPTIONS lacks ${lacking.join(' and ')}.`;
  const about = { surface, pointer: '/response/header/allow', blame: responder(context), status } as const;
  return [{ ...about, kind: 'allow-incomplete', message, expected: lacking, received: allow, cause: path }];
}

/**
 * The violation if a header of the reply has a different value from the same header of the request, although the
 * contract states that the reply returns this value.
 */
function otherValue(
  { operation, case: { raw } }: Trial,
  header: HeaderSpec,
  { surface, exchanges }: Observation,
  { status, headers }: WireResponse,
  context: TrialContext,
): readonly Violation[] {
  const name = header.name.toLowerCase();
  const sent = joinedHeader(exchanges.at(-1)?.request.headers ?? [], name);
  const received = joinedHeader(headers, name);
  if (sent === undefined || received === undefined || raw !== undefined || !REAL_SERVICE.has(context.backend))
    return [];
  const parameter = returnedParameter(context.contract, operation, header);
  if (parameter === undefined || !SIMPLE_TOKEN.test(sent) || !context.contract.schemas.accepts(parameter.schema, sent))
    return [];
  if (received.toLowerCase() === sent.toLowerCase()) return [];
  const message = `The reply has a different ${header.name} from the request. The contract states that both are equal.`;
  const about = { surface, pointer: joinPointer('/response/header', name), blame: responder(context), status } as const;
  return [{ ...about, kind: 'not-returned', message, expected: sent, received, cause: name }];
}

/**
 * Matches a header value that a service must return unchanged: printable, short, and without spaces. A service may have
 * a reason to replace any other value.
 */
const SIMPLE_TOKEN = /^[\w.:+=-]{1,64}$/;

function headerViolations(
  header: HeaderSpec,
  reply: WireResponse,
  context: TrialContext,
  surface: string,
): readonly Violation[] {
  const name = header.name.toLowerCase();
  const text = fieldValue(reply.headers, name);
  const fault = text === undefined ? missing(header, reply) : broken(context.contract.schemas, header, text);
  if (fault === undefined) return [];
  return [
    {
      ...fault,
      surface,
      pointer: joinPointer('/response/header', name),
      blame: responder(context),
      cause: `${reply.status} ${name}`,
      status: reply.status,
    },
  ];
}

type Fault = Pick<Violation, 'kind' | 'message' | 'expected' | 'received'>;

function missing({ name, required }: HeaderSpec, { status }: WireResponse): Fault | undefined {
  if (!required) return undefined;
  return {
    kind: 'missing',
    message: `The reply with status ${status} lacks ${name}.`,
    expected: `${name} (required)`,
    received: '(none)',
  };
}

function broken(schemas: SchemaSource, { name, schema }: HeaderSpec, text: string): Fault | undefined {
  const values = schema === undefined ? [] : headerReadings(schemas, schema, text);
  const [likeliest] = values;
  if (schema === undefined || likeliest === undefined || values.some((value) => schemas.accepts(schema, value)))
    return undefined;
  const [first] = schemas.validate(schema, likeliest);
  const expected = first?.message ?? 'its schema';
  return {
    kind: first?.keyword ?? 'schema',
    message: `${name} breaks its schema: ${expected}.`,
    expected,
    received: text,
  };
}

/**
 * The value of a header field. Several lines with the same name are joined (RFC 9110 §5.3), except for Set-Cookie,
 * whose values contain commas.
 */
function fieldValue(headers: readonly HeaderPair[], name: string): string | undefined {
  return name === 'set-cookie' ? headerValue(headers, name) : joinedHeader(headers, name);
}

/**
 * The values that the text of a header may stand for. Headers have the style `simple` (OpenAPI 3.1 §4.8.21), in which
 * commas separate the elements of a list. Objects are not parsed, because their form depends on `explode`.
 */
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
