import type { Operation } from '../../contract/operation.js';
import { streamOf } from '../../contract/stream-of.js';
import { EVENT_STREAM, type StreamEvent, readEventStream, reconnectionTime } from '../../contract/wire/event-stream.js';
import { type HeaderPair, essence, headerValue } from '../../contract/wire/message.js';
import { isSuccess } from '../failure-table.js';
import type { HttpReply } from '../http/http-exchange.js';
import type { Outcome } from '../outcome.js';
import { contentOf } from '../reply-content.js';
import { readOutcome } from './read-outcome.js';

/**
 * How often a broken stream is resumed. A browser resumes a stream any number of times, which would take too long for
 * one case.
 */
const MOST_RESUMES = 4;
/** The maximum wait before a stream is resumed, even if the stream asks clients to wait longer. */
const LONGEST_PAUSE_MS = 2000;

/**
 * Reads a stream to its end. If the connection breaks before the terminal event, the stream is requested again, to
 * continue after the last event that arrived completely (WHATWG HTML §9.2.3). `ask` sends the request with additional
 * headers.
 */
export async function readStream(
  operation: Operation,
  ask: (more: readonly HeaderPair[]) => Promise<HttpReply>,
): Promise<Outcome> {
  const terminal = new Set(streamOf(operation)?.terminal);
  const events: StreamEvent[] = [];
  let last = '';
  for (let attempt = 0; ; attempt += 1) {
    const reply = await ask(last === '' ? [] : [['last-event-id', last]]);
    const came = reply.kind === 'failed' ? reply.partial : reply.kind === 'response' ? reply : undefined;
    const content = came && contentOf(came);
    if (came === undefined || content === undefined || !isSuccess(came.status) || !isEventStream(came.headers))
      return readOutcome(reply);
    const read = readEventStream(content, last);
    events.push(...read.events);
    last = read.lastId;
    const ended = events.some(({ event }) => terminal.has(event));
    if (reply.kind === 'response' || ended || attempt >= MOST_RESUMES)
      return { kind: 'events', status: came.status, events };
    await new Promise((resolve) => setTimeout(resolve, Math.min(reconnectionTime(content) ?? 0, LONGEST_PAUSE_MS)));
  }
}

function isEventStream(headers: readonly HeaderPair[]): boolean {
  return essence(headerValue(headers, 'content-type')) === EVENT_STREAM;
}
