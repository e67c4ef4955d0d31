/** One event of a stream, as the HTML standard dispatches it (WHATWG HTML §9.2.6). */
export interface ServerEvent {
  /** The last event id that the stream has sent. Omitted if the stream has sent none. */
  readonly id?: string;
  /** The type of the event. `message` if the stream states no type. */
  readonly event: string;
  readonly data: string;
  /** The parsed JSON of `data`. Omitted if the contract declares no JSON, or if `data` is not valid JSON. */
  readonly value?: unknown;
}

/** The maximum length of a line, and of the data of one event, in characters. */
const LONGEST = 4 * 1024 * 1024;

/**
 * Parses a stream of events whose bytes arrive in chunks of any size. Each event is returned as soon as it is complete.
 */
export class EventStreamParser {
  /** Decodes the bytes. A character may be split between two chunks, and a byte order mark at the start is removed. */
  readonly #decoder = new TextDecoder();
  #line = '';
  /**
   * True if the previous chunk ended with a CR. An LF at the start of the next chunk then belongs to the same line end.
   */
  #afterReturn = false;
  #event = '';
  #data: string[] = [];
  #size = 0;
  /** The last event id in the lines read so far. It takes effect only at the end of its event. */
  #id: string;
  #lastId: string;
  #retryMs: number | undefined;
  #began = false;

  /** `lastId`: if the stream is a resumed one, the id of the last event that was received before. */
  constructor(lastId = '') {
    this.#id = lastId;
    this.#lastId = lastId;
  }

  /** The event id of the last complete event. */
  get lastId(): string {
    return this.#lastId;
  }

  /** True if the parser has returned at least one event. */
  get began(): boolean {
    return this.#began;
  }

  /** The delay before a reconnection, in milliseconds, if the stream has stated one. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /**
   * Adds a chunk, and returns the events that are complete. Throws a `RangeError` if a line or an event exceeds the
   * limit.
   */
  push(chunk: Uint8Array): readonly ServerEvent[] {
    let text = this.#decoder.decode(chunk, { stream: true });
    if (text === '') return [];
    if (this.#afterReturn && text.startsWith('\n')) text = text.slice(1);
    this.#afterReturn = text === '' ? false : text.endsWith('\r');
    const [first = '', ...rest] = text.split(/\r\n|\n|\r/);
    const lines = [this.#line + first, ...rest];
    this.#line = lines.pop() ?? '';
    if (this.#line.length > LONGEST) throw new RangeError(`a line of the stream has more than ${LONGEST} characters`);
    return lines.flatMap((line) => this.#take(line) ?? []);
  }

  #take(line: string): ServerEvent | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line.startsWith(' ', colon + 1) ? colon + 2 : colon + 1);
    if (name === 'data') this.#append(value);
    else if (name === 'event') this.#event = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.#retryMs = Number(value);
    return undefined;
  }

  #append(value: string): void {
    this.#size += value.length + 1;
    if (this.#size > LONGEST) throw new RangeError(`an event of the stream has more than ${LONGEST} characters`);
    this.#data.push(value);
  }

  /** Ends the current event. An event without data is not returned, and its type does not apply to the next event. */
  #dispatch(): ServerEvent | undefined {
    const data = this.#data;
    const event = this.#event === '' ? 'message' : this.#event;
    this.#event = '';
    this.#data = [];
    this.#size = 0;
    this.#lastId = this.#id;
    if (data.length > 0) this.#began = true;
    return data.length === 0 ? undefined : { ...(this.#id !== '' && { id: this.#id }), event, data: data.join('\n') };
  }
}
