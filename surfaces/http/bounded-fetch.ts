import { Agent, fetch } from 'undici';

/**
 * The maximum length of a reply in bytes. No tool server needs longer replies, so a longer reply is reported as a fault
 * of the server.
 */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Opens a new connection for each request. A server may close a persistent connection during a request, which is not a
 * fault of the server (RFC 9112 §9.3.1).
 */
const FRESH_CONNECTIONS = new Agent({ pipelining: 0 });

/**
 * `fetch` with a maximum length for replies. A redirect is an error, because it could lead to a host that the caller
 * has not checked.
 */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const options = { ...init, redirect: 'error', dispatcher: FRESH_CONNECTIONS } as Parameters<typeof fetch>[1];
  const { body, status, statusText, headers } = await fetch(url, options);
  const limitedBody = body && (body as ReadableStream<Uint8Array>).pipeThrough(limited());
  return new Response(limitedBody, { status, statusText, headers: [...headers] });
}

function limited(): TransformStream<Uint8Array, Uint8Array> {
  let read = 0;
  return new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength;
      if (read > MOST_BYTES) controller.error(new Error(`the reply is longer than ${MOST_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
