import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { type HeaderPair, NO_BODY, type RequestMessage, headerValue } from '../../contract/wire/message.js';
import { byteLength, isExcerpt } from '../../surfaces/http/body-excerpt.js';
import type { Delivery, Exchange, FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import type { LongReply, OnLongReply } from '../../surfaces/http/http-exchange.js';
import { UnansweredRequests } from './unanswered-requests.js';

/**
 * What answers behind a tap: a forwarder to a backend, or a function that makes the reply itself, without another hop. A reply that is
 * too long to be kept is handed to `onLongReply` while it comes; what is returned then has an excerpt of its body.
 */
export type Responder = (
  request: RequestMessage,
  onLongReply?: OnLongReply,
) => WireResponse | FailedResponse | Promise<WireResponse | FailedResponse>;

/** Path prefix of every tap, so that a surface which forgets the path of its base URL is noticed. */
export const TAP_PREFIX = '/tap';
/** A longer request breaks its connection: no case comes near it. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/** The recording loopback endpoint between one lane of a surface and the backend. Keeps raw bytes; decodes nothing. */
export class Tap {
  private arrived: Arrived[] = [];
  private readonly pending = new Set<IncomingMessage>();
  private readonly unanswered = new UnansweredRequests();
  private idle: (() => void) | undefined;
  /** A request with a method that may change state has passed since this was last cleared. */
  dirty = false;

  private constructor(
    private readonly server: Server,
    readonly baseUrl: string,
  ) {}

  static async open(responder: Responder): Promise<Tap> {
    // No timeout: a connection that the tap closed while its surface reused it would look like a fault of the surface. A surface that
    // stalls is ended by the timeout of its call, and everything is closed with the tap. Node itself bounds the headers (16 KiB).
    const server = createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const tap = new Tap(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}${TAP_PREFIX}`);
    server.on('connection', (socket: Socket) => tap.unanswered.open(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void tap.pass(request, response, responder));
    return tap;
  }

  /**
   * The exchanges of the requests that arrived since the last call, in that order. Those still under way get a short time to end, once,
   * and are then reported as unanswered: a late reply must never count for the next case.
   */
  async take(): Promise<readonly Exchange[]> {
    if (this.pending.size > 0) await this.settled();
    const taken = this.arrived;
    if (taken.length > 0) this.arrived = [];
    this.unanswered.clear();
    return taken.map(({ request, response }) => ({ request, response: response ?? UNANSWERED }));
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    if (this.server.listening) await once(this.server, 'close');
  }

  private async settled(): Promise<void> {
    const ended = new Promise<void>((resolve) => (this.idle = resolve));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise<void>((resolve) => (timer = setTimeout(resolve, SETTLE_MS)))]);
    clearTimeout(timer);
    this.pending.clear();
    this.idle = undefined;
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse, responder: Responder): Promise<void> {
    this.pending.add(incoming);
    const reused = this.unanswered.use(incoming.socket);
    try {
      const request = await readRequest(incoming);
      if (request === undefined || this.unanswered.isRepeated(request)) return void outgoing.destroy();
      if (!SAFE_METHODS.has(request.method)) this.dirty = true;
      const arrived: Arrived = { request, response: undefined };
      this.arrived.push(arrived);
      const passOn: OnLongReply = (long) => relay(outgoing, long);
      arrived.response = request.target.startsWith(ABOVE_BASE) ? NOT_UNDER_BASE : await responder(request, passOn);
      if (reused && arrived.response.kind === 'failed') this.unanswered.add(request);
      // A long reply has been passed on by then.
      if (!outgoing.headersSent) await reply(outgoing, arrived.response);
    } finally {
      this.pending.delete(incoming);
      if (this.pending.size === 0) this.idle?.();
    }
  }
}

/** A request that is there, and its reply once there is one. */
interface Arrived {
  readonly request: RequestMessage;
  response: WireResponse | FailedResponse | undefined;
}

/** A surface may give up on a call before its reply; in this time a healthy service has answered, on a machine under load as well. */
const SETTLE_MS = 3000;
const UNANSWERED: FailedResponse = { kind: 'failed', reason: 'no reply until the call had ended' };

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
/** Marks the target of a request that did not keep to the base URL; no path template matches it. */
const ABOVE_BASE = '/..';
const NOT_UNDER_BASE: WireResponse = { kind: 'response', status: 404, headers: [], body: NO_BODY };

async function readRequest(incoming: IncomingMessage): Promise<RequestMessage | undefined> {
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  const body = length === undefined && coding === undefined ? NO_BODY : await readBody(incoming);
  if (body === undefined) return undefined;
  const url = incoming.url ?? '/';
  const below =
    url.startsWith(TAP_PREFIX) && (url.length === TAP_PREFIX.length || url[TAP_PREFIX.length] === '/' || url[TAP_PREFIX.length] === '?');
  return {
    method: incoming.method ?? '',
    target: below ? url.slice(TAP_PREFIX.length) : ABOVE_BASE + url,
    headers: headerPairs(incoming.rawHeaders),
    body,
  };
}

/** `undefined` where it is too long, or the surface hung up in the middle of it. */
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

/** Node lists name, value, name, value in the order of arrival. */
function headerPairs(raw: readonly string[]): readonly HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([raw[index] as string, raw[index + 1] as string]);
  return pairs;
}

async function reply(outgoing: ServerResponse, response: WireResponse | FailedResponse): Promise<void> {
  if (response.kind === 'failed' || isExcerpt(response.body)) return void outgoing.destroy();
  const headers = passedHeaders(response);
  if (response.delivery !== undefined) return deliver(outgoing, response.status, headers, response.body, response.delivery);
  const length = contentLength(outgoing.req.method, response);
  if (length !== undefined) headers.push('content-length', length);
  outgoing.writeHead(response.status, headers);
  outgoing.end(response.body);
}

/** None for a 204 or a 304; of a HEAD it is that of the body which a GET would return (RFC 9110 §8.6). */
function contentLength(method: string | undefined, { status, headers, body }: WireResponse): string | undefined {
  if (status === 204 || status === 304) return undefined;
  return method === 'HEAD' ? headerValue(headers, 'content-length') : String(byteLength(body));
}

/** Passes a long reply on as fast as the surface reads. One that breaks off breaks the surface's connection, too. */
function relay(outgoing: ServerResponse, { status, headers, body }: LongReply): void {
  const length = headerValue(headers, 'content-length');
  outgoing.writeHead(status, [...passedHeaders({ headers }), ...(length === undefined ? [] : ['content-length', length])]);
  pipeline(body, outgoing, () => undefined);
}

function passedHeaders({ headers }: Pick<WireResponse, 'headers'>): string[] {
  return headers.flatMap(([name, value]) => (HOP_BY_HOP.has(name.toLowerCase()) ? [] : [name, value]));
}

/** In chunks, each in a segment of its own as far as possible; then the end of the reply, or a break. */
async function deliver(
  outgoing: ServerResponse,
  status: number,
  headers: readonly string[],
  body: Uint8Array,
  { chunks, cut }: Delivery,
): Promise<void> {
  outgoing.socket?.setNoDelay(true);
  outgoing.writeHead(status, [...headers]);
  outgoing.flushHeaders();
  const stride = Math.ceil(chunks.length / MOST_PAUSES);
  const until = performance.now() + MOST_PAUSE_MS;
  for (let start = 0, index = 0; start < body.byteLength && !outgoing.destroyed; index += 1) {
    const end = start + (chunks[index] ?? body.byteLength);
    outgoing.write(body.subarray(start, end));
    start = end;
    await (index % stride === 0 && performance.now() < until ? pause() : turns());
  }
  if (!cut) return void outgoing.end();
  // What was written has to arrive before the break does.
  await new Promise((resolve) => setTimeout(resolve, CUT_MS));
  outgoing.destroy();
}

/** A reader in another process has to wake up and read, or it finds several chunks as one. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

/** One turn for the write, one for a reader in this process. */
function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

const CUT_MS = 20;
/** Pauses of one reply, and how long they may take together: on a busy machine each takes many milliseconds. */
const MOST_PAUSES = 500;
const MOST_PAUSE_MS = 1000;

/** Connection headers are each hop's own (RFC 9110 §7.6.1); `contentLength` decides about the length. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
]);
