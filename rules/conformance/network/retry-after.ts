import { reconnectionTime } from '../../../contract/wire/event-stream.js';
import { headerValue } from '../../../contract/wire/message.js';
import type { Exchange } from '../../../surfaces/exchange.js';
import type { Violation } from '../../finding.js';
import { replyContent } from '../../reply.js';
import { EVERYWHERE, type TrialRule } from '../../rule.js';

/** A surface that repeats a request waits as long as the service asks. */
export const retryAfter: TrialRule = {
  id: 'conformance/retry-after',
  severity: 'should',
  statement:
    'A request is repeated no earlier than the Retry-After of its reply, and a broken stream is resumed no earlier than its retry interval. If this interval is at most a second, the stream is resumed within six seconds; this is checked for scripted streams, which break immediately.',
  source:
    'RFC 9110 §10.2.3: how long the user agent ought to wait before a follow-up request; WHATWG HTML §9.2.3: wait a delay equal to the reconnection time',
  repair:
    'Before a retry, wait as long as Retry-After states (seconds or a date), or the last `retry` field of the stream (milliseconds). Or do not retry.',
  backends: EVERYWHERE,
  reads: 'request',
  disturbed: 'too',
  check: (trial, context) => {
    const violations = trial.observations.flatMap(({ surface, exchanges }) =>
      exchanges.flatMap((exchange, index) => [
        ...tooEarly(surface, exchange, exchanges[index + 1]),
        ...(context.backend === 'scripted' ? tooLate(surface, exchange, exchanges[index + 1]) : []),
      ]),
    );
    const isConcerned = trial.observations.some(({ exchanges }) =>
      exchanges.some((exchange) => promisedTime(exchange) !== undefined),
    );
    return isConcerned ? violations : undefined;
  },
};

/**
 * A repetition is too early only if it comes more than this time before the permitted time, because clocks and timers
 * differ by some milliseconds.
 */
const TOLERANCE_MS = 100;

function tooEarly(surface: string, exchange: Exchange, next: Exchange | undefined): readonly Violation[] {
  const promised = promisedTime(exchange);
  if (promised === undefined || next?.arrivedAt === undefined || !isRepetition(exchange, next)) return [];
  const early = promised.time - next.arrivedAt;
  if (early <= TOLERANCE_MS) return [];
  return [
    {
      surface,
      pointer: '/request',
      kind: 'too-early',
      message: `The request was sent again earlier than ${promised.words} permits.`,
      expected: promised.words,
      received: 'an earlier request',
      blame: 'surface',
      cause: promised.cause,
    },
  ];
}

/** Only a stream with a retry interval of at most this time is checked for a resumption that comes too late. */
const SHORT_INTERVAL_MS = 1000;
/**
 * A stream with a retry interval of at most `SHORT_INTERVAL_MS` must be resumed within this time. The time is far
 * longer than the interval, because a client may wait longer (WHATWG HTML §9.2.3) and a busy machine may delay it. It
 * is still shorter than the wait of a client that reads milliseconds as seconds.
 */
const LATEST_MS = 6000;

function tooLate(surface: string, exchange: Exchange, next: Exchange | undefined): readonly Violation[] {
  const promised = promisedTime(exchange);
  const { arrivedAt = Infinity } = exchange;
  if (promised?.cause !== 'retry' || promised.time - arrivedAt > SHORT_INTERVAL_MS) return [];
  if (next?.arrivedAt === undefined || !isRepetition(exchange, next)) return [];
  if (next.arrivedAt - arrivedAt <= LATEST_MS) return [];
  return [
    {
      surface,
      pointer: '/request',
      kind: 'too-late',
      message: `The stream was resumed more than ${LATEST_MS / 1000} seconds after it broke, although it states \`${promised.words}\` (milliseconds).`,
      expected: promised.words,
      received: 'a much later request',
      blame: 'surface',
      cause: promised.cause,
      repair:
        'Read the field `retry` of a stream as milliseconds, not as seconds, and wait that long before the stream is resumed.',
    },
  ];
}

function isRepetition({ request }: Exchange, next: Exchange): boolean {
  return request.method === next.request.method && request.target === next.request.target;
}

interface Promised {
  /** The earliest time at which the request may be sent again, in milliseconds since 1970. */
  readonly time: number;
  readonly words: string;
  readonly cause: string;
}

/**
 * The earliest time at which a surface may send a request again after this reply. The wait is counted from the arrival
 * of the request. A surface that counts from the reply, which comes later, therefore never repeats too early.
 */
function promisedTime({ response, arrivedAt }: Exchange): Promised | undefined {
  if (response.kind !== 'response' || arrivedAt === undefined) return undefined;
  const after = headerValue(response.headers, 'retry-after')?.trim();
  if (after !== undefined) {
    const words = `Retry-After: ${/^\d+$/.test(after) ? after : '<date>'}`;
    const time = /^\d{1,9}$/.test(after) ? arrivedAt + Number(after) * 1000 : Date.parse(after);
    return Number.isNaN(time) ? undefined : { time, words, cause: 'retry-after' };
  }
  const content = response.delivery?.cut === true ? replyContent(response) : undefined;
  const interval = content && reconnectionTime(content);
  return interval === undefined
    ? undefined
    : { time: arrivedAt + interval, words: `retry: ${interval}`, cause: 'retry' };
}
