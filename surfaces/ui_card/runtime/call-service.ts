/// <reference lib="dom" />
import type { Answer } from './answer.js';
import type { BuiltRequest } from './build-request.js';
import type { CardOperation } from './card-model.js';
import { type CardEvent, EventReader } from './event-reader.js';

/** A broken stream is taken up again so often without an event between. */
const MOST_BREAKS = 5;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** Events beyond this are too many for a page. */
const MOST_EVENTS = 10_000;
/** Longest reply that is read: a page that lays out more than that hangs. */
const MOST_REPLY_BYTES = 16 * 1024 * 1024;

/** Sends one request and reads its reply; the events of a stream are told as they come. Rejects where nothing came back. */
export async function callService(
  base: string,
  operation: CardOperation,
  request: BuiltRequest,
  signal: AbortSignal,
  tell: (event: CardEvent) => void,
): Promise<Answer> {
  const response = await send(base, request, signal);
  return operation.terminal !== undefined && isStream(response)
    ? await follow(response, operation.terminal, signal, tell, (lastId) =>
        send(base, { ...request, headers: { ...request.headers, 'last-event-id': lastId } }, signal),
      )
    : await readReply(response);
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

async function readReply(response: Response): Promise<Answer> {
  const text = await readText(response);
  const { status } = response;
  const reply = { kind: 'reply', isSuccess: status >= 200 && status < 300, status } as const;
  if (/^[^;]*[/+]json\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '')) {
    try {
      return { ...reply, isJson: true, value: JSON.parse(text) as unknown, isEmpty: false };
    } catch {
      // Shown as the text that it is.
    }
  }
  return { ...reply, isJson: false, value: text, isEmpty: text === '' };
}

/** Leaving the loop early ends the exchange. */
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

/** To the terminal event; where the connection breaks, on from the last event that came whole (WHATWG HTML §9.2.3). */
async function follow(
  first: Response,
  terminal: readonly string[],
  signal: AbortSignal,
  tell: (event: CardEvent) => void,
  reopen: (lastId: string) => Promise<Response>,
): Promise<Answer> {
  const { status } = first;
  let told = 0;
  let lastId = '';
  for (let breaks = 0, response = first; ;) {
    const reader = new EventReader(lastId);
    const reading = await readEvents(response, reader, (event) => {
      breaks = 0;
      told += 1;
      tell(event);
      return terminal.includes(event.event) || told >= MOST_EVENTS;
    });
    lastId = reader.lastId;
    if (reading.ended) return { kind: 'streamed', status };
    breaks += 1;
    // What never gave an identifier would begin anew, and tell its events twice.
    if (signal.aborted || breaks > MOST_BREAKS || (lastId === '' && told > 0)) throw reading.cause;
    await new Promise((resolve) => setTimeout(resolve, Math.min(reader.retryMs ?? PAUSE_MS, LONGEST_PAUSE_MS)));
    response = await reopened(reopen, lastId, response, signal);
    if (!isStream(response)) return readReply(response);
  }
}

/** A service that is away for a moment counts as one more break: the old, broken response says so again. */
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

/** `ended`: it closed in order, or nothing more is wanted of it. */
async function readEvents(response: Response, reader: EventReader, tell: (event: CardEvent) => boolean): Promise<Reading> {
  if (response.body === null || response.body.locked) return { ended: false, cause: new TypeError('the stream broke off') };
  const source = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await source.read();
      for (const event of done ? reader.end() : reader.read(value)) {
        if (tell(event)) return { ended: true };
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
