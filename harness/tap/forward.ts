import type { RequestMessage } from '../../contract/wire/message.js';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import { Connections } from './connections.js';
import { MAX_BODY_BYTES, isExcerpt } from '../../surfaces/http/body-excerpt.js';
import { decodedContent } from '../../surfaces/http/content-coding.js';
import { type HttpBounds, type HttpRequest, LONGEST_BODY } from '../../surfaces/http/http-exchange.js';
import { NOT_PASSED_ON } from './passed-headers.js';
import type { Passing, Responder } from './tap.js';

export interface Forwarder {
  readonly respond: Responder;
  close(): Promise<void>;
}

/**
 * The backend gets this fraction of a call's time limit. So a timeout of the backend is reported before the surface
 * abandons the call.
 */
const BACKEND_SHARE = 0.8;

/** Forwards requests to a service, below the path of its base URL. Request targets and headers are not changed. */
export function forwardTo(
  url: string,
  timeoutMs: number,
  connections = new Connections(new URL(url).origin),
  maxBodyBytes = MAX_BODY_BYTES,
): Forwarder {
  const base = new URL(url).pathname.replace(/\/$/, '');
  const bounds = { timeoutMs: timeoutMs * BACKEND_SHARE, maxBodyBytes };
  return {
    respond: (request, passing) => forward(connections, base, request, bounds, passing),
    close: () => connections.close(),
  };
}

async function forward(
  connections: Connections,
  base: string,
  request: RequestMessage,
  bounds: HttpBounds,
  { onLongReply, upload, onWrite }: Passing = {},
): Promise<WireResponse | FailedResponse> {
  const headers = request.headers.filter(([name]) => !NOT_PASSED_ON.has(name.toLowerCase()));
  const { method, target, body, framing, atOrigin } = request;
  const passed: HttpRequest = {
    method,
    path: atOrigin === true ? target : base + target,
    headers,
    body,
    ...(upload && { upload }),
    ...(framing && { framing }),
  };
  const reply = await connections.exchange(
    passed,
    onLongReply === undefined ? bounds : { ...bounds, onLongReply },
    undefined,
    onWrite && ((read) => onWrite(() => below(base, read()))),
  );
  if (reply.kind === 'failed') {
    const { kind, reason, tooLong, inconclusive } = reply;
    return { kind, reason, ...(tooLong && { tooLong }), ...(inconclusive && { inconclusive }) };
  }
  if (reply.kind === 'timeout') return { kind: 'failed', reason: `no reply within ${reply.afterMs} ms`, silent: true };
  return isBomb(reply)
    ? { kind: 'failed', reason: `the response's decoded body is longer than ${LONGEST_BODY} bytes`, tooLong: true }
    : reply;
}

/**
 * True if the body would be too large after decoding. A surface may decode it in this process, so its size must be
 * limited. Long replies are relayed and not passed to this function; their encoded size is limited.
 */
function isBomb({ headers, body }: WireResponse): boolean {
  return !isExcerpt(body) && decodedContent(headers, body, LONGEST_BODY).kind === 'too-large';
}

function below(base: string, request: RequestMessage | undefined): RequestMessage | undefined {
  return request?.target.startsWith(base) === true
    ? { ...request, target: request.target.slice(base.length) }
    : request;
}
