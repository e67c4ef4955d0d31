import { Pool } from 'undici';
import { TransportError } from '../generated/errors.js';
import { type BuiltRequest, buildRequest } from './build-request.js';
import { type CallOptions, readHeaders } from './call-options.js';
import type { ServerEvent } from './event-stream.js';
import type { OperationDescriptor } from './operation-descriptor.js';
import { type Reply, readReply } from './read-reply.js';
import { continued, resumedEvents } from './resumed-events.js';

export interface ClientOptions {
  /** Absolute `http` or `https` URL, with or without a path prefix and a trailing slash. */
  readonly baseUrl: string;
  /** Sent with every operation that asks for one. A function is asked before each request, so that a token may be renewed. */
  readonly token?: string | TokenSource | undefined;
  /** For a whole call, from the wait for a connection to the last byte. Default 30 000. */
  readonly timeoutMs?: number;
  /** Sent with every request, under what the operation itself says. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest reply that is read. Default 16 MiB. */
  readonly maxReplyBytes?: number;
}

export type TokenSource = () => string | undefined | Promise<string | undefined>;

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_REPLY_BYTES = 16 * 1024 * 1024;
/** Calls beyond this many wait for a connection; a service is not to be flooded by one client. */
const CONNECTIONS = 32;

/** Turns calls into HTTP exchanges: one for each call, never repeated, on connections that are kept. */
export class Transport {
  readonly #pool: Pool;
  readonly #prefix: string;
  readonly #token: string | TokenSource | undefined;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  readonly #maxReplyBytes: number;

  constructor({ baseUrl, token, timeoutMs = DEFAULT_TIMEOUT_MS, headers, maxReplyBytes = DEFAULT_REPLY_BYTES }: ClientOptions) {
    const { origin, pathname } = readBaseUrl(baseUrl);
    if (typeof token === 'string') checkToken(token);
    this.#token = token;
    this.#headers = usableHeaders(headers);
    this.#prefix = pathname.replace(/\/+$/, '');
    this.#timeoutMs = timeoutMs;
    this.#maxReplyBytes = maxReplyBytes;
    // One deadline a call stands in place of undici's own for headers and body.
    this.#pool = new Pool(origin, { connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: timeoutMs } });
  }

  async call(operation: OperationDescriptor, args: object, options: CallOptions = {}): Promise<unknown> {
    const request = await this.#requestOf(operation, args, options);
    return readReply(operation, await this.#exchange(request, options));
  }

  /** The events of a stream as they come; leaving the loop early ends the connection. */
  async *stream(operation: OperationDescriptor, args: object, options: CallOptions = {}): AsyncGenerator<ServerEvent, void> {
    const open = async (lastId: string): Promise<AsyncIterable<Uint8Array>> => {
      const request = await this.#requestOf(operation, args, options);
      return this.#open(operation, lastId === '' ? request : continued(request, lastId), options);
    };
    for await (const event of resumedEvents(operation.terminal ?? [], open, options.signal)) {
      yield operation.jsonEvents === true ? withValue(event) : event;
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #requestOf(operation: OperationDescriptor, args: object, { headers }: CallOptions): Promise<BuiltRequest> {
    const own = readHeaders(headers);
    const token = typeof this.#token === 'function' ? await this.#token() : this.#token;
    if (token !== undefined) checkToken(token);
    const request = await buildRequest(operation, args, token);
    return { ...request, headers: { ...this.#headers, ...request.headers, ...own } };
  }

  /** The body of a stream that has begun. Throws as a call does for any other reply. */
  async #open(
    operation: OperationDescriptor,
    { method, target, headers, body }: BuiltRequest,
    { signal, timeoutMs = this.#timeoutMs }: CallOptions,
  ): Promise<AsyncIterable<Uint8Array>> {
    const silence = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, ...(signal && { signal }) };
    const options = { method, path: this.#prefix + target, headers, body: body ?? null, ...silence };
    const response = await this.#pool.request(options).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new TransportError('connection', `No reply: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    });
    const received = joined(response.headers);
    const contentType = received['content-type'] ?? '';
    if (response.statusCode === 200 && /^text\/event-stream\s*(?:;|$)/i.test(contentType)) return response.body;
    const reply = { status: response.statusCode, contentType, headers: received, body: await this.#readBody(response.body) };
    readReply({ ...operation, returns: [] }, reply);
    throw new TransportError('connection', 'No stream came back.');
  }

  async #exchange({ method, target, headers, body }: BuiltRequest, options: CallOptions): Promise<Reply> {
    const { signal: aborted, timeoutMs = this.#timeoutMs } = options;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = aborted === undefined ? deadline : AbortSignal.any([aborted, deadline]);
    try {
      const response = await this.#pool.request({ method, path: this.#prefix + target, headers, body: body ?? null, signal });
      const received = joined(response.headers);
      const contentType = received['content-type'] ?? '';
      return { status: response.statusCode, contentType, headers: received, body: await this.#readBody(response.body) };
    } catch (cause) {
      if (cause instanceof TransportError) throw cause;
      aborted?.throwIfAborted();
      if (deadline.aborted) throw new TransportError('timeout', `No reply within ${timeoutMs} ms.`, { cause });
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

/** The text of the token stays out of every message. */
function checkToken(token: string): void {
  if (!/^[!-~]+$/.test(token)) throw new TypeError('token: visible ASCII characters only');
}

function usableHeaders(headers: ClientOptions['headers']): Readonly<Record<string, string>> {
  try {
    return readHeaders(headers);
  } catch (cause) {
    throw new TypeError(cause instanceof Error ? cause.message : 'headers', { cause });
  }
}

/** An event whose data is no JSON stays as it came: it is the service's fault, and no reason to lose what follows. */
function withValue(event: ServerEvent): ServerEvent {
  try {
    return { ...event, value: JSON.parse(event.data) as unknown };
  } catch {
    return event;
  }
}

/** RFC 9110 §5.3: fields of one name are one list. */
function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}

function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const usable = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (!usable) throw new TypeError('baseUrl: an absolute http or https URL without user, query and fragment');
  return url;
}
