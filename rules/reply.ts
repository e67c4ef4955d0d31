import { documentsStatus } from '../contract/documented-responses.js';
import type { Json } from '../contract/json/json.js';
import type { MediaContent, Operation, ResponseSpec } from '../contract/operation.js';
import { NO_BODY, essence, headerValue, isJsonMediaType } from '../contract/wire/message.js';
import { isWithinBounds } from '../contract/json/json-bounds.js';
import { parseJson } from '../contract/wire/request/split-request.js';
import { isSuccess } from '../surfaces/failure-table.js';
import type { Exchange, WireResponse } from '../surfaces/exchange.js';
import type { Observation } from '../surfaces/observation.js';
import type { Outcome } from '../surfaces/outcome.js';
import { contentOf } from '../surfaces/reply-content.js';

/**
 * The reply on which the outcome of a call depends: that of its last request. `undefined` if the call sent no request,
 * or if the last request got no reply.
 */
export function replyOf(observation: Observation): WireResponse | undefined {
  const response = observation.exchanges.at(-1)?.response;
  return response?.kind === 'response' ? response : undefined;
}

/**
 * What the contract documents for a status: by its exact code, by its range (`4XX`), or else by `default` (OpenAPI 3.1
 * §4.8.16).
 */
export function documentedResponse(operation: Operation, status: number): ResponseSpec | undefined {
  const exact = String(status);
  const range = `${exact[0]}XX`;
  const { responses } = operation;
  return (
    responses.find((spec) => spec.status === exact) ??
    responses.find((spec) => spec.status.toUpperCase() === range) ??
    responses.find((spec) => spec.status === 'default')
  );
}

/**
 * Whether a status means that the service accepted the request. These are all successes and documented redirections
 * (RFC 9110 §15.4). If the contract documents neither of them, each documented status is accepted.
 */
export function isAccepted(operation: Operation, status: number): boolean {
  const { responses } = operation;
  if (!responses.some((spec) => /^(?:[23]|default$)/.test(spec.status))) return documentsStatus(operation, status);
  return (
    isSuccess(status) ||
    (status >= 300 &&
      status < 400 &&
      (documentsStatus(operation, status) || responses.some((spec) => spec.status === '3XX')))
  );
}

/** Whether a client may follow the `Location` of this reply with a further request (RFC 9110 §15.4.2 to §15.4.9). */
export function isRedirection({ status, headers }: WireResponse): boolean {
  return REDIRECTIONS.has(status) && headerValue(headers, 'location') !== undefined;
}

const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether the reply of this request redirected the surface to its next request. */
export function isRedirected(exchange: Exchange | undefined): boolean {
  return exchange?.response.kind === 'response' && isRedirection(exchange.response);
}

/**
 * What the contract documents for a media type. An exact media type takes precedence over `type/*`, and `type/*` over
 * `*\/*` (OpenAPI 3.1 §4.8.17).
 */
export function documentedContent(
  { content }: Pick<ResponseSpec, 'content'>,
  mediaType: string,
): MediaContent | undefined {
  const exact = content.find((media) => media.mediaType === mediaType);
  if (exact !== undefined) return exact;
  const type = essence(mediaType);
  const matching = (pattern: string): MediaContent | undefined =>
    content.find((media) => essence(media.mediaType) === pattern);
  return matching(type) ?? matching(`${type.split('/')[0] ?? ''}/*`) ?? matching('*/*');
}

/** Whether a reply with this status to this operation may have a body (RFC 9110 §9.3.2, §15.3.5, §15.3.6, §15.4.5). */
export function mayHaveBody(operation: Operation, status: number): boolean {
  return operation.method !== 'head' && status !== 204 && status !== 205 && status !== 304;
}

/**
 * Whether the whole content of a reply is known, so that rules can judge it. It is not known if the body is longer than
 * `maxBodyBytes`, if its JSON exceeds `REPLY_BOUNDS`, or if its content coding, such as gzip, cannot be decoded.
 */
export function isBodyKnown(reply: WireResponse): boolean {
  return readingOf(reply).isKnown;
}

/** Whether the value or problem that the caller received is small enough to be compared. */
export function isOutcomeKnown(outcome: Outcome): boolean {
  return (outcome.kind !== 'value' && outcome.kind !== 'problem') || outcome.oversized !== true;
}

/**
 * The JSON of a reply; `undefined` if its media type is not JSON, its bytes are not JSON, or its content is incomplete.
 */
export function replyJson(reply: WireResponse): Json | undefined {
  const reading = readingOf(reply);
  if (!('reference' in reading)) return reading.value;
  const known = reading.reference.deref();
  // The content is parsed again if the parsed value was garbage-collected.
  return known === undefined ? parseJson(contentOf(reply) ?? NO_BODY) : known.value;
}

/** The content of a reply after its content codings, such as gzip, were decoded; `undefined` if it is incomplete. */
export function replyContent(reply: WireResponse): Uint8Array | undefined {
  return isBodyKnown(reply) ? contentOf(reply) : undefined;
}

/** The result of parsing the body of a reply as JSON. It is kept, so that each reply is parsed only once. */
type Reading =
  | { readonly isKnown: boolean; readonly value: Json | undefined }
  | { readonly isKnown: true; readonly reference: WeakRef<{ readonly value: Json | undefined }> };

/**
 * The size up to which the parsed value of a content is kept in memory. The parsed value of a larger content may be
 * freed, and is then parsed again, because it takes many times the memory of its text.
 */
const MOST_KEPT_BYTES = 64 * 1024;

const readings = new WeakMap<WireResponse, Reading>();

function readingOf(reply: WireResponse): Reading {
  let reading = readings.get(reply);
  if (reading === undefined) {
    reading = readBody(reply);
    readings.set(reply, reading);
  }
  return reading;
}

function readBody(reply: WireResponse): Reading {
  const content = contentOf(reply);
  if (content === undefined) return { isKnown: false, value: undefined };
  if (!isJsonMediaType(headerValue(reply.headers, 'content-type'))) return { isKnown: true, value: undefined };
  if (!isWithinBounds(content)) return { isKnown: false, value: undefined };
  const value = parseJson(content);
  return content.byteLength <= MOST_KEPT_BYTES
    ? { isKnown: true, value }
    : { isKnown: true, reference: new WeakRef({ value }) };
}

/** Whether a reply states that the resource of the path does not exist (RFC 9110 §15.5.5, §15.5.11). */
export function isAbsent(status: number | undefined): boolean {
  return status === 404 || status === 410;
}
