import type { Json } from '../contract/json.js';
import type { MediaContent, Operation, ResponseSpec } from '../contract/operation.js';
import { essence, headerValue, isJsonMediaType } from '../contract/wire/message.js';
import { parseJson } from '../contract/wire/split-request.js';
import { isSuccess } from '../surfaces/failure-table.js';
import type { WireResponse } from '../surfaces/exchange.js';
import type { Observation } from '../surfaces/observation.js';

/** The reply that the caller's outcome rests on: the last exchange's, if there was one and it was answered. */
export function replyOf(observation: Observation): WireResponse | undefined {
  const response = observation.exchanges.at(-1)?.response;
  return response?.kind === 'response' ? response : undefined;
}

/** What the contract documents for a status: exactly, by range, or by default (OpenAPI 3.1 §4.8.16). */
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
 * A success, or a redirection that the contract documents as such: where the answer is is an answer (RFC 9110 §15.4). Of an operation
 * that documents neither, any status that it documents.
 */
export function isAccepted({ responses }: Operation, status: number): boolean {
  if (!responses.some((spec) => /^(?:[23]|default$)/.test(spec.status))) return responses.some((spec) => spec.status === String(status));
  return isSuccess(status) || (status >= 300 && status < 400 && responses.some((spec) => spec.status === String(status) || spec.status === '3XX'));
}

/** The documented content that a media type falls under: the exact type before `type/*` before `*\/*` (OpenAPI 3.1 §4.8.17). */
export function documentedContent({ content }: Pick<ResponseSpec, 'content'>, mediaType: string): MediaContent | undefined {
  const exact = content.find((media) => media.mediaType === mediaType);
  if (exact !== undefined) return exact;
  const type = essence(mediaType);
  const matching = (pattern: string): MediaContent | undefined => content.find((media) => essence(media.mediaType) === pattern);
  return matching(type) ?? matching(`${type.split('/')[0] ?? ''}/*`) ?? matching('*/*');
}

/** Whether a reply of this status may have a body at all (RFC 9110 §9.3.2, §15.3.5, §15.3.6, §15.4.5). */
export function mayHaveBody(operation: Operation, status: number): boolean {
  return operation.method !== 'head' && status !== 204 && status !== 205 && status !== 304;
}

const decoded = new WeakMap<WireResponse, { readonly value: Json | undefined }>();

/** The JSON of a reply; `undefined` where its media type is not JSON or its bytes are not. Parsed once. */
export function replyJson(reply: WireResponse): Json | undefined {
  let known = decoded.get(reply);
  if (known === undefined) {
    known = { value: isJsonMediaType(headerValue(reply.headers, 'content-type')) ? parseJson(reply.body) : undefined };
    decoded.set(reply, known);
  }
  return known.value;
}
