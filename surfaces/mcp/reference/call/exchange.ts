import { type IncomingMessage, type RequestOptions, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { OutgoingRequest } from './place-arguments.js';
import type { Service } from './service.js';

export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  /** The media type of the reply in lower case, without parameters. */
  readonly mediaType: string;
  readonly text: string;
}

export type Exchanged = Reply | { readonly kind: 'failed'; readonly reason: string };

/**
 * The maximum size of a reply. A message contains the reply as structured content and, escaped, as text. With a reply
 * of this size, the message stays below the 10 MB that clients buffer by default.
 */
export const MOST_REPLY_BYTES = 4 * 1024 * 1024;
const DEADLINE_MS = 30_000;

// Idle sockets are closed before a server usually closes them (Node: after 5 s), because a request on a closed socket
// is lost. Idle sockets keep no process alive.
const AGENT_OPTIONS = { keepAlive: true, timeout: 2_000, maxFreeSockets: 8 };
const AGENTS = { 'http:': new HttpAgent(AGENT_OPTIONS), 'https:': new HttpsAgent(AGENT_OPTIONS) };

/** Sends a request exactly once. A redirect is a reply like any other reply. Never rejects. */
export async function exchange(service: Service, outgoing: OutgoingRequest, signal: AbortSignal): Promise<Exchanged> {
  const overdue = new AbortController();
  const onAbort = (): void => overdue.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(
    () => overdue.abort(new Error(`no complete answer within ${DEADLINE_MS / 1000} s`)),
    DEADLINE_MS,
  );
  try {
    return await readReply(await send(service, outgoing, overdue.signal));
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(overdue.signal.aborted ? overdue.signal.reason : error) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function send(service: Service, outgoing: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    agent: AGENTS[service.protocol],
    hostname: service.hostname,
    ...(service.port === '' ? {} : { port: service.port }),
    method: outgoing.method,
    path: `${service.prefix}${outgoing.target}`,
    headers: outgoing.headers,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (service.protocol === 'https:' ? httpsRequest : httpRequest)(options, resolve);
    request.on('error', reject);
    request.end(outgoing.body);
  });
}

async function readReply(response: IncomingMessage): Promise<Exchanged> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_REPLY_BYTES)
      return { kind: 'failed', reason: `the answer has more than ${MOST_REPLY_BYTES} bytes` };
    chunks.push(chunk);
  }
  const mediaType = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return { kind: 'reply', status: response.statusCode ?? 0, mediaType, text: Buffer.concat(chunks).toString() };
}

/**
 * The reason of a network error: its message, or its code (`ECONNREFUSED`) if the message is empty. The message is
 * empty if several addresses failed.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message === '' ? code : error.message;
}
