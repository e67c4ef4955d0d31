import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

export type WebHandler = (request: Request) => Promise<Response>;

/**
 * Answers a request of `node:http` with a handler that uses the `Request` and `Response` of the Fetch standard. Both
 * bodies are streamed. If the client disconnects, the request is aborted.
 */
export function bridge(handler: WebHandler, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  serve(handler, incoming, outgoing, gone.signal).catch(() => {
    // The connection or the handler failed. The handler reports its own failures, so nothing is reported here.
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500).end();
  });
}

async function serve(
  handler: WebHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const response = await handler(webRequest(incoming, signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), outgoing);
}

function webRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  const raw = incoming.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal });
  // The Fetch standard requires `duplex` for a streamed body; it is not in the types yet.
  const init = { method, headers, signal, body: Readable.toWeb(incoming), duplex: 'half' };
  return new Request(url, init as RequestInit);
}
