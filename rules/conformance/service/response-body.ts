import { isUtf8 } from 'node:buffer';
import type { CaseInput } from '../../../contract/case.js';
import { joinPointer, valueAt } from '../../../contract/json/json-pointer.js';
import { endsWithin } from '../../../contract/json/json-bounds.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { MediaContent, Operation, ResponseSpec, SchemaUri } from '../../../contract/operation.js';
import { headerValue, isJsonMediaType, isXmlMediaType } from '../../../contract/wire/message.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { WireResponse } from '../../../surfaces/exchange.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import {
  documentedContent,
  documentedResponse,
  isBodyKnown,
  mayHaveBody,
  replyContent,
  replyJson,
  replyOf,
} from '../../reply.js';
import { EVERYWHERE, REAL_SERVICE, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { missingName, permittedValues, schemaFaults } from './schema-faults.js';
import { lackedMembers } from './stated-presence.js';
import { isValidText, readText } from './text-body.js';
import { OMITTED } from '../../values/omitted.js';

/** The body of a reply is valid against its documented schema. */
export const responseBody: TrialRule = {
  id: 'conformance/response-body',
  severity: 'must',
  statement:
    'A reply has a body if the contract documents one, unless the request has `Prefer: return=minimal`. A body whose media type is JSON or XML is well-formed JSON or XML, and its value is valid against the schema for its status and media type. A text with a schema of strings is valid against the schema, and it is UTF-8 if its Content-Type states this charset.',
  details: [
    'A success also has each member whose description states that it is always present, unless the query selects members.',
  ],
  source:
    'OpenAPI 3.1 §4.8.14 (Media Type Object: schema); JSON Schema 2020-12 Validation; RFC 9110 §8.3.2 (charset); RFC 7240 §4.2 (return=minimal)',
  repair:
    'Change the service so that it sends what the schema requires at this place, or correct the schema and generate the surfaces again.',
  backends: EVERYWHERE,
  reads: 'content',
  atOnce: 'too',
  check: (trial, context) =>
    trial.observations.flatMap((observation) => [
      ...violationsOf(trial.operation, context, observation),
      ...overlappedViolations(context, observation),
    ]),
};

function violationsOf(operation: Operation, context: TrialContext, observation: Observation): readonly Violation[] {
  const reply = replyOf(observation);
  return reply === undefined || !isBodyKnown(reply) || !mayHaveBody(operation, reply.status)
    ? []
    : bodyViolations(operation, context, observation, reply);
}

/**
 * The violations in the replies to concurrent calls, and in the replies to the same calls when they run again one after
 * another. They are reported for the last step of the sequence, which may call a different operation.
 */
function overlappedViolations(context: TrialContext, { apart, earlier = [] }: Observation): readonly Violation[] {
  if (apart === undefined) return [];
  const { operations } = context.contract;
  return [...earlier, ...apart].flatMap((call) => {
    const operation = operations.find(({ id }) => id === call.case.operation);
    if (operation === undefined) return [];
    return violationsOf(operation, context, call)
      .filter(({ cause, location }) => cause !== undefined && location !== undefined)
      .map((each) => ({
        ...each,
        message: each.message.replace(/reply/, `reply to ${operation.id}`),
        repair: `Send what the schema requires in the reply of ${operation.id}, or correct the schema.`,
      }));
  });
}

function bodyViolations(
  operation: Operation,
  context: TrialContext,
  { surface, case: { input } }: Observation,
  reply: WireResponse,
): readonly Violation[] {
  const mediaType = headerValue(reply.headers, 'content-type');
  const spec = documentedResponse(operation, reply.status);
  const about = { surface, pointer: '/response/body', blame: responder(context), status: reply.status } as const;
  const content = replyContent(reply);
  if (content === undefined || content.byteLength === 0) {
    if (spec === undefined || !isPromised(spec, mediaType) || prefersMinimal(input)) return [];
    const expected = spec.content.map((documented) => documented.mediaType);
    return [
      {
        ...about,
        kind: 'missing',
        message: `The ${reply.status} reply has no body.`,
        expected,
        received: '(no body)',
        cause: `${reply.status} empty`,
        location: spec.location,
      },
    ];
  }
  const documented = spec && documentedContent(spec, mediaType ?? '');
  if (documented?.xml !== undefined && isXmlMediaType(mediaType)) {
    const read = documented.xml.read(Buffer.from(content).toString());
    if (read === undefined) return [{ ...about, ...notXml(mediaType, content) }];
    return documented.schema === undefined ? [] : schemaViolations(context, surface, reply, read, documented.schema);
  }
  if (!isJsonMediaType(mediaType)) {
    const isJudged = documented !== undefined && REAL_SERVICE.has(context.backend);
    return isJudged ? textViolations(context, surface, reply, documented, content) : [];
  }
  const value = replyJson(reply);
  if (value === undefined) {
    const text = Buffer.from(content.subarray(0, 200)).toString('utf8');
    const isCut = endsWithin(content);
    const isEncoded = isUtf8(content);
    const fault = isCut
      ? 'ends before its JSON value is complete'
      : isEncoded
        ? 'is not JSON'
        : 'is not UTF-8 (RFC 8259 §8.1)';
    return [
      {
        ...about,
        kind: isCut ? 'truncated' : isEncoded ? 'not-json' : 'not-utf-8',
        message: `The reply has the Content-Type ${mediaType ?? ''}, but its body ${fault}.`,
        expected: isCut || isEncoded ? 'JSON' : 'JSON in UTF-8',
        received: text,
      },
    ];
  }
  const schema = documented?.schema;
  if (schema === undefined) return [];
  const broken = schemaViolations(context, surface, reply, value, schema);
  const isWhole = isSuccess(reply.status) && !prefersMinimal(input) && !selectsMembers(input);
  return broken.length === 0 && isWhole && REAL_SERVICE.has(context.backend)
    ? absentMembers(context, surface, reply, value, schema)
    : broken;
}

/**
 * Whether the caller selects the members of the reply with an argument such as `fields`, `field_mask` or the header
 * `X-Fields`. The reply may then lack other members.
 */
function selectsMembers({ query = {}, header = {}, body = null }: CaseInput): boolean {
  const names = [query, header, isJsonObject(body) ? body : {}].flatMap((each) => Object.keys(each));
  return names.some((name) => SELECTION.test(name.replaceAll(/([a-z])([A-Z])/g, '$1-$2')));
}

const SELECTION =
  /(?:^|[-_$])(?:select|fields?|only|omit|elements|summary|include|exclude|expand|properties|attributes|projection|mask|view|format)(?=$|[-_[])/i;

/** The violations for members that the reply lacks, although their descriptions state that they are always present. */
function absentMembers(
  context: TrialContext,
  surface: string,
  { status }: WireResponse,
  value: Json,
  root: SchemaUri,
): readonly Violation[] {
  const { schemas } = context.contract;
  return lackedMembers(schemas, root, value).map(({ pointer, schema }) => ({
    surface,
    pointer: `/response/body${pointer}`,
    kind: 'stated-member-missing',
    message: `The body of the ${status} reply lacks ${pointer}, although its description states that it is always present.`,
    expected: 'the member',
    received: OMITTED,
    blame: responder(context),
    status,
    cause: schema,
    location: schemas.locate(schema),
  }));
}

function textViolations(
  context: TrialContext,
  surface: string,
  reply: WireResponse,
  documented: MediaContent,
  content: Uint8Array,
): readonly Violation[] {
  const mediaType = headerValue(reply.headers, 'content-type');
  const read = readText(mediaType, content);
  if (read.kind === 'text')
    return documented.schema === undefined || isValidText(context, documented, read.text)
      ? []
      : schemaViolations(context, surface, reply, read.text, documented.schema);
  if (read.kind === 'unread') return [];
  return [
    {
      surface,
      pointer: '/response/body',
      blame: responder(context),
      status: reply.status,
      kind: 'not-utf-8',
      message: `The reply has the Content-Type ${mediaType ?? ''}, but its body is not UTF-8.`,
      expected: 'text in UTF-8',
      received: Buffer.from(content.subarray(0, 200)).toString('latin1'),
    },
  ];
}

function notXml(
  mediaType: string | undefined,
  content: Uint8Array,
): Pick<Violation, 'kind' | 'message' | 'expected' | 'received'> {
  return {
    kind: 'not-xml',
    message: `The reply has the Content-Type ${mediaType ?? ''}, but its body is not an XML document that the schema describes.`,
    expected: 'an XML document whose root element has the name of the schema',
    received: Buffer.from(content.subarray(0, 200)).toString('utf8'),
  };
}

/**
 * Whether the contract promises JSON for this reply, which then needs a body. Any other content, such as a text, may be
 * empty.
 */
function isPromised(spec: ResponseSpec, mediaType: string | undefined): boolean {
  if (mediaType !== undefined) return isJsonMediaType(mediaType) && documentedContent(spec, mediaType) !== undefined;
  return spec.content.length > 0 && spec.content.every((content) => isJsonMediaType(content.mediaType));
}

/** Whether the request has `Prefer: return=minimal`. The reply may then have no body (RFC 7240 §4.2). */
function prefersMinimal({ header = {} }: CaseInput): boolean {
  return Object.entries(header).some(
    ([name, value]) => name.toLowerCase() === 'prefer' && /\breturn *= *"?minimal\b/i.test(String(value)),
  );
}

function schemaViolations(
  context: TrialContext,
  surface: string,
  reply: WireResponse,
  value: Json,
  schema: SchemaUri,
): readonly Violation[] {
  const { schemas } = context.contract;
  if (schemas.forDirection('output').accepts(schema, value)) return [];
  return schemaFaults(schemas, schema, value).map((broken) => {
    const missing = missingName(broken);
    const permitted = permittedValues(schemas, broken);
    const expected = permitted?.length === 1 ? (permitted[0] ?? null) : (permitted ?? broken.message);
    const message = permitted === undefined ? broken.message : `must be ${listedValues(permitted)}`;
    return {
      surface,
      pointer: `/response/body${missing === undefined ? broken.pointer : joinPointer(broken.pointer, missing)}`,
      kind: broken.keyword,
      message: `The body of the ${reply.status} reply breaks its schema: ${message}.`,
      expected,
      received: missing === undefined ? (valueAt(value, broken.pointer) ?? null) : OMITTED,
      blame: responder(context),
      status: reply.status,
      // One broken keyword of one schema is one fault, even if it occurs in several operations and array elements.
      cause: broken.schema,
      location: schemas.locate(broken.schema),
    };
  });
}

/** The maximum number of permitted values that a message lists. */
const MOST_LISTED = 12;

function listedValues(values: readonly Json[]): string {
  const texts = values.slice(0, MOST_LISTED).map((value) => JSON.stringify(value));
  const further = values.length - texts.length;
  const last = further > 0 ? `${further} further values` : texts.pop();
  return texts.length === 0 ? String(last) : `${texts.join(', ')} or ${last}`;
}
