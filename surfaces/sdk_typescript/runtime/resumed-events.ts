import { setTimeout as pausing } from 'node:timers/promises';
import { TransportError } from '../generated/errors.js';
import type { BuiltRequest } from './build-request.js';
import { EventStreamParser, type ServerEvent } from './event-stream.js';

/**
 * How often a stream is resumed without receiving an event. If the connection then breaks again, the stream ends with
 * an error.
 */
const MOST_BREAKS = 5;
/** The default delay before a stream is resumed. `LONGEST_PAUSE_MS` is the maximum delay. */
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

type Open = (lastId: string) => Promise<AsyncIterable<Uint8Array>>;

/**
 * Returns the events of a stream, up to its terminal event. If the connection breaks, the stream is resumed after the
 * last complete event (WHATWG HTML §9.2.3). If the service itself ends the stream without a terminal event, the stream
 * is not resumed. Throws a `TransportError` if the connection breaks again and again. After an abort, throws the reason
 * of the signal.
 */
export async function* resumedEvents(
  terminal: readonly string[],
  open: Open,
  signal?: AbortSignal,
): AsyncGenerator<ServerEvent, void> {
  let parser = new EventStreamParser();
  let opened = false;
  for (let breaks = 0; ;) {
    try {
      const body = await open(parser.lastId);
      opened = true;
      for await (const chunk of body) {
        for (const event of parser.push(chunk)) {
          breaks = 0;
          yield event;
          if (terminal.includes(event.event)) return;
        }
      }
      return;
    } catch (cause) {
      signal?.throwIfAborted();
      if (!opened || !isBreak(cause)) throw cause;
      breaks += 1;
      // A stream without event ids would start again from the beginning and repeat its events.
      if (breaks > MOST_BREAKS || (parser.lastId === '' && parser.began)) {
        throw new TransportError(
          'connection',
          `The connection broke during the stream: ${cause instanceof Error ? cause.message : String(cause)}`,
          {
            cause,
          },
        );
      }
      const pause = Math.min(parser.retryMs ?? PAUSE_MS, LONGEST_PAUSE_MS);
      parser = new EventStreamParser(parser.lastId);
      await pausing(pause, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

/** A request for the same stream that asks for the events after the event with this id. */
export function continued<Request extends BuiltRequest>(request: Request, lastId: string): Request {
  return { ...request, headers: { ...request.headers, 'last-event-id': lastId } };
}

/**
 * True if an error means that the connection broke. A problem reply and an event that is too long are not a broken
 * connection.
 */
function isBreak(cause: unknown): boolean {
  if (cause instanceof TransportError) return cause.code === 'connection';
  return (
    cause instanceof Error &&
    'code' in cause &&
    typeof cause.code === 'string' &&
    /^(?:UND_ERR_|E[A-Z]+$)/.test(cause.code)
  );
}
