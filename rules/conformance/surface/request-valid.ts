import { joinPointer } from '../../../contract/json/json-pointer.js';
import type { Json } from '../../../contract/json/json.js';
import type { Operation, Parameter, SchemaUri } from '../../../contract/operation.js';
import type { SchemaSource } from '../../../contract/contract.js';
import { readings, schemaTypes } from '../../../contract/wire/decode-value.js';
import { formReadings } from '../../../contract/wire/request/read-form.js';
import { isFormMediaType, isJsonMediaType } from '../../../contract/wire/message.js';
import type { SplitRequest } from '../../../contract/wire/request/split-request.js';
import type { Exchange } from '../../../surfaces/exchange.js';
import { duplicateMember } from '../../values/duplicate-member.js';
import { faultPlace } from '../../fault-place.js';
import type { Violation } from '../../finding.js';
import { documentedContent } from '../../reply.js';
import { isVerbatim, routeOf, sentParts } from '../../request.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../../rule.js';
import { OMITTED } from '../../values/omitted.js';

/** A surface sends a valid request for a valid case. */
export const requestValid: TrialRule = {
  id: 'conformance/request-valid',
  severity: 'must',
  statement:
    "The request of a valid case satisfies the contract's schemas, has one value for each single-valued parameter, and no duplicate member.",
  source:
    'OpenAPI 3.1 §4.8.12 (Parameter Object: schema, required), §4.8.14 (Media Type Object: schema); RFC 8259 §4: names SHOULD be unique',
  repair:
    'Send the input at this pointer once, in the form that the schema requires. Generate the surface again if its types are out of date.',
  backends: EVERYWHERE,
  reads: 'operation',
  check: (trial, context) => {
    const { kind } = trial.case.expect;
    if (kind === 'rejected' || kind === 'gated') return undefined;
    return trial.observations.flatMap(({ surface, exchanges }) =>
      exchanges.slice(0, 1).flatMap((exchange) => validated(trial, context, surface, exchange)),
    );
  },
};

function validated(trial: Trial, context: TrialContext, surface: string, exchange: Exchange): readonly Violation[] {
  const { operation } = trial;
  // A request that equals the request of our encoder is valid, because the input was validated when the case was made.
  if (isVerbatim(trial, exchange) || routeOf(context.contract, exchange)?.operation !== operation) return [];
  const sent = sentParts(context.contract, operation, exchange);
  return requestFaults(context.contract.schemas, operation, sent, exchange.request.body).map(
    ({ pointer, kind, received, cause, expected }) => ({
      pointer,
      kind,
      received,
      expected,
      ...(cause !== undefined && { cause }),
      surface,
      message: `The request breaks the contract at ${pointer}: ${expected}.`,
      blame: 'surface',
    }),
  );
}

/** One fault of a request; `keyword` is the address of the schema keyword that the request breaks. */
export type RequestFault = Pick<Violation, 'pointer' | 'kind' | 'received' | 'cause'> & {
  readonly expected: string;
  readonly keyword?: SchemaUri;
};

/**
 * The faults of a request according to the contract of an operation. The surface may have sent the request for a
 * different operation.
 */
export function requestFaults(
  schemas: SchemaSource,
  operation: Operation,
  sent: SplitRequest,
  body: Uint8Array,
): readonly RequestFault[] {
  return [
    ...operation.parameters.flatMap((parameter) => parameterFaults(schemas, parameter, sent)),
    ...bodyFaults(schemas, operation, sent, body),
  ];
}

function parameterFaults(schemas: SchemaSource, parameter: Parameter, sent: SplitRequest): readonly RequestFault[] {
  const pointer = joinPointer('', parameter.in, parameter.name);
  const values = { path: sent.path, query: sent.query, header: sent.header, cookie: sent.cookie }[parameter.in];
  const found = values?.get(parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name);
  const texts = typeof found === 'string' ? [found] : (found ?? []);
  const types = schemaTypes(schemas, parameter.schema);
  // A request has no text under the name of an empty list, or of an object whose members are separate parameters.
  const mustShow = parameter.required && !types.has('array') && !types.has('object');
  if (texts.length === 0)
    return mustShow ? [{ pointer, kind: 'missing', expected: 'a value (required)', received: OMITTED }] : [];
  if (parameter.contentType !== undefined || !isReadable(parameter, types)) return [];
  const asList = types.has('array');
  if (!asList && texts.length > 1) return [{ pointer, kind: 'repeated', expected: 'one value', received: texts }];
  const likely = readings(
    schemas,
    parameter.schema,
    asList ? { kind: 'list', texts } : { kind: 'scalar', text: texts[0] ?? '' },
  );
  return schemaFault(schemas, parameter.schema, likely, pointer);
}

/**
 * Whether the value of a parameter can be parsed after the request was decoded. This is certain only for scalars, and
 * for lists in which each element has its own name-value pair.
 */
function isReadable({ in: location, style, explode }: Parameter, types: ReadonlySet<string>): boolean {
  if (types.has('object')) return false;
  return types.has('array')
    ? location === 'query' && style === 'form' && explode
    : style === 'simple' || style === 'form';
}

function bodyFaults(
  schemas: SchemaSource,
  { requestBody }: Operation,
  sent: SplitRequest,
  bytes: Uint8Array,
): readonly RequestFault[] {
  if (requestBody === undefined) return [];
  if (sent.body.kind === 'none') {
    return requestBody.required
      ? [{ pointer: '/body', kind: 'missing', expected: 'a body (required)', received: OMITTED }]
      : [];
  }
  const content = documentedContent(requestBody, sent.mediaType);
  if (content === undefined) {
    const expected = requestBody.content.map(({ mediaType }) => mediaType).join(' or ');
    return [{ pointer: '/header/content-type', kind: 'undocumented', expected, received: sent.mediaType }];
  }
  if (sent.body.kind === 'json') return jsonFaults(schemas, content.schema, sent.body.value, bytes);
  if (sent.body.kind === 'xml')
    return content.schema === undefined ? [] : schemaFault(schemas, content.schema, [sent.body.value], '/body');
  if (sent.body.kind === 'form') {
    return content.schema === undefined
      ? []
      : schemaFault(schemas, content.schema, formReadings(schemas, content, sent.body.fields), '/body');
  }
  const shown = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  if (content.xml !== undefined)
    return [
      { pointer: '/body', kind: 'not-xml', expected: 'an XML document that the schema describes', received: shown },
    ];
  if (isFormMediaType(sent.mediaType))
    return [{ pointer: '/body', kind: 'not-a-form', expected: sent.mediaType, received: shown }];
  return isJsonMediaType(sent.mediaType)
    ? [{ pointer: '/body', kind: 'not-json', expected: 'JSON', received: shown }]
    : [];
}

function jsonFaults(
  schemas: SchemaSource,
  schema: SchemaUri | undefined,
  value: Json,
  bytes: Uint8Array,
): readonly RequestFault[] {
  const twice = duplicateMember(Buffer.from(bytes).toString());
  if (twice === undefined) return schema === undefined ? [] : schemaFault(schemas, schema, [value], '/body');
  return [
    {
      pointer: `/body${twice}`,
      kind: 'duplicate-member',
      expected: 'each member once',
      received: 'the same name twice',
      cause: '',
    },
  ];
}

/**
 * The first fault of a value whose text can be parsed in several ways. `likely`: the possible values, the most likely
 * one first. There is no fault if any of them is valid. Otherwise, the fault is that of the most likely value.
 */
function schemaFault(
  schemas: SchemaSource,
  schema: SchemaUri,
  likely: readonly Json[],
  pointer: string,
): readonly RequestFault[] {
  const [first] = likely;
  // A `readOnly` member may be missing from a request, even if it is required (tolerance `read-only`).
  const judge = schemas.forDirection('input');
  if (first === undefined || likely.some((value) => judge.accepts(schema, value))) return [];
  return judge
    .validate(schema, first)
    .slice(0, 1)
    .map((broken) => ({
      pointer: pointer + broken.pointer,
      kind: broken.keyword,
      expected: broken.message,
      received: first,
      cause: pointer + faultPlace(schemas, schema, broken.pointer),
      keyword: broken.schema,
    }));
}
