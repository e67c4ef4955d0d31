/// <reference lib="dom" />
import type { Answer } from './answer.js';
import type { BuiltRequest } from './build-request.js';
import type { CardOperation } from '../model/card-model.js';
import { type CardEvent, EventReader } from './event-reader.js';

/** How often a broken stream is resumed without receiving an event. */
const MOST_BREAKS = 5;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** The maximum number of events that a page shows. */
const MOST_EVENTS = 10_000;
/** The maximum size of a reply. Showing a larger reply would make the page hang. */
const MOST_REPLY_BYTES = 16 * 1024 * 1024;

/**
 * Sends one request and reads its reply; `onEvent` receives the events of a stream as they arrive. Rejects if there is
 * no reply.
 */
export async function callService(
  base: string,
  operation: CardOperation,
  request: BuiltRequest,
  signal: AbortSignal,
  onEvent: (event: CardEvent) => void,
): Promise<Answer> {
  const response = await send(base, request, signal);
  return operation.terminal !== undefined && isStream(response)
    ? await follow(response, operation.terminal, signal, onEvent, (lastId) =>
        send(base, { ...request, headers: { ...request.headers, 'last-event-id': lastId } }, signal),
      )
    : await readReply(operation, response);
}

function send(base: string, { method, target, headers, body }: BuiltRequest, signal: AbortSignal): Promise<Response> {
  const settings: RequestInit = {
    method,
    headers,
    signal,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  };
  return fetch(base.replace(/\/+$/, '') + target, body === undefined ? settings : { ...settings, body });
}

async function readReply(
  { returns, terminal, emptyStatuses }: Pick<CardOperation, 'returns' | 'terminal' | 'emptyStatuses'>,
  response: Response,
): Promise<Answer> {
  const text = await readText(response);
  const { status } = response;
  const isSuccess = status >= 200 && status < 300;
  const reply = { kind: 'reply', status } as const;
  if (/^[^;]*[/+]json\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '')) {
    try {
      return { ...reply, isSuccess, isJson: true, value: JSON.parse(text) as unknown, isEmpty: false };
    } catch {
      // The body is not JSON, so it is shown as text.
    }
  }
  // A success without the documented JSON or event stream is shown as a problem.
  const isEmpty = text === '';
  const isText = returns !== 'json' && terminal === undefined;
  const isExpected = isText || (isEmpty && emptyStatuses?.includes(status) === true);
  return { ...reply, isSuccess: isSuccess && isExpected, isJson: false, value: text, isEmpty };
}

/** Reads the text of a response. Ends the exchange and throws if the text is too long. */
async function readText(response: Response): Promise<string> {
  const source = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const part = await source?.read();
    if (part?.value === undefined) return text + decoder.decode();
    size += part.value.byteLength;
    if (size > MOST_REPLY_BYTES) {
      void source?.cancel().catch(() => undefined);
      throw new RangeError(`The reply has more than ${MOST_REPLY_BYTES} bytes.`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
}

/**
 * Reads a stream up to its terminal event. If the connection breaks, the stream is resumed after the last complete
 * event (WHATWG HTML §9.2.3).
 */
async function follow(
  first: Response,
  terminal: readonly string[],
  signal: AbortSignal,
  onEvent: (event: CardEvent) => void,
  reopen: (lastId: string) => Promise<Response>,
): Promise<Answer> {
  const { status } = first;
  let count = 0;
  let lastId = '';
  for (let breaks = 0, response = first; ;) {
    const reader = new EventReader(lastId);
    const reading = await readEvents(response, reader, (event) => {
      breaks = 0;
      count += 1;
      onEvent(event);
      return terminal.includes(event.event) || count >= MOST_EVENTS;
    });
    lastId = reader.lastId;
    if (reading.ended) return { kind: 'streamed', status };
    breaks += 1;
    // A stream whose events have no identifiers cannot be resumed: it would repeat its events.
    if (signal.aborted || breaks > MOST_BREAKS || (lastId === '' && count > 0)) throw reading.cause;
    await new Promise((resolve) => setTimeout(resolve, Math.min(reader.retryMs ?? PAUSE_MS, LONGEST_PAUSE_MS)));
    response = await reopened(reopen, lastId, response, signal);
    if (!isStream(response)) return readReply({}, response);
  }
}

/**
 * Requests a broken stream again. If the service cannot be reached, the broken response is returned again, which then
 * counts as another break.
 */
async function reopened(
  reopen: (lastId: string) => Promise<Response>,
  lastId: string,
  broken: Response,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await reopen(lastId);
  } catch (cause) {
    if (signal.aborted) throw cause;
    return broken;
  }
}

type Reading = { readonly ended: true } | { readonly ended: false; readonly cause: unknown };

/**
 * Reads the events of a stream. `ended` is true if the service has closed the stream normally, or if no more events are
 * needed: the terminal event or the last event that the page shows has arrived.
 */
async function readEvents(
  response: Response,
  reader: EventReader,
  onEvent: (event: CardEvent) => boolean,
): Promise<Reading> {
  if (response.body === null || response.body.locked)
    return { ended: false, cause: new TypeError('the stream broke off') };
  const source = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await source.read();
      for (const event of done ? reader.end() : reader.read(value)) {
        if (onEvent(event)) return { ended: true };
      }
      if (done) return { ended: true };
    }
  } catch (cause) {
    return { ended: false, cause };
  } finally {
    void source.cancel().catch(() => undefined);
  }
}

function isStream(response: Response): boolean {
  return response.status === 200 && /^text\/event-stream\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '');
}
