/** More than any list of tools takes; what is read beyond it is a fault of the server, and not our memory. */
const MOST_BYTES = 16 * 1024 * 1024;

/** `fetch` that follows no redirect, which could lead away from where the registry points, and reads no reply without end. */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limited()), { status, statusText, headers });
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
