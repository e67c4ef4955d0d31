import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { type HeaderPair, NO_BODY, type RequestMessage, headerValue } from '../../contract/wire/message.js';
import { byteLength, isExcerpt } from '../../surfaces/http/body-excerpt.js';
import type { Delivery, Exchange, FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import type { HttpReply, LongReply, OnLongReply, Upload } from '../../surfaces/http/http-exchange.js';
import { listenInRange, listenOn } from '../../surfaces/http/listening.js';
import { Arrivals } from './arrivals.js';
import { isSentUnchanged, withinTime } from './direct-request.js';
import { OpenSockets } from './open-sockets.js';
import { HOP_BY_HOP } from './passed-headers.js';
import { UnansweredRequests } from './unanswered-requests.js';
import { StateChanges } from './state-changes.js';
import { ABOVE_BASE, type Base, type ServersOfTap, TAP_PREFIX, basesOf, serverPrefix, targetOf } from './tap-bases.js';
import { playSteps } from './wire-steps.js';
import type { ReadWritten } from './written-request.js';

/** Answers the requests that a tap receives: forwards them to a backend, or creates the reply itself. */
export type Responder = (
  request: RequestMessage,
  passing?: Passing,
) => WireResponse | FailedResponse | Promise<WireResponse | FailedResponse>;

/** Options for forwarding a request and its reply. */
export interface Passing {
  /**
   * Called with a reply that is too long to be stored, while the reply arrives. Returns a response with an excerpt of
   * the body.
   */
  readonly onLongReply?: OnLongReply;
  /** Delays the body of the request. By default, the body is sent immediately. */
  readonly upload?: Upload;
  /** Called for each connection to which the request is written. */
  readonly onWrite?: (read: ReadWritten) => void;
}

/**
 * The maximum size of a request in bytes. The tap closes the connection of a longer request. Requests of cases are far
 * shorter.
 */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/**
 * The recording server on loopback between one parallel lane of a surface and the backend. It records raw bytes without
 * decoding them.
 */
export class Tap {
  private readonly unanswered = new UnansweredRequests();
  private readonly sockets = new OpenSockets();
  readonly changes = new StateChanges();
  private readonly authority: string;

  private constructor(
    private readonly server: Server,
    readonly baseUrl: string,
    /** Maps the URL of each additional server in the contract to the base URL of this tap for the server. */
    readonly serverUrls: ReadonlyMap<string, string>,
    private readonly bases: readonly Base[],
    private readonly responder: Responder,
    private readonly arrivals: Arrivals,
  ) {
    this.authority = new URL(baseUrl).host;
  }

  /**
   * Opens a tap. `basePath` is the path that the client appends to its base URL. With `servers`, the surface gets a
   * base URL for each server, and a request is answered only at the server of its operation. `settleMs` is the longest
   * wait of `take`.
   */
  static async open(responder: Responder, basePath = '', servers?: ServersOfTap, settleMs?: number): Promise<Tap> {
    // The server has no timeouts. If the tap closed a connection that the surface is about to reuse, the surface would
    // seem to be at fault. A stalled surface is ended by the timeout of its call, and the tap closes all connections
    // when it is closed. Node limits request headers to 16 KiB.
    const server = createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
    const origin = `http://127.0.0.1:${await listenInRange(server)}`;
    const others = [...(servers?.addresses.keys() ?? [])].map((url, index) => ({
      url,
      path: serverPrefix(url, index),
    }));
    const bases = basesOf(TAP_PREFIX + basePath, others, servers);
    const serverUrls = new Map(others.map(({ url, path }) => [url, origin + path]));
    const tap = new Tap(server, origin + TAP_PREFIX, serverUrls, bases, responder, new Arrivals(settleMs));
    server.on('connection', (socket: Socket) => {
      tap.unanswered.open(socket);
      tap.sockets.open(socket);
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void tap.pass(request, response));
    return tap;
  }

  /**
   * Returns the exchanges since the last call, in order of arrival. Waits once, for a limited time, for requests in
   * progress. Requests that are then still in progress are returned as unanswered, because a late reply must not count
   * for the next case.
   */
  async take(): Promise<readonly Exchange[]> {
    const taken = await this.arrivals.take();
    this.unanswered.clear();
    return taken;
  }

  /**
   * Sends a request to the backend without a connection to this tap. Records the bytes that the client writes, so
   * `writes` of the backend must be true. Returns `undefined` for a request that the client would change before sending
   * it.
   */
  send(request: RequestMessage, timeoutMs: number): Promise<HttpReply> | undefined {
    if (request.body.byteLength > MAX_REQUEST_BYTES || !isSentUnchanged(request)) return undefined;
    return withinTime(this.record(request), timeoutMs);
  }

  /** Closes idle connections. Waits for a limited time until the surface has closed them too. */
  closeIdle(): Promise<void> {
    return this.sockets.closeIdle();
  }

  /** Refuses all connections until `listen` is called. */
  refuse(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  async listen(): Promise<void> {
    await listenOn(this.server, Number(new URL(this.baseUrl).port));
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    if (this.server.listening) await once(this.server, 'close');
  }

  private async record(request: RequestMessage): Promise<WireResponse | FailedResponse> {
    const arrived = this.arrivals.add(request);
    this.arrivals.begin(arrived);
    this.changes.begin(request);
    try {
      const response = await this.responder(request, { onWrite: (read) => (arrived.written = read) });
      this.changes.end(request, response);
      return (arrived.response = response);
    } finally {
      this.arrivals.end(arrived);
    }
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.arrivals.begin(incoming);
    const reused = this.unanswered.use(incoming.socket);
    try {
      const request = await readRequest(incoming, this.bases);
      if (request === undefined || this.unanswered.isRepeated(request)) return void outgoing.destroy();
      this.changes.begin(request);
      const arrived = this.arrivals.add(request, this.authority);
      const onLongReply: OnLongReply = (long) => relay(outgoing, long);
      const isBelow = !request.target.startsWith(ABOVE_BASE);
      arrived.response = isBelow ? await this.responder(request, { onLongReply }) : NOT_UNDER_BASE;
      this.changes.end(request, arrived.response);
      if (reused && arrived.response.kind === 'failed') this.unanswered.add(request);
      // A long reply has already been relayed to the surface.
      if (!outgoing.headersSent) await reply(outgoing, arrived.response);
    } finally {
      this.arrivals.end(incoming);
    }
  }
}

const NOT_UNDER_BASE: WireResponse = { kind: 'response', status: 404, headers: [], body: NO_BODY };

async function readRequest(incoming: IncomingMessage, bases: readonly Base[]): Promise<RequestMessage | undefined> {
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  const body = length === undefined && coding === undefined ? NO_BODY : await readBody(incoming);
  if (body === undefined) return undefined;
  const method = incoming.method ?? '';
  return {
    method,
    target: targetOf(method, incoming.url ?? '/', bases),
    headers: headerPairs(incoming.rawHeaders),
    body,
  };
}

/** The request body. `undefined` if it is too long or the surface disconnects. */
function readBody(incoming: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > MAX_REQUEST_BYTES) resolve(undefined);
      else chunks.push(chunk);
    });
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    incoming.on('error', () => resolve(undefined));
    incoming.on('close', () => resolve(undefined));
  });
}

/** The headers as pairs. Node returns a flat list of names and values, in order of arrival. */
function headerPairs(raw: readonly string[]): readonly HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([raw[index] as string, raw[index + 1] as string]);
  return pairs;
}

async function reply(outgoing: ServerResponse, response: WireResponse | FailedResponse): Promise<void> {
  if (response.wire !== undefined && outgoing.socket !== null) return playSteps(outgoing.socket, response.wire);
  if (response.kind === 'failed' || isExcerpt(response.body)) return void outgoing.destroy();
  const headers = passedHeaders(response);
  if (response.delivery !== undefined)
    return deliver(outgoing, response.status, headers, response.body, response.delivery);
  const length = contentLength(outgoing.req.method, response);
  if (length !== undefined) headers.push('content-length', length);
  outgoing.writeHead(response.status, headers);
  outgoing.end(response.body);
}

/**
 * The value of `Content-Length`. `undefined` for 204 and 304. For HEAD, it is the length of the body that a GET would
 * return (RFC 9110 §8.6).
 */
function contentLength(method: string | undefined, { status, headers, body }: WireResponse): string | undefined {
  if (status === 204 || status === 304) return undefined;
  return method === 'HEAD' ? headerValue(headers, 'content-length') : String(byteLength(body));
}

/**
 * Relays a long reply as fast as the surface reads it. If the reply ends early, closes the connection to the surface.
 */
function relay(outgoing: ServerResponse, { status, headers, body }: LongReply): void {
  const length = headerValue(headers, 'content-length');
  outgoing.writeHead(status, [
    ...passedHeaders({ headers }),
    ...(length === undefined ? [] : ['content-length', length]),
  ]);
  pipeline(body, outgoing, () => undefined);
}

function passedHeaders({ headers }: Pick<WireResponse, 'headers'>): string[] {
  return headers.flatMap(([name, value]) => (HOP_BY_HOP.has(name.toLowerCase()) ? [] : [name, value]));
}

/**
 * Writes the body in chunks, if possible each in a separate TCP segment. Then ends the reply or breaks the connection.
 */
async function deliver(
  outgoing: ServerResponse,
  status: number,
  headers: readonly string[],
  body: Uint8Array,
  { chunks, cut, rest }: Delivery,
): Promise<void> {
  outgoing.socket?.setNoDelay(true);
  outgoing.writeHead(status, [...headers]);
  outgoing.flushHeaders();
  const stride = Math.ceil(chunks.length / MOST_PAUSES);
  const began = performance.now();
  for (let start = 0, index = 0; start < body.byteLength && !outgoing.destroyed; index += 1) {
    const spentMs = performance.now() - began;
    const end = spentMs > MOST_CHUNKS_MS ? body.byteLength : start + (chunks[index] ?? body.byteLength);
    outgoing.write(body.subarray(start, end));
    start = end;
    if (index === 0) await rest;
    await (index % stride === 0 && spentMs < MOST_PAUSE_MS ? pause() : turns());
  }
  if (!cut) return void outgoing.end();
  // The surface must receive the written bytes before the connection breaks.
  await new Promise((resolve) => setTimeout(resolve, CUT_MS));
  outgoing.destroy();
}

/** Waits until a reader in another process can read. Without the pause, the reader would get several chunks as one. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

/** Waits two turns of the event loop: the first for the write, and the second for a reader in this process. */
function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

const CUT_MS = 60;
/**
 * The maximum number of pauses in one reply. Their total time is limited too, because each pause takes many
 * milliseconds on a busy machine.
 */
const MOST_PAUSES = 500;
const MOST_PAUSE_MS = 1000;
/**
 * The time after which the rest of a reply is written in one chunk. On a busy machine each turn of the event loop
 * takes milliseconds, and the surface must receive the whole reply long before its timeout.
 */
const MOST_CHUNKS_MS = 2000;
