import type { Json } from '../../../contract/json/json.js';
import { EVENT_STREAM_BOUNDS } from '../../../contract/wire/event-stream.js';
import type { ReportedEvent } from '../../outcome.js';
import { OVERSIZED } from '../../shown-json.js';
import { jsonText } from './thrown-outcome.js';

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/**
 * Reads the events from the iterator of an SDK. Stops at the end of the stream, or when `EVENT_STREAM_BOUNDS` is
 * exceeded. The events are converted after the last one has arrived, because an SDK might change an event that its
 * caller has kept.
 */
export async function collectEvents(iterable: AsyncIterable<unknown>): Promise<readonly ReportedEvent[]> {
  const events: unknown[] = [];
  let size = 0;
  for await (const each of iterable) {
    events.push(each);
    size += dataOf(each).length;
    if (events.length >= EVENT_STREAM_BOUNDS.events || size > EVENT_STREAM_BOUNDS.bytes) break;
  }
  return events.map(asEvent);
}

/**
 * Converts a value that the SDK returned to an event. Strings stay unchanged. Any other `data` becomes JSON text. If an
 * identifier or a type is not a string, the text begins with its JavaScript type, such as `number 1`, so that it
 * differs from the text of the expected event.
 */
function asEvent(value: unknown): ReportedEvent {
  const id = memberOf(value, 'id');
  const json = jsonText(memberOf(value, 'value'));
  return {
    ...(id !== undefined && id !== '' && { id: named(id) }),
    event: named(memberOf(value, 'event') ?? 'message'),
    data: dataOf(value),
    ...(json !== undefined && json !== OVERSIZED && { value: JSON.parse(json) as Json }),
  };
}

function dataOf(value: unknown): string {
  return text(memberOf(value, 'data') ?? '');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function named(value: unknown): string {
  return typeof value === 'string' ? value : `${typeof value} ${text(value)}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
