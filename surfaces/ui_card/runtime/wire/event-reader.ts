/** One event of a stream (WHATWG HTML §9.2.6). `id` is empty if the stream has sent no identifier so far. */
export interface CardEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** The maximum length of a line, and of the data of an event, in characters. */
const LONGEST = 4 * 1024 * 1024;

/**
 * Reads events from a stream whose chunks may split a character or a line end. `eventsource-parser` (3.1) is not used,
 * because it ignores the `id` of a block without data. A broken stream must be resumed after this `id` (WHATWG HTML
 * §9.2.6, step 1).
 */
export class EventReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #fields = { event: '', data: [] as string[], size: 0 };
  #id: string;
  /** Identifier of the last complete event, after which a broken stream is resumed. */
  lastId: string;
  retryMs: number | undefined;

  constructor(lastId = '') {
    this.lastId = lastId;
    this.#id = lastId;
  }

  read(chunk: Uint8Array): readonly CardEvent[] {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    if (this.#rest.length > LONGEST) throw new RangeError('a line of the stream is too long');
    const events: CardEvent[] = [];
    for (;;) {
      // A CR at the end of a chunk may be the first half of a CRLF, so the next chunk decides.
      const end = /\r\n|\n|\r(?!$)/.exec(this.#rest);
      if (end === null) break;
      const event = this.#line(this.#rest.slice(0, end.index));
      this.#rest = this.#rest.slice(end.index + end[0].length);
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  /** Ends the stream. If its last character was a CR, the CR ends the last line. */
  end(): readonly CardEvent[] {
    if (!this.#rest.endsWith('\r')) return [];
    const event = this.#line(this.#rest.slice(0, -1));
    this.#rest = '';
    return event === undefined ? [] : [event];
  }

  #line(line: string): CardEvent | undefined {
    if (line === '') return this.#dispatch();
    const [, name = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (name === 'event') this.#fields.event = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d{1,6}$/.test(value)) this.retryMs = Number(value);
    else if (name === 'data') this.#take(value);
    return undefined;
  }

  #take(value: string): void {
    this.#fields.size += value.length + 1;
    if (this.#fields.size > LONGEST) throw new RangeError('an event of the stream is too long');
    this.#fields.data.push(value);
  }

  #dispatch(): CardEvent | undefined {
    const { event, data } = this.#fields;
    this.#fields = { event: '', data: [], size: 0 };
    this.lastId = this.#id;
    return data.length === 0 ? undefined : { id: this.#id, event: event || 'message', data: data.join('\n') };
  }
}
