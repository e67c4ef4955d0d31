import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Reply, StreamReply } from '../reply/reply.js';
import { announcedLength, expectsContinue } from '../input/request-body.js';

/**
 * How long the server accepts the rest of a body that it does not read. A client can read the reply in this time, but
 * the time is too short to be useful for an attack.
 */
const LINGER_MS = 1000;

/**
 * Sends a reply. If the client is still sending a large body, the server accepts and discards the rest for a short time
 * before it closes the connection. Otherwise the client could receive a connection reset and never read the reply (RFC
 * 9112 §9.6).
 */
export function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply, bodyLimit: number): void {
  const unread = !request.complete && (announcedLength(request) > bodyLimit || expectsContinue(request));
  const length = reply.body === undefined ? {} : { 'content-length': String(reply.body.length) };
  response.writeHead(reply.status, { ...reply.headers, ...length, ...(unread ? { connection: 'close' } : {}) });
  if (!unread) {
    response.end(reply.body);
    return;
  }
  if (reply.body === undefined) response.flushHeaders();
  else response.write(reply.body);
  linger(request, response);
}

/**
 * Sends a stream. `pipeline` pauses while the client does not read. If the client disconnects, the stream ends without
 * an error.
 */
export async function sendStream(response: ServerResponse, reply: StreamReply): Promise<void> {
  response.writeHead(reply.status, reply.headers);
  response.flushHeaders();
  await pipeline(Readable.from(reply.chunks, { highWaterMark: 1 }), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function linger(request: IncomingMessage, response: ServerResponse): void {
  const finish = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request
    .once('end', finish)
    .once('close', finish)
    .on('error', () => undefined)
    .resume();
}
