import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { BodyFraming } from '../../contract/case.js';
import type { HeaderPair } from '../../contract/wire/message.js';
import { isWithinCharacter } from '../../contract/wire/within-character.js';
import { type BodyExcerpt, BodyKeeper } from './body-excerpt.js';
import { CLOSED } from './closed.js';

export interface HttpRequest {
  readonly method: string;
  /** The percent-encoded path and query. */
  readonly path: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** How the body is sent. Default: in one write. */
  readonly upload?: Upload;
  readonly framing?: BodyFraming;
}

/** How a body is sent in two halves. A multi-byte character in the middle of the body belongs to the first half. */
export interface Upload {
  /** Called after the first half was written to the connection. */
  readonly begun: () => void;
  /** The promise for which the second half waits. */
  readonly rest: Promise<void>;
}

export interface HttpBounds {
  /** The time limit of the whole exchange, from connecting to the end of the body. */
  readonly timeoutMs: number;
  /** The size in bytes above which only an excerpt of a body is kept. */
  readonly maxBodyBytes: number;
  /**
   * Receives a reply whose body exceeds `maxBodyBytes`, as soon as the limit is exceeded. The callback must read or
   * destroy the body.
   */
  readonly onLongReply?: OnLongReply;
}

/** The maximum size of any body. It ends a body that would otherwise never end and block the run. */
export const LONGEST_BODY = 16 * 1024 * 1024;

/** A reply whose body exceeds `maxBodyBytes`. The reader gets the whole body, from its first byte, while it arrives. */
export interface LongReply {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** The body as a stream. It is destroyed if the reply breaks off or times out. */
  readonly body: Readable;
}

export type OnLongReply = (reply: LongReply) => void;

interface PartialReply {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array | BodyExcerpt;
}

interface FailedReply {
  readonly kind: 'failed';
  readonly reason: string;
  /** The part of the reply that arrived before the connection broke. Set only if all headers had arrived. */
  readonly partial?: PartialReply;
  /** True if the connection broke before all headers of the reply had arrived. */
  readonly unanswered?: true;
  readonly tooLong?: true;
  /** True if the connection was a reused connection. The request may then not have arrived. */
  readonly inconclusive?: true;
}

/** The response before decoding, or the reason why there is no response. */
export type HttpReply =
  | ({ readonly kind: 'response' } & PartialReply)
  | FailedReply
  | { readonly kind: 'timeout'; readonly afterMs: number };

/** Sends one request, without retries and without following redirects. Never rejects. */
export function exchangeHttp(dispatcher: Dispatcher, request: HttpRequest, bounds: HttpBounds): Promise<HttpReply> {
  // `dispatch` is the lowest level of undici. It has no streams and no signals, and costs half as much as `request`.
  return new Promise((resolve) => {
    const reception = new Reception(bounds, resolve);
    try {
      dispatcher.dispatch(dispatchOptions(request), reception);
    } catch (error) {
      reception.onResponseError(undefined, error);
    }
  });
}

function dispatchOptions({ method, path, headers, body, upload, framing }: HttpRequest): Dispatcher.DispatchOptions {
  const raw: string[] = [];
  for (const pair of headers) raw.push(pair[0], pair[1]);
  if (body.byteLength > 0 && (upload !== undefined || framing !== undefined)) {
    // A body without a content length is sent in chunks (RFC 9112 §6.3).
    if (framing !== 'chunks') raw.push('content-length', String(body.byteLength));
    return { method, path, headers: raw, body: Readable.from(upload ? inHalves(body, upload) : inParts(body)) };
  }
  return {
    // The type that undici declares lists only standard methods, but undici sends any method.
    method,
    path,
    headers: raw,
    body: body.byteLength === 0 ? null : body,
  };
}

async function* inHalves(body: Uint8Array, { begun, rest }: Upload): AsyncGenerator<Uint8Array> {
  let middle = body.byteLength >> 1;
  while (isWithinCharacter(body, middle)) middle += 1;
  yield body.subarray(0, middle);
  begun();
  await rest;
  yield body.subarray(middle);
}

/** The pause in milliseconds before the second part, so that a service reads the two parts separately. */
const PART_MS = 20;

/**
 * Splits a body into two parts, in the middle of its first multi-byte character. A service that decodes each part
 * separately destroys this character.
 */
async function* inParts(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const within = body.findIndex((_, index) => index > 0 && isWithinCharacter(body, index));
  const end = within < 0 ? body.byteLength >> 1 : within;
  yield body.subarray(0, end);
  await new Promise((resolve) => setTimeout(resolve, PART_MS));
  yield body.subarray(end);
}

/** Receives one response from undici: its headers, the chunks of its body, and its end or error. */
class Reception implements Dispatcher.DispatchHandler {
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private headers: readonly HeaderPair[] = [];
  private readonly keeper: BodyKeeper;
  /** The stream on which a reader gets a long body. `undefined` if the body is not longer than the limit. */
  private relay: Readable | undefined;
  private settled: ((reply: HttpReply) => void) | undefined;

  constructor(
    private readonly bounds: HttpBounds,
    settle: (reply: HttpReply) => void,
  ) {
    this.settled = settle;
    this.keeper = new BodyKeeper(bounds.maxBodyBytes);
    this.timer = setTimeout(() => this.giveUp({ kind: 'timeout', afterMs: bounds.timeoutMs }), bounds.timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The exchange timed out while the request waited for a connection.
    if (this.settled === undefined) controller.abort(new Error('given up'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // Interim responses (RFC 9110 §15.2) come before the final response.
    if (status < 200) return;
    this.status = status;
    this.headers = headerPairs(controller.rawHeaders);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { keeper } = this;
    const before = this.bounds.onLongReply !== undefined && keeper.overflowsBy(chunk) ? keeper.kept() : undefined;
    keeper.push(chunk);
    if (keeper.bytes > LONGEST_BODY) {
      return this.giveUp({
        kind: 'failed',
        reason: `the response's body is longer than ${LONGEST_BODY} bytes`,
        tooLong: true,
      });
    }
    if (before instanceof Uint8Array) this.beginRelay(controller, before);
    if (this.relay?.destroyed === false && !this.relay.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.relay?.destroyed === false) this.relay.push(null);
    this.settle({ kind: 'response', ...this.received() });
  }

  onResponseError(_: unknown, error: unknown): void {
    this.settle({
      kind: 'failed',
      reason: this.status === 0 && isClosed(error) ? CLOSED : reasonOf(error),
      ...(this.status === 0 ? { unanswered: true as const } : { partial: this.received() }),
    });
  }

  private received(): PartialReply {
    return { status: this.status, headers: this.headers, body: this.keeper.kept() };
  }

  /**
   * Starts to pass the body on to a reader: first the bytes that have arrived, then all later bytes. If the reader
   * closes the stream, later bytes are still added to the digest.
   */
  private beginRelay(controller: Dispatcher.DispatchController, before: Uint8Array): void {
    const body = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        controller.resume();
        done(error);
      },
    });
    body.push(before);
    this.relay = body;
    this.bounds.onLongReply?.({ status: this.status, headers: this.headers, body });
  }

  private giveUp(reply: HttpReply): void {
    this.settle(reply);
    this.controller?.abort(new Error('given up'));
  }

  private settle(reply: HttpReply): void {
    clearTimeout(this.timer);
    if (reply.kind !== 'response') this.relay?.destroy(new Error('the reply ended before it was complete'));
    this.settled?.(reply);
    this.settled = undefined;
  }
}

/**
 * Converts the raw headers of undici: an array of alternating names and values, in the order of arrival, as bytes or as
 * strings.
 */
function headerPairs(raw: Dispatcher.DispatchController['rawHeaders']): readonly HeaderPair[] {
  const pairs: HeaderPair[] = [];
  if (!Array.isArray(raw)) return pairs;
  for (let index = 0; index + 1 < raw.length; index += 2)
    pairs.push([headerText(raw[index]), headerText(raw[index + 1])]);
  return pairs;
}

/**
 * Converts a name or a value of a header to text. Only ASCII has a defined meaning (RFC 9110 §5.5), so other bytes are
 * read as Latin-1.
 */
function headerText(part: Buffer | string | undefined): string {
  return typeof part === 'string' ? part : (part?.toString('latin1') ?? '');
}

/**
 * The reason for a network error. A loopback address is removed from the text, because its port differs in each run,
 * and runs with the same seed must give the same report.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message.replace(LOOPBACK, '')}`;
}

/** True if the server ended the connection. undici reports this as an error of its socket. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET';
}

const LOOPBACK = / (?:127\.0\.0\.1|\[?::1\]?):\d+$/;
