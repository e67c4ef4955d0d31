import { gzipSync } from 'node:zlib';
import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { type HeaderPair, type RequestMessage, headerValue } from '../../contract/wire/message.js';
import { isWithinCharacter } from '../../contract/wire/within-character.js';
import type { FailedResponse, WholeResponse, WireStep } from '../../surfaces/exchange.js';
import { KEPT_OPEN, LATE_MS } from '../../surfaces/network-faults.js';
import { NOT_FOUND, requestedOperation } from './requested-operation.js';
import { exampleStream } from './stream-scripts.js';
import { successReplies } from './success-replies.js';
import { chunksOf, close, head, written } from './wire-text.js';

type Reply = WholeResponse | FailedResponse;
/** Adds a network fault to a correct reply. */
type Disturbance = (reply: WholeResponse, request: RequestMessage) => Reply;

/**
 * Sends the success reply of each operation with a network fault. The name of the case selects the fault. All requests
 * of one call get the same fault, so the outcome does not depend on retries.
 */
export function faultScript(contract: Contract): {
  readonly prepare: (toRun: Case) => void;
  readonly respond: (request: RequestMessage) => Reply;
} {
  const replies = successReplies(contract);
  let name: string | undefined;
  return {
    prepare: ({ provenance }) => void (name = provenance.name),
    respond: (request) => {
      const operation = requestedOperation(contract, request);
      const reply = operation && (brokenStream(operation, request, name) ?? replies.get(operation));
      if (reply === undefined) return NOT_FOUND;
      if (name === KEPT_OPEN) return reply;
      return (DISTURBANCES[name ?? ''] ?? undisturbed)(reply, request);
    },
  };
}

/**
 * The event stream of an operation. For a request without `Last-Event-ID`, the stream ends early. For a request with
 * `Last-Event-ID`, the stream contains the events that follow this id.
 */
function brokenStream(operation: Operation, request: RequestMessage, name = ''): WholeResponse | undefined {
  const last = headerValue(request.headers, 'last-event-id');
  return exampleStream(operation, last, last === undefined ? EARLY_EVENTS[name] : undefined);
}

const EARLY_EVENTS: Readonly<Record<string, number>> = { 'ended-early': 2 };

const NO_HEADERS: readonly HeaderPair[] = [];
/** A slow reply is written in this number of parts, with a pause after each part. */
const SLOW_PARTS = 40;
const SLOW_MS = 2;
const DRIP_MS = 100;
const LONG_PARTS = 4;
const LONG_MS = 1200;
const RETRY_AFTER_S = 1;

const RESET: WireStep = { kind: 'reset' };

const DISTURBANCES: Readonly<Record<string, Disturbance>> = {
  reset: () => failed('the connection was reset before the reply', RESET),
  closed: () => failed('the connection was closed before the reply'),
  'reset-in-head': (reply) => failed('the connection was reset within the head', written(headPart(reply)), RESET),
  'reset-in-body': (reply) => failed('the connection was reset within the body', ...half(reply), RESET),
  'short-body': (reply) => failed('the body was shorter than its content length', ...half(reply)),
  'cut-chunks': (reply) =>
    failed(
      'the connection was closed before the last chunk',
      written(head(reply, [['transfer-encoding', 'chunked']], 'unknown')),
      written(chunksOf(reply.body.subarray(0, reply.body.byteLength / 2), 3)),
    ),
  silence: () => failed('no reply', { kind: 'silence' }),
  'endless-head': (reply) =>
    failed('the head of the reply did not end', written(headPart(reply)), written(Buffer.from('x-wait: ')), {
      kind: 'drip',
      bytes: Buffer.from('x'),
      everyMs: DRIP_MS,
    }),
  'endless-body': (reply) =>
    failed('the body of the reply did not end', written(head(reply, [['transfer-encoding', 'chunked']], 'unknown')), {
      kind: 'drip',
      bytes: chunksOf(Buffer.from(' '), 1),
      everyMs: DRIP_MS,
    }),
  '429-seconds': () => refusal(429, 'Too Many Requests', String(RETRY_AFTER_S)),
  // HTTP dates have whole seconds. The date is therefore between one and two seconds ahead.
  '503-date': () =>
    refusal(503, 'Service Unavailable', new Date(Date.now() + (RETRY_AFTER_S + 1) * 1000).toUTCString()),
  chunked: (reply) => ({
    ...reply,
    wire: [
      written(head(reply, [['transfer-encoding', 'chunked'], close], 'unknown')),
      written(chunksOf(reply.body, 7)),
      written(Buffer.from('0\r\n\r\n')),
    ],
  }),
  gzip: (reply, request) => (acceptsGzip(request) ? undisturbed(compressed(reply)) : undisturbed(reply)),
  'cut-gzip': (reply, request) =>
    acceptsGzip(request) && JSON_START.test(Buffer.from(reply.body.subarray(0, 1)).toString())
      ? undisturbed(cutOff(compressed(reply)))
      : undisturbed(reply),
  'header-repeated': (reply) => undisturbed({ ...reply, headers: [...reply.headers, ...REPEATED] }),
  interim: (reply) => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n';
    return { ...reply, wire: [written(Buffer.from(interim)), ...whole(reply)] };
  },
  'head-only': (reply, request) =>
    headerValue(request.headers, 'last-event-id') === undefined
      ? failed('the connection was reset after the head of the reply', written(head(reply, NO_HEADERS)), RESET)
      : undisturbed(reply),
  'slow-head': (reply) => ({ ...reply, wire: slowly(Buffer.concat([head(reply, [close]), reply.body])) }),
  late: (reply) => ({ ...reply, wire: [{ kind: 'pause', ms: LATE_MS }, ...whole(reply)] }),
  'long-stream': (reply) => ({ ...reply, wire: withPauses(head(reply, [close]), reply.body) }),
  'kept-after-end': (reply) => ({
    ...reply,
    wire: [
      written(head(reply, [['transfer-encoding', 'chunked']], 'unknown')),
      written(chunksOf(reply.body, reply.body.byteLength)),
      { kind: 'silence' },
    ],
  }),
  trickle: (reply) => ({ ...reply, wire: [written(head(reply, [close])), ...slowly(reply.body)] }),
};

/** Header fields that occur several times. A recipient treats the occurrences as one list (RFC 9110 §5.3). */
const REPEATED: readonly HeaderPair[] = [
  ['vary', 'accept'],
  ['vary', 'accept-encoding'],
  ['cache-control', 'no-store'],
  ['cache-control', 'private'],
  ['x-note', 'one, two'],
  ['x-note', 'three'],
];

/** Sends the reply unchanged, and then closes the connection. A client must not reuse the connection. */
function undisturbed(reply: WholeResponse): WholeResponse {
  return { ...reply, wire: whole(reply) };
}

function whole(reply: WholeResponse): readonly WireStep[] {
  return [written(Buffer.concat([head(reply, [close]), reply.body]))];
}

function failed(reason: string, ...wire: readonly WireStep[]): FailedResponse {
  return { kind: 'failed', reason, wire };
}

/** The bytes of the status line of a reply, without the headers that should follow. */
function headPart(reply: WholeResponse): Uint8Array {
  const bytes = head(reply, NO_HEADERS);
  return bytes.subarray(0, bytes.indexOf('\r\n') + 2);
}

function half(reply: WholeResponse): readonly WireStep[] {
  return [written(head(reply, NO_HEADERS)), written(reply.body.subarray(0, reply.body.byteLength / 2))];
}

/**
 * Writes the bytes in many parts with pauses. The first parts have one byte each; later parts end within multi-byte
 * characters.
 */
function slowly(bytes: Uint8Array): readonly WireStep[] {
  const within = [...bytes.keys()].filter((index) => isWithinCharacter(bytes, index)).slice(0, SLOW_PARTS / 2);
  const first = Array.from({ length: Math.min(SLOW_PARTS - within.length, bytes.byteLength) }, (_, index) => index + 1);
  const ends = [...new Set([...first, ...within])].toSorted((one, other) => one - other);
  return [...ends, bytes.byteLength].flatMap((end, index): readonly WireStep[] => [
    ...(index === 0 ? [] : [PAUSE]),
    written(bytes.subarray(ends[index - 1] ?? 0, end)),
  ]);
}

/**
 * Writes an event stream in at most four parts with pauses between them. Each pause is shorter than the time limit of a
 * call, but all pauses together are longer.
 */
function withPauses(start: Uint8Array, body: Uint8Array): readonly WireStep[] {
  const text = Buffer.from(body).toString();
  const events = text.split(/(?<=\n\n)/);
  const units = events.length < 3 ? text.split(/(?<=\n)/) : events;
  const size = Math.ceil(units.length / LONG_PARTS);
  const parts = Array.from({ length: Math.ceil(units.length / size) }, (_, index) =>
    units.slice(index * size, (index + 1) * size).join(''),
  );
  const pause: WireStep = { kind: 'pause', ms: LONG_MS / (parts.length - 1) };
  return [
    written(start),
    ...parts.flatMap((part, index) => [...(index === 0 ? [] : [pause]), written(Buffer.from(part))]),
  ];
}

const PAUSE: WireStep = { kind: 'pause', ms: SLOW_MS };

function refusal(status: number, title: string, retryAfter: string): WholeResponse {
  const body = Buffer.from(JSON.stringify({ type: 'about:blank', title, status }));
  const headers: readonly HeaderPair[] = [
    ['content-type', 'application/problem+json'],
    ['retry-after', retryAfter],
  ];
  return undisturbed({ kind: 'response', status, headers, body });
}

function compressed(reply: WholeResponse): WholeResponse {
  return { ...reply, headers: [...reply.headers, ['content-encoding', 'gzip']], body: gzipSync(reply.body) };
}

/**
 * Matches the start of a JSON object, array or string. If such a text is cut off at any place, the part before the cut
 * is not valid JSON.
 */
const JSON_START = /^[[{"]/;

/**
 * The reply with only the first half of its compressed content. `Content-Length` is the length of this half, so the
 * transfer succeeds and only the decompression fails.
 */
function cutOff(reply: WholeResponse): WholeResponse {
  return { ...reply, body: reply.body.subarray(0, reply.body.byteLength / 2) };
}

/** True if the request accepts gzip, with a weight above zero (RFC 9110 §12.5.3). */
function acceptsGzip({ headers }: RequestMessage): boolean {
  return /(?:^|[,\s])(?:x-)?gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(
    headerValue(headers, 'accept-encoding') ?? '',
  );
}
