import { OTHER_HOST, type ScriptedReply } from '../../../contract/case.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { MediaContent, Operation, ResponseSpec } from '../../../contract/operation.js';
import { EVENT_STREAM, parseEventStream } from '../../../contract/wire/event-stream.js';
import { isJsonMediaType } from '../../../contract/wire/message.js';
import { parseJsonText } from '../../../contract/wire/request/split-request.js';
import { documentedContent, documentedResponse, mayHaveBody } from '../../../rules/reply.js';
import type { ReplyValues } from './reply-values.js';
import type { NamedReply } from './named-reply.js';

/** A documented success with a JSON body. Unexpected replies are derived from it. */
export interface PromisedSuccess {
  readonly status: number;
  readonly spec: ResponseSpec;
  readonly content: MediaContent;
  readonly headers: ScriptedReply['headers'];
  readonly value: Json;
}

/** The maximum number of replies that violate one constraint of the success schema. */
const MOST_BROKEN = 12;

/** Replies that the contract does not allow. Each reply deviates from the contract in one way. */
export function* unexpectedReplies(
  operation: Operation,
  success: PromisedSuccess | undefined,
  values: ReplyValues,
): Generator<NamedReply> {
  const isDocumented = ({ reply }: NamedReply): boolean => documentedResponse(operation, reply.status) !== undefined;
  yield* STATUSES.filter((each) => !isDocumented(each));
  if (operation.method !== 'head') yield OTHER_STATUS;
  yield* unreadableEvents(operation);
  if (success === undefined || !mayHaveBody(operation, success.status)) return;
  yield* otherStatuses(success).filter((each) => !isDocumented(each));
  yield* unreadableBodies(operation, success);
  yield* otherValues(success, values);
}

function otherStatuses({ headers, value }: PromisedSuccess): readonly NamedReply[] {
  const body = JSON.stringify(value);
  return [
    unexpected('no content', 204, []),
    // A client cannot follow a redirect without a `Location` (RFC 9110 §15.4).
    unexpected('redirection with a document', 302, headers.filter(isNoLocation), body),
    // A client treats the unknown status 299 like 200 (RFC 9110 §15).
    { ...unexpected('status 299', 299, headers, body), isEssential: false },
  ];
}

function isNoLocation([name]: ScriptedReply['headers'][number]): boolean {
  return name.toLowerCase() !== 'location';
}

function* unreadableBodies(
  operation: Operation,
  { status, spec, headers, value }: PromisedSuccess,
): Generator<NamedReply> {
  const text = JSON.stringify(value);
  if (documentedContent(spec, 'text/html') === undefined) yield unexpected('HTML', status, [HTML], PAGE);
  yield unexpected('empty body', status, headers);
  // The first half of an object, array or string is never valid JSON.
  if (/^[{["]/.test(text))
    yield unexpected('truncated JSON', status, headers, text.slice(0, Math.ceil(text.length / 2)));
  yield unexpected('truncated JSON with 502', 502, [JSON_TYPE], '{"title":"upstream fai');
  // Some parsers accept NaN and control characters in strings, which are not JSON (RFC 8259 §6, §7).
  if (text.startsWith('{"'))
    for (const [fault, member] of NOT_JSON)
      yield {
        ...unexpected(
          fault,
          status,
          headers,
          text.replace('{', () => `{${member},`),
        ),
        isEssential: false,
      };
  for (const failure of [502, 404])
    yield { ...unexpected(`HTML with ${failure}`, failure, [HTML], PAGE), isEssential: false };
  const second = `${text}\n{"title":"upstream failed"}`;
  yield { ...unexpected('a second JSON document after the JSON', status, headers, second), isEssential: false };
  const latin = unexpected('a text that is not UTF-8 with 502', 502, [LATIN], 'pas de r\u00e9ponse');
  yield { ...latin, reply: { ...latin.reply, bytes: true }, isEssential: false };
  yield { ...unexpected('a JSON list with 503', 503, [JSON_TYPE], '["upstream failed"]'), isEssential: false };
  if (documentedResponse(operation, 500) !== undefined)
    yield { ...unexpected('empty 500', 500, []), isEssential: false };
}

/** Members of an object that are not JSON, although many parsers can be set to read them. */
const NOT_JSON: readonly (readonly [fault: string, member: string])[] = [
  ['NaN in a JSON object', '"x_unknown":NaN'],
  ['a line end in a JSON string', '"x_unknown":"one\ntwo"'],
];

/**
 * An HTML page in place of an event stream, and an event stream whose first event has data that is not JSON. The stream
 * is made from the first example of the contract, if the data of the first event in this example is a JSON object.
 */
function* unreadableEvents({ responses }: Operation): Generator<NamedReply> {
  for (const { status, content } of responses) {
    const stream = content.find((each) => each.stream !== undefined);
    const example = stream?.examples[0]?.value;
    if (!/^2\d\d$/.test(status) || stream === undefined) continue;
    if (content.length === 1) yield unexpected('HTML in place of events', Number(status), [HTML], PAGE);
    if (typeof example !== 'string') continue;
    const [first, ...others] = parseEventStream(new TextEncoder().encode(example));
    if (first === undefined || others.length === 0 || !isJsonObject(parseJsonText(first.data))) continue;
    const headers = [['content-type', EVENT_STREAM] as const];
    const body = example.replace(/^data:.*$/m, 'data: {not JSON');
    yield unexpected('an event whose data is not JSON', Number(status), headers, body);
  }
}

/** Success replies whose body is JSON of a different type, or JSON that violates its schema in one place. */
function* otherValues({ status, content, headers }: PromisedSuccess, values: ReplyValues): Generator<NamedReply> {
  const others = OTHER_TYPES.filter((value) => !values.accepts(content, value));
  for (const value of others) {
    const text = JSON.stringify(value);
    yield { ...unexpected(`the JSON ${text}`, status, headers, text), isEssential: false };
  }
  for (const { name, value } of values.broken(content, MOST_BROKEN))
    yield { ...unexpected(name, status, headers, JSON.stringify(value)), isEssential: false };
}

function unexpected(fault: string, status: number, headers: ScriptedReply['headers'], body?: string): NamedReply {
  return {
    name: fault,
    reply: { status, headers, ...(body !== undefined && { body }), fault },
    isEssential: true,
  };
}

const OTHER_TYPES: readonly Json[] = [null, [], {}, 'text', 0];
const HTML = ['content-type', 'text/html; charset=utf-8'] as const;
const LATIN = ['content-type', 'text/plain; charset=iso-8859-1'] as const;
const JSON_TYPE = ['content-type', 'application/json'] as const;
const PROBLEM = ['content-type', 'application/problem+json'] as const;
const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

/** Replies with statuses that no operation documents. */
const STATUSES: readonly NamedReply[] = [
  unexpected('status 418', 418, [PROBLEM], JSON.stringify({ type: 'about:blank', title: "I'm a teapot", status: 418 })),
  unexpected('status 599', 599, [['content-type', 'text/plain']], 'upstream failed'),
  unexpected('redirection', 302, [['location', '/elsewhere']]),
  unexpected('redirection to another host', 302, [['location', `${OTHER_HOST}/elsewhere`]]),
];

/**
 * A problem document with a wrong `status` member. The member is only advisory (RFC 9457 §3.1.2); clients must use the
 * status of the response.
 */
const OTHER_STATUS: NamedReply = unexpected(
  'a different status in the document',
  404,
  [PROBLEM],
  JSON.stringify({ type: 'urn:problem-type:not-found', title: 'Not Found', status: 500 }),
);

/** Returns true if the contract documents a JSON body for a reply. */
export function isJsonContent({ mediaType, stream }: MediaContent): boolean {
  return stream === undefined && isJsonMediaType(mediaType);
}
