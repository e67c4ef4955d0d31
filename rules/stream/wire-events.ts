import type { Json } from '../../contract/json/json.js';
import { EVENT_STREAM, type StreamEvent, readEventStream } from '../../contract/wire/event-stream.js';
import { essence, headerValue } from '../../contract/wire/message.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Exchange, WireResponse } from '../../surfaces/exchange.js';
import type { Observation } from '../../surfaces/observation.js';
import { replyContent } from '../reply.js';
import type { Trial } from '../rule.js';

/** One event stream in a reply of the service, parsed by our own parser. */
export interface WireStream {
  /** The `Last-Event-ID` with which the stream was requested; an empty text if there was none. */
  readonly after: string;
  readonly events: readonly StreamEvent[];
  /** The id that a client should use to resume this stream; empty if the stream has set none. */
  readonly lastId: string;
  /** Whether the connection broke before the end of the stream. */
  readonly cut: boolean;
}

const parsed = new WeakMap<WireResponse, ReturnType<typeof readEventStream>>();

/**
 * The event streams in the replies to a call, in order. There are several if the surface resumed the stream after a
 * disconnect. A stream whose content is incomplete is left out.
 */
export function wireStreams({ exchanges }: Observation): readonly WireStream[] {
  return exchanges.flatMap(streamOfExchange);
}

/** The events of all streams of a call, in the order in which the service sent them. */
export function wireEvents(observation: Observation): readonly StreamEvent[] {
  return wireStreams(observation).flatMap(({ events }) => events);
}

/** Whether two events of streams have the same id, type and data. */
export function isEqualEvent(one: StreamEvent | undefined, other: StreamEvent | undefined): boolean {
  return one?.id === other?.id && one?.event === other?.event && one?.data === other?.data;
}

/** An event in the form in which a violation shows it; `(none)` if there is no event. */
export function shownEvent(event: StreamEvent | undefined): Json {
  return event === undefined ? '(none)' : { ...event };
}

/** Whether the surface requested a stream with a `Last-Event-ID` in any call of this trial. */
export function hasResumedStream({ observations }: Trial, surface: string): boolean {
  return observations.some(
    (observation) => observation.surface === surface && wireStreams(observation).some(({ after }) => after !== ''),
  );
}

function streamOfExchange({ request, response }: Exchange): readonly WireStream[] {
  if (response.kind !== 'response' || !isSuccess(response.status)) return [];
  if (essence(headerValue(response.headers, 'content-type')) !== EVENT_STREAM) return [];
  const content = replyContent(response);
  if (content === undefined) return [];
  const after = headerValue(request.headers, 'last-event-id') ?? '';
  let read = parsed.get(response);
  if (read === undefined) {
    read = readEventStream(content);
    parsed.set(response, read);
  }
  return [{ after, ...read, cut: response.delivery?.cut === true }];
}
