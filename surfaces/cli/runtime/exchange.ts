import { type ClientRequest, type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http';
import { EXIT, exitCodeForStatus } from '../generated/failures.js';
import type { Command } from './command.js';
import { Failure, failure } from './failure.js';
import type { Invocation } from './invocation.js';
import type { PreparedRequest } from './request.js';

const TIMEOUT_MS = 60_000;
const MAX_REPLY_BYTES = 16 * 1024 * 1024;
/** The maximum length of the excerpt of an unexpected reply in a message. */
const EXCERPT = 2000;

/**
 * Sends one request on a new connection. Resolves with the JSON text of a success exactly as received, or with an empty
 * string if the success has no body. Rejects with a `Failure` for any other reply, or if no complete reply arrives.
 */
export async function exchange(invocation: Invocation, request: PreparedRequest): Promise<string> {
  // The TLS module is loaded only for https, because loading it takes time.
  const open = invocation.baseUrl.protocol === 'https:' ? (await import('node:https')).request : httpRequest;
  return replyText(invocation.command, await send(open, invocation, request));
}

interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

function send(
  open: typeof httpRequest,
  { command, baseUrl, body }: Invocation,
  { target, headers }: PreparedRequest,
): Promise<Reply> {
  // Only a URL has brackets around an IPv6 address (RFC 3986 §3.2.2). A socket takes the address without them.
  const hostname = baseUrl.hostname.replace(/^\[(.*)\]$/, '$1');
  const options: RequestOptions = {
    hostname,
    port: baseUrl.port,
    method: command.method,
    path: target,
    headers,
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(failure(EXIT.transport, 'transport', 'No reply arrived.', { detail: error.message }));
    const request: ClientRequest = open(options, (response) => collect(response, request, resolve, fail));
    const timer = setTimeout(() => request.destroy(new Error(`no reply within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    request.on('error', fail).on('close', () => clearTimeout(timer));
    request.end(body);
  });
}

function collect(
  response: IncomingMessage,
  request: ClientRequest,
  done: (reply: Reply) => void,
  fail: (error: Error) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size > MAX_REPLY_BYTES) request.destroy(new Error(`the reply has more than ${MAX_REPLY_BYTES} bytes`));
  });
  response.on('error', fail);
  response.on('end', () => {
    const { statusCode: status = 0, headers } = response;
    done({ status, contentType: headers['content-type'] ?? '', body: Buffer.concat(chunks) });
  });
}

function replyText({ returns, emptyStatuses }: Command, reply: Reply): string {
  if (reply.status < 200 || reply.status > 299) throw new Failure(exitCodeForStatus(reply.status), problemOf(reply));
  const mayBeEmpty = returns.includes('nothing') && emptyStatuses?.includes(reply.status) !== false;
  if (reply.body.byteLength === 0 && mayBeEmpty) return '';
  const json = isJson(reply.contentType);
  // The text is returned unparsed, because parsing would change integers beyond 2^53.
  if (json && returns.includes('json') && parsed(reply) !== undefined) return reply.body.toString();
  if (!json && returns.includes('text')) return JSON.stringify(reply.body.toString());
  if (!json && returns.every((kind) => kind === 'nothing')) return '';
  const detail = reply.body.toString().slice(0, EXCERPT);
  throw failure(EXIT.other, 'unreadable-reply', 'The reply is not what the contract documents.', {
    status: reply.status,
    detail,
  });
}

/**
 * The problem document of a failed reply. If the body is not a JSON object, returns a new problem document that
 * contains the body (RFC 9457 §4.2.1).
 */
function problemOf(reply: Reply): object {
  const value = isJson(reply.contentType) ? parsed(reply)?.value : undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return { type: 'about:blank', status: reply.status, detail: reply.body.toString().slice(0, EXCERPT) };
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

/** True for the media type `application/json`, and for types that end with `+json` (RFC 6839 §3.1). */
function isJson(mediaType: string): boolean {
  const [essence = ''] = mediaType.toLowerCase().split(';', 1);
  return essence.trim() === 'application/json' || essence.trim().endsWith('+json');
}
