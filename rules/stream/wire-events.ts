import { EVENT_STREAM, type StreamEvent, parseEventStream } from '../../contract/wire/event-stream.js';
import { essence, headerValue } from '../../contract/wire/message.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Exchange, WireResponse } from '../../surfaces/exchange.js';
import type { Observation } from '../../surfaces/observation.js';
import { replyContent } from '../reply.js';

/** One stream as it came over the wire: where it was asked to go on from, and what our own parser finds in its bytes. */
export interface WireStream {
  /** `Last-Event-ID` of the request; empty where it asked for the beginning. */
  readonly after: string;
  readonly events: readonly StreamEvent[];
  /** The connection was broken before its end. */
  readonly cut: boolean;
}

const parsed = new WeakMap<WireResponse, readonly StreamEvent[]>();

/** The streams of a call that are wholly known, in their order; more than one where the surface took up a broken one again. */
export function wireStreams({ exchanges }: Observation): readonly WireStream[] {
  return exchanges.flatMap(streamOfExchange);
}

/** All that came over the wire, as one stream. */
export function wireEvents(observation: Observation): readonly StreamEvent[] {
  return wireStreams(observation).flatMap(({ events }) => events);
}

function streamOfExchange({ request, response }: Exchange): readonly WireStream[] {
  if (response.kind !== 'response' || !isSuccess(response.status)) return [];
  if (essence(headerValue(response.headers, 'content-type')) !== EVENT_STREAM) return [];
  const content = replyContent(response);
  if (content === undefined) return [];
  const after = headerValue(request.headers, 'last-event-id') ?? '';
  let events = parsed.get(response);
  if (events === undefined) {
    events = parseEventStream(content);
    parsed.set(response, events);
  }
  return [{ after, events, cut: response.delivery?.cut === true }];
}
