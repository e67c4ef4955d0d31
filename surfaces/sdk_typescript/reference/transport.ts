import { Pool } from 'undici';
import { TransportError } from '../generated/errors.js';
import { type BuiltRequest, buildRequest } from './build-request.js';
import type { ServerEvent } from './event-stream.js';
import type { OperationDescriptor } from './operation-descriptor.js';
import { type Reply, readReply } from './read-reply.js';
import { continued, resumedEvents } from './resumed-events.js';

export interface ClientOptions {
  /** Absolute `http` or `https` URL, with or without a path prefix and a trailing slash. */
  readonly baseUrl: string;
  /** Sent with every operation that asks for one. */
  readonly token?: string | undefined;
  /** For a whole call, from the wait for a connection to the last byte. */
  readonly timeoutMs?: number;
  /** Longest reply that is read. */
  readonly maxReplyBytes?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_REPLY_BYTES = 16 * 1024 * 1024;
/** Calls beyond this many wait for a connection; a service is not to be flooded by one client. */
const CONNECTIONS = 32;

/** Turns calls into HTTP exchanges: one for each call, never repeated, on connections that are kept. */
export class Transport {
  readonly #pool: Pool;
  readonly #prefix: string;
  readonly #token: string | undefined;
  readonly #timeoutMs: number;
  readonly #maxReplyBytes: number;

  constructor({ baseUrl, token, timeoutMs = DEFAULT_TIMEOUT_MS, maxReplyBytes = DEFAULT_REPLY_BYTES }: ClientOptions) {
    const { origin, pathname } = readBaseUrl(baseUrl);
    // The text of the token stays out of every message.
    if (token !== undefined && !/^[!-~]+$/.test(token)) throw new TypeError('token: visible ASCII characters only');
    this.#token = token;
    this.#prefix = pathname.replace(/\/+$/, '');
    this.#timeoutMs = timeoutMs;
    this.#maxReplyBytes = maxReplyBytes;
    // One deadline a call stands in place of undici's own for headers and body.
    this.#pool = new Pool(origin, { connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: timeoutMs } });
  }

  async call(operation: OperationDescriptor, args: object): Promise<unknown> {
    const request = buildRequest(operation, args, this.#token);
    return readReply(operation, await this.#exchange(request));
  }

  /** The events of a stream as they come; leaving the loop early ends the connection. */
  async *stream(operation: OperationDescriptor, args: object): AsyncGenerator<ServerEvent, void> {
    const request = buildRequest(operation, args, this.#token);
    yield* resumedEvents(operation.terminal ?? [], (lastId) => this.#open(operation, lastId === '' ? request : continued(request, lastId)));
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** The body of a stream that has begun. Throws as a call does for any other reply. */
  async #open(operation: OperationDescriptor, { method, target, headers, body }: BuiltRequest): Promise<AsyncIterable<Uint8Array>> {
    const silence = { headersTimeout: this.#timeoutMs, bodyTimeout: this.#timeoutMs };
    const options = { method, path: this.#prefix + target, headers, body: body ?? null, ...silence };
    const response = await this.#pool.request(options).catch((cause: unknown) => {
      throw new TransportError('connection', `No reply: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    });
    const contentType = [response.headers['content-type'] ?? ''].flat().join();
    if (response.statusCode === 200 && /^text\/event-stream\s*(?:;|$)/i.test(contentType)) return response.body;
    const reply = { status: response.statusCode, contentType, body: await this.#readBody(response.body) };
    readReply({ ...operation, returns: [] }, reply);
    throw new TransportError('connection', 'No stream came back.');
  }

  async #exchange({ method, target, headers, body }: BuiltRequest): Promise<Reply> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      const options = { method, path: this.#prefix + target, headers, body: body ?? null, signal };
      const response = await this.#pool.request(options);
      const contentType = response.headers['content-type'];
      return {
        status: response.statusCode,
        contentType: typeof contentType === 'string' ? contentType : '',
        body: await this.#readBody(response.body),
      };
    } catch (cause) {
      if (cause instanceof TransportError) throw cause;
      if (signal.aborted) throw new TransportError('timeout', `No reply within ${this.#timeoutMs} ms.`, { cause });
      throw new TransportError('connection', `No reply: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }

  /** Leaving the loop early destroys the connection. */
  async #readBody(body: AsyncIterable<Buffer>): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > this.#maxReplyBytes) throw new TransportError('reply-too-large', `The reply has more than ${this.#maxReplyBytes} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const usable = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (!usable) throw new TypeError('baseUrl: an absolute http or https URL without user, query and fragment');
  return url;
}
