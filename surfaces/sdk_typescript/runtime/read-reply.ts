import { type Problem, errorForStatus } from '../generated/errors.js';
import { bodyKind, isJson } from './media-type.js';
import type { OperationDescriptor } from './operation-descriptor.js';

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  /** The headers with names in lower case. Values of the same name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Returns the result of a call. Throws the `ApiError` for its status if the reply is not a documented success. */
export function readReply(operation: OperationDescriptor, reply: Reply): unknown {
  if (reply.status < 200 || reply.status > 299) throw errorForStatus(reply.status, problemOf(reply), reply.headers);
  if (reply.body.byteLength === 0 && mayBeEmpty(operation, reply)) return undefined;
  const json = isJson(reply.contentType);
  if (json && operation.returns.includes('json')) {
    const document = parsed(reply);
    if (document !== undefined) return document.value;
  } else if (!json && operation.returns.includes('bytes') && isBytes(operation, reply))
    return new Uint8Array(reply.body);
  else if (!json && operation.returns.includes('text')) return text(reply);
  else if (operation.returns.length > 0 && operation.returns.every((kind) => kind === 'nothing')) return undefined;
  throw errorForStatus(reply.status, unreadable(reply), reply.headers);
}

function mayBeEmpty({ returns, emptyStatuses }: OperationDescriptor, { status }: Reply): boolean {
  return returns.includes('nothing') && (emptyStatuses === undefined || emptyStatuses.includes(status));
}

/**
 * The problem document of a failed reply. If the body is not a JSON object, returns a new problem document that
 * contains the body (RFC 9457 §4.2.1).
 */
function problemOf(reply: Reply): Problem {
  const document = isJson(reply.contentType) ? parsed(reply)?.value : undefined;
  if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document as Problem;
  return { type: 'about:blank', status: reply.status, detail: excerpt(reply) };
}

function unreadable(reply: Reply): Problem {
  const title = 'The reply is not what the contract documents.';
  return { type: 'urn:problem-type:unreadable-reply', title, status: reply.status, detail: excerpt(reply) };
}

/**
 * The parsed body, as the member `value` of an object. Returns `undefined` for invalid JSON, which must differ from the
 * valid JSON value `null`. RFC 8259 §8.1 requires UTF-8.
 */
function parsed({ body }: Reply): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return undefined;
  }
}

/**
 * True if a reply is returned as bytes. If the contract documents only bytes, a reply with a text media type is also
 * returned as bytes.
 */
function isBytes({ returns }: OperationDescriptor, { contentType }: Reply): boolean {
  return !returns.includes('text') || bodyKind(contentType) !== 'text';
}

function text({ body }: Reply): string {
  return new TextDecoder().decode(body);
}

/** The start of a reply, for an error message. */
function excerpt(reply: Reply): string {
  return text(reply).slice(0, 2000);
}
