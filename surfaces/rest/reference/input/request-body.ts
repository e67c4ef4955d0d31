import type { IncomingMessage, ServerResponse } from 'node:http';

export type BodyReading =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  /** The client disconnected or was too slow. No reply is sent. */
  | { readonly kind: 'aborted' };

/** Reads a body of up to `limit` bytes. If the announced length is greater, the body is not read. */
export async function readRequestBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<BodyReading> {
  const announced = announcedLength(request);
  if (announced === 0) return { kind: 'bytes', bytes: Buffer.alloc(0) };
  if (announced > limit && announced !== Infinity) return { kind: 'too-large' };
  if (expectsContinue(request)) response.writeContinue();
  return collect(request, limit);
}

/**
 * The length of a body that the request headers state, in bytes. `Infinity` for a body whose length is not stated (RFC
 * 9112 §6.3).
 */
export function announcedLength(request: IncomingMessage): number {
  if (request.headers['transfer-encoding'] !== undefined) return Infinity;
  // Node's parser has already refused a `content-length` that is not a number.
  return Number(request.headers['content-length'] ?? 0);
}

/** True if the client waits for the reply 100 Continue before it sends its body (RFC 9110 §10.1.1). */
export function expectsContinue(request: IncomingMessage): boolean {
  return request.headers.expect?.toLowerCase() === '100-continue';
}

/**
 * Collects the chunks of a body. It uses listeners, because leaving a `for await` loop early would destroy the
 * connection.
 */
function collect(request: IncomingMessage, limit: number): Promise<BodyReading> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const finish = (reading: BodyReading): void => {
      request.off('data', take).off('end', end).off('close', abort).pause();
      resolve(reading);
    };
    const take = (chunk: Uint8Array): void => {
      length += chunk.length;
      if (length > limit) finish({ kind: 'too-large' });
      else chunks.push(chunk);
    };
    const end = (): void => finish({ kind: 'bytes', bytes: Buffer.concat(chunks) });
    const abort = (): void => finish({ kind: 'aborted' });
    request
      .on('data', take)
      .on('end', end)
      .on('close', abort)
      .on('error', () => undefined);
  });
}
