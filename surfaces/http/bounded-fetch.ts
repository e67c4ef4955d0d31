import { Agent, fetch } from 'undici';

/** More than any list of tools takes; what is read beyond it is a fault of the server, and not our memory. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Keeps no connection: one that the server closes while a request is on its way says nothing about the server (RFC 9112 §9.3.1). */
const FRESH_CONNECTIONS = new Agent({ pipelining: 0 });

/** `fetch` that follows no redirect, which could lead away from where the registry points, and reads no reply without end. */
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
