/** A dispatched server-sent event (WHATWG HTML §9.2.6). */
export interface StreamEvent {
  /**
   * The last event ID of the stream at the time when the event was dispatched. Omitted if the stream has sent no ID
   * yet.
   */
  readonly id?: string;
  /** The type of the event; `message` if the stream states no type. */
  readonly event: string;
  readonly data: string;
}

export const EVENT_STREAM = 'text/event-stream';

/** Limits of a stream. Reading stops when one of the limits is exceeded. */
export const EVENT_STREAM_BOUNDS = { events: 10_000, bytes: 4 * 1024 * 1024 } as const;

/**
 * The events of a complete stream (WHATWG HTML §9.2.5, §9.2.6), with any kind of line break. An incomplete event at the
 * end is dropped. `lastId` is the last event ID of an earlier stream that this stream resumes.
 *
 * The package `eventsource-parser` (3.1) is not used, because it drops the `id` of a block without data. This ID
 * applies to all later events (§9.2.6, step 1), and the rules for resumed streams need it.
 */
export function parseEventStream(body: Uint8Array, lastId = ''): readonly StreamEvent[] {
  return readEventStream(body, lastId).events;
}

/**
 * The events of a stream, and its last event ID. A block that has only an `id` also sets this ID (WHATWG HTML §9.2.6).
 */
export function readEventStream(
  body: Uint8Array,
  lastId = '',
): { readonly events: readonly StreamEvent[]; readonly lastId: string } {
  // A leading byte order mark is not part of the stream; the decoder removes it.
  const lines = new TextDecoder().decode(body).split(/\r\n|\n|\r/);
  const events: StreamEvent[] = [];
  let id = lastId;
  let dispatched = lastId;
  let event = '';
  let data: string[] = [];
  for (const line of lines.slice(0, -1)) {
    if (events.length >= EVENT_STREAM_BOUNDS.events) break;
    if (line === '') {
      dispatched = id;
      if (data.length > 0)
        events.push({ ...(id !== '' && { id }), event: event === '' ? 'message' : event, data: data.join('\n') });
      event = '';
      data = [];
      continue;
    }
    const [name, value] = fieldOf(line);
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
  return { events, lastId: dispatched };
}

/** The reconnection time that the last valid `retry` field of a stream states, in milliseconds (WHATWG HTML §9.2.6). */
export function reconnectionTime(body: Uint8Array): number | undefined {
  const lines = new TextDecoder()
    .decode(body)
    .split(/\r\n|\n|\r/)
    .slice(0, -1);
  const values = lines
    .map((line) => fieldOf(line))
    .filter(([name, value]) => name === 'retry' && /^\d{1,9}$/.test(value));
  const last = values.at(-1)?.[1];
  return last === undefined ? undefined : Number(last);
}

/** Splits a line into its field and its value. A line that starts with a colon is a comment, so its field is empty. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
