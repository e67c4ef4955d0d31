import { EVENT_STREAM_BOUNDS, type StreamEvent } from '../../../contract/wire/event-stream.js';

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/**
 * Reads the events from the iterator of an SDK. Stops at the end of the stream, or when `EVENT_STREAM_BOUNDS` is
 * exceeded.
 */
export async function collectEvents(iterable: AsyncIterable<unknown>): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  let size = 0;
  for await (const each of iterable) {
    const event = asEvent(each);
    events.push(event);
    size += event.data.length;
    if (events.length >= EVENT_STREAM_BOUNDS.events || size > EVENT_STREAM_BOUNDS.bytes) break;
  }
  return events;
}

/**
 * Converts a value that the SDK returned to an event. Strings stay unchanged. Any other `data` becomes JSON text. If an
 * identifier or a type is not a string, the text begins with its JavaScript type, such as `number 1`, so that it
 * differs from the text of the expected event.
 */
function asEvent(value: unknown): StreamEvent {
  const read = (name: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  const id = read('id');
  return {
    ...(id !== undefined && id !== '' && { id: named(id) }),
    event: named(read('event') ?? 'message'),
    data: text(read('data') ?? ''),
  };
}

function named(value: unknown): string {
  return typeof value === 'string' ? value : `${typeof value} ${text(value)}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
