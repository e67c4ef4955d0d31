/** One event of a stream, as it is dispatched (WHATWG HTML §9.2.6). */
export interface ServerEvent {
  /** The last identifier of the stream; omitted if the stream has had no identifier. */
  readonly id?: string;
  /** `message` by default. */
  readonly event: string;
  readonly data: string;
  /** The parsed JSON of `data`, if the contract declares JSON and it is valid. */
  readonly value?: unknown;
}

/** Longest line and longest data of one event, in characters. */
const LONGEST = 4 * 1024 * 1024;

/** Parses a stream that arrives in arbitrary chunks, and emits its events as soon as they are complete. */
export class EventStreamParser {
  /** Keeps the bytes of a character that spans two chunks, and removes one byte order mark. */
  readonly #decoder = new TextDecoder();
  #line = '';
  /**
   * True if the last chunk ended with a CR. If the next chunk starts with an LF, this LF belongs to the same line end.
   */
  #afterReturn = false;
  #event = '';
  #data: string[] = [];
  #size = 0;
  /** The identifier in the lines so far. It takes effect only after its event is complete. */
  #id: string;
  #lastId: string;
  #retryMs: number | undefined;
  #began = false;

  /** `lastId`: the last identifier of the stream that this stream continues. */
  constructor(lastId = '') {
    this.#id = lastId;
    this.#lastId = lastId;
  }

  /** Identifier of the last dispatched event. */
  get lastId(): string {
    return this.#lastId;
  }

  /** Whether an event was emitted. */
  get began(): boolean {
    return this.#began;
  }

  /** The delay before reconnecting, as the stream requests it. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** Throws a `RangeError` for a line or an event that exceeds the limit. */
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

  /** Dispatches an event. An event without data is not dispatched, and its type is not used for the next event. */
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
