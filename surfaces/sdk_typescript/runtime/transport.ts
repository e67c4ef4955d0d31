import { TransportError } from '../generated/errors.js';
import { type BuiltRequest, buildRequest } from './build-request.js';
import { type CallOptions, readHeaders } from './call-options.js';
import type { ServerEvent } from './event-stream.js';
import type { OperationDescriptor } from './operation-descriptor.js';
import { type Reply, readReply } from './read-reply.js';
import { continued, resumedEvents } from './resumed-events.js';
import { type ServiceAddress, ServiceAddresses } from './service-address.js';

/** Options of a client. `Server`: the URLs of the servers that only some operations have, as in the contract. */
export interface ClientOptions<Server extends string = string> {
  /** An absolute `http` or `https` URL, with or without a path prefix and a trailing slash. */
  readonly baseUrl: string;
  /** Base URLs of the servers that only some operations have. For a server without an entry, `baseUrl` is used. */
  readonly servers?: { readonly [Url in Server]?: string | undefined } | undefined;
  /**
   * The token, which is sent with every operation that needs one. A function is called before each request, so that the
   * token can be renewed.
   */
  readonly token?: string | TokenSource | undefined;
  /** The time limit of a whole call in milliseconds, including the wait for a connection. Default 30 000. */
  readonly timeoutMs?: number;
  /** Headers that are sent with every request. Headers of the operation replace headers with the same names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The maximum size of a reply in bytes. Default 16 MiB. */
  readonly maxReplyBytes?: number;
}

export type TokenSource = () => string | undefined | Promise<string | undefined>;

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_REPLY_BYTES = 16 * 1024 * 1024;

type Addressed = BuiltRequest & ServiceAddress;

/** Sends exactly one HTTP request for each call, on persistent connections. A failed request is not sent again. */
export class Transport {
  readonly #addresses: ServiceAddresses;
  readonly #token: string | TokenSource | undefined;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  readonly #maxReplyBytes: number;

  /** `servers`: the URLs of the servers that only some operations have, as in the contract. */
  constructor(
    { token, timeoutMs = DEFAULT_TIMEOUT_MS, headers, maxReplyBytes = DEFAULT_REPLY_BYTES, ...bases }: ClientOptions,
    servers: readonly string[] = [],
  ) {
    if (typeof token === 'string') checkToken(token);
    this.#token = token;
    this.#headers = usableHeaders(headers);
    this.#timeoutMs = timeoutMs;
    this.#maxReplyBytes = maxReplyBytes;
    this.#addresses = new ServiceAddresses(bases, servers, timeoutMs);
  }

  async call(operation: OperationDescriptor, args: object, options: CallOptions = {}): Promise<unknown> {
    const request = await this.#requestOf(operation, args, options);
    return readReply(operation, await this.#exchange(request, options));
  }

  /** Returns the events of a stream as they arrive. If the caller leaves the loop early, the connection is closed. */
  async *stream(
    operation: OperationDescriptor,
    args: object,
    options: CallOptions = {},
  ): AsyncGenerator<ServerEvent, void> {
    const open = async (lastId: string): Promise<AsyncIterable<Uint8Array>> => {
      const request = await this.#requestOf(operation, args, options);
      return this.#open(operation, lastId === '' ? request : continued(request, lastId), options);
    };
    for await (const event of resumedEvents(operation.terminal ?? [], open, options.signal)) {
      yield operation.jsonEvents === true ? withValue(event) : event;
    }
  }

  async close(): Promise<void> {
    await this.#addresses.close();
  }

  async #requestOf(operation: OperationDescriptor, args: object, { headers }: CallOptions): Promise<Addressed> {
    const own = readHeaders(headers);
    const token = typeof this.#token === 'function' ? await this.#token() : this.#token;
    if (token !== undefined) checkToken(token);
    const request = await buildRequest(operation, args, token);
    return {
      ...this.#addresses.of(operation.servers),
      ...request,
      headers: { ...this.#headers, ...request.headers, ...own },
    };
  }

  /** Requests a stream and returns its body. If the reply is not a stream, throws the same errors as any other call. */
  async #open(
    operation: OperationDescriptor,
    { pool, prefix, method, target, headers, body }: Addressed,
    { signal, timeoutMs = this.#timeoutMs }: CallOptions,
  ): Promise<AsyncIterable<Uint8Array>> {
    const silence = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, ...(signal && { signal }) };
    const options = { method, path: prefix + target, headers, body: body ?? null, ...silence };
    const response = await pool.request(options).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new TransportError(
        'connection',
        `No reply arrived: ${cause instanceof Error ? cause.message : String(cause)}`,
        {
          cause,
        },
      );
    });
    const received = joined(response.headers);
    const contentType = received['content-type'] ?? '';
    if (response.statusCode === 200 && /^text\/event-stream\s*(?:;|$)/i.test(contentType)) return response.body;
    const reply = {
      status: response.statusCode,
      contentType,
      headers: received,
      body: await this.#readBody(response.body),
    };
    readReply({ ...operation, returns: [] }, reply);
    throw new TransportError('connection', 'The reply is not an event stream.');
  }

  async #exchange({ pool, prefix, method, target, headers, body }: Addressed, options: CallOptions): Promise<Reply> {
    const { signal: aborted, timeoutMs = this.#timeoutMs } = options;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = aborted === undefined ? deadline : AbortSignal.any([aborted, deadline]);
    try {
      const response = await pool.request({
        method,
        path: prefix + target,
        headers,
        body: body ?? null,
        signal,
      });
      const received = joined(response.headers);
      const contentType = received['content-type'] ?? '';
      return { status: response.statusCode, contentType, headers: received, body: await this.#readBody(response.body) };
    } catch (cause) {
      if (cause instanceof TransportError) throw cause;
      aborted?.throwIfAborted();
      if (deadline.aborted) throw new TransportError('timeout', `No reply arrived within ${timeoutMs} ms.`, { cause });
      throw new TransportError(
        'connection',
        `No reply arrived: ${cause instanceof Error ? cause.message : String(cause)}`,
        {
          cause,
        },
      );
    }
  }

  /** Reads a whole body. An error that is thrown inside the loop also closes the connection. */
  async #readBody(body: AsyncIterable<Buffer>): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > this.#maxReplyBytes)
        throw new TransportError('reply-too-large', `The reply has more than ${this.#maxReplyBytes} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/** Throws if the token cannot be sent in a header. The message does not contain the token. */
function checkToken(token: string): void {
  if (!/^[!-~]+$/.test(token)) throw new TypeError('token: only visible ASCII characters are allowed');
}

function usableHeaders(headers: ClientOptions['headers']): Readonly<Record<string, string>> {
  try {
    return readHeaders(headers);
  } catch (cause) {
    throw new TypeError(cause instanceof Error ? cause.message : 'headers', { cause });
  }
}

/**
 * Adds the parsed `value` to an event whose data is JSON. An event with other data stays without `value`, so that the
 * stream can continue.
 */
function withValue(event: ServerEvent): ServerEvent {
  try {
    return { ...event, value: JSON.parse(event.data) as unknown };
  } catch {
    return event;
  }
}

/** Joins the values of headers with the same name to one list (RFC 9110 §5.3). */
function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}
