import { Pool } from 'undici';
import type { CaseInput } from '../../contract/case.js';
import { GATE_WAYS } from '../../contract/gate-way.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { EVENT_STREAM, parseEventStream, readEventStream, reconnectionTime } from '../../contract/wire/event-stream.js';
import {
  type HeaderPair,
  type RequestMessage,
  essence,
  headerValue,
  isJsonMediaType,
} from '../../contract/wire/message.js';
import { streamOf } from '../../contract/stream-of.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { isExcerpt } from '../../surfaces/http/body-excerpt.js';
import type { Call, Driver, DriverContext } from '../../surfaces/driver.js';
import { CLIENT_EXIT, TRANSPORT_FAILURE, errorFor, exitCodeFor, isSuccess } from '../../surfaces/failure-table.js';
import { type HttpReply, type HttpRequest, exchangeHttp } from '../../surfaces/http/http-exchange.js';
import type { NativeSignal, Outcome } from '../../surfaces/outcome.js';
import { shownHeaders } from '../../surfaces/sdk_typescript/worker/shown-headers.js';

/** The parts of a request, so that a fault can change one of them. */
export interface Draft {
  readonly method: string;
  readonly pathname: string;
  /** The parameters of the query, encoded as pairs such as `name=value`. */
  readonly query: readonly string[];
  readonly headers: readonly HeaderPair[];
  readonly body: string | undefined;
}

type Send = (draft: Draft) => Promise<HttpReply>;

/** The steps of a call. A faulty surface has the steps of the faithful surface, except for one changed step. */
export interface Steps {
  /** Returns a refusal if the call must not be sent. */
  readonly refuse: (call: Call) => Outcome | undefined;
  readonly write: (call: Call) => Draft;
  /** Sends the request, and returns the reply to read. */
  readonly exchange: (send: Send, draft: Draft) => Promise<HttpReply>;
  readonly read: (reply: HttpReply, call: Call) => Outcome | Promise<Outcome>;
  /**
   * Decides how to continue after an event stream breaks. Returns the `Last-Event-ID` with which to resume, an empty
   * text to repeat the request without it, or `undefined` to give up. `last` is the last id that was received, `given`
   * the `Last-Event-ID` of the call or empty, and `count` the number of earlier resumptions.
   */
  readonly resume: (last: string, given: string, count: number) => string | undefined;
}

export const FAITHFUL: Steps = { refuse, write, exchange: (send, draft) => send(draft), read, resume: (last) => last };

const CALLS_AT_ONCE = 3;

/**
 * A small client for any miniature contract. It sends real requests, has gates, and reports all that a driver can
 * observe.
 */
export function miniatureSurface(
  steps: Steps | (() => Steps) = FAITHFUL,
  note: (outcome: Outcome) => void = () => undefined,
): Driver {
  return {
    gates: true,
    sendsRaw: true,
    misuses: new Set(['unknown-argument', 'missing-argument', 'null-argument']),
    limitsCalls: true,
    readsPastEnd: true,
    atOnce: 'calls',
    gateWays: new Set(GATE_WAYS),
    start: async (context) => {
      const own = typeof steps === 'function' ? steps() : steps;
      const base = new URL(context.baseUrl);
      const pool = new Pool(base.origin, { connections: CALLS_AT_ONCE, pipelining: 1 });
      const sendWithin =
        (timeoutMs: number): Send =>
        (draft) =>
          exchangeHttp(pool, wired(base.pathname, draft), { timeoutMs, maxBodyBytes: 1024 * 1024 });
      return {
        description: { name: 'miniature' },
        observes: new Set(['status', 'value', 'problem', 'events', 'schemas', 'arguments', 'markup']),
        run: async (call) => {
          const outcome = await Promise.race([
            call.raw === undefined
              ? makeCall(own, sendWithin(limitOf(call, context)), call)
              : sentRaw(pool, base.pathname, call.raw, call, context),
            timeout(context),
          ]);
          note(outcome);
          return outcome;
        },
        inventory: () =>
          Promise.reject(
            new ParityError(
              'inventory-unavailable',
              'a miniature has no inventory',
              'Use the operations of the contract.',
            ),
          ),
        stop: () => pool.destroy(),
      };
    },
  };
}

/** Time limit of a call. A stream may last longer than other calls. */
function limitOf({ operation, timeoutMs }: Call, context: DriverContext): number {
  return streamOf(operation) === undefined ? (timeoutMs ?? context.timeoutMs) : context.timeoutMs;
}

async function sentRaw(
  pool: Pool,
  base: string,
  raw: RequestMessage,
  call: Call,
  { timeoutMs }: DriverContext,
): Promise<Outcome> {
  const { target, ...message } = raw;
  const reply = await exchangeHttp(
    pool,
    { ...message, path: base.replace(/\/$/, '') + target },
    { timeoutMs, maxBodyBytes: 1024 * 1024 },
  );
  return read(reply, call);
}

async function makeCall(steps: Steps, send: Send, call: Call): Promise<Outcome> {
  try {
    const refused = steps.refuse(call);
    if (refused !== undefined) return refused;
    const draft = steps.write(call);
    const reply = await steps.exchange(send, draft);
    return reply.kind === 'failed' && reply.partial !== undefined && isStream(reply.partial)
      ? await resumed(steps, send, draft, call, { kind: 'response', ...reply.partial })
      : await steps.read(reply, call);
  } catch (error) {
    return { kind: 'crash', detail: String(error), native: { error: error instanceof Error ? error.name : 'thrown' } };
  }
}

function isStream({ headers }: { readonly headers: readonly HeaderPair[] }): boolean {
  return essence(headerValue(headers, 'content-type')) === EVENT_STREAM;
}

/** The maximum number of times that a stream is resumed. */
const MOST_BREAKS = 3;

/** Resumes a broken stream, and joins the events before and after each break. */
async function resumed(steps: Steps, send: Send, draft: Draft, call: Call, partial: HttpReply): Promise<Outcome> {
  let outcome = await steps.read(partial, call);
  const given = headerValue(draft.headers, 'last-event-id') ?? '';
  const others = draft.headers.filter(([name]) => name.toLowerCase() !== 'last-event-id');
  let reply = partial;
  let position = given;
  for (let count = 0, isBroken = true; isBroken && count < MOST_BREAKS; count += 1) {
    if (outcome.kind !== 'events') return outcome;
    const { events } = outcome;
    await new Promise((resolve) => setTimeout(resolve, intervalOf(reply)));
    position = positionOf(reply) ?? position;
    const last = steps.resume(position, given, count);
    if (last === undefined) return outcome;
    const headers: readonly HeaderPair[] = last === '' ? draft.headers : [...others, ['Last-Event-ID', last]];
    const again = await steps.exchange(send, { ...draft, headers });
    isBroken = again.kind === 'failed' && again.partial !== undefined;
    reply = again.kind === 'failed' && again.partial ? { kind: 'response', ...again.partial } : again;
    const after = await steps.read(reply, call);
    outcome = after.kind === 'events' ? { ...after, events: [...events, ...after.events] } : after;
  }
  return outcome;
}

/** The last event ID that the reply states; `undefined` if it states none. */
function positionOf(reply: HttpReply): string | undefined {
  const stated = 'body' in reply && !isExcerpt(reply.body) ? readEventStream(reply.body).lastId : '';
  return stated === '' ? undefined : stated;
}

function intervalOf(reply: HttpReply): number | undefined {
  return 'body' in reply && !isExcerpt(reply.body) ? reconnectionTime(reply.body) : undefined;
}

function timeout({ timeoutMs }: DriverContext): Promise<Outcome> {
  return new Promise(
    (resolve) => void setTimeout(() => resolve({ kind: 'timeout', afterMs: timeoutMs }), timeoutMs).unref(),
  );
}

function wired(base: string, { method, pathname, query, headers, body }: Draft): HttpRequest {
  return {
    method,
    path: base + pathname + (query.length === 0 ? '' : `?${query.join('&')}`),
    headers,
    body: Buffer.from(body ?? '', headerValue(headers, 'content-type') === OCTETS ? 'latin1' : 'utf8'),
  };
}

/** Media type of bytes. In a case, a body of bytes is a string with one character for each byte. */
const OCTETS = 'application/octet-stream';

/** The schema of a tool. It refuses unknown and missing arguments. */
export const DECLARED: NativeSignal = {
  contradictions: [{ of: 'arguments', pointer: '', keyword: 'additionalProperties', at: '/additionalProperties' }],
};

function refuse({ operation, gate, misuse }: Call): Outcome | undefined {
  if (misuse !== undefined) return { kind: 'refused', by: 'client', reason: misuse, native: DECLARED };
  if (operation.gate === undefined || gate === 'approved') return undefined;
  const exitCode = gate === 'denied' ? CLIENT_EXIT.gateDenied : CLIENT_EXIT.gateUnanswered;
  return { kind: 'refused', by: 'gate', reason: `${operation.gate} is ${gate}`, native: { exitCode } };
}

function write({ operation, input, token }: Call): Draft {
  const headers: HeaderPair[] = token === undefined ? [] : [['Authorization', `Bearer ${token}`]];
  for (const [name, value] of Object.entries(input.header ?? {})) headers.push([name, textOf(value)]);
  const cookies = Object.entries(input.cookie ?? {}).map(([name, value]) => `${name}=${encoded(value)}`);
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const [{ mediaType } = { mediaType: '' }] = operation.requestBody?.content ?? [];
  const type = mediaType === OCTETS || isJsonMediaType(mediaType) ? mediaType : 'application/json';
  if (input.body !== undefined) headers.push(['Content-Type', type]);
  return {
    method: operation.method.toUpperCase(),
    pathname: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(input.path?.[name] ?? '')),
    query: Object.entries(input.query ?? {}).flatMap(([name, value]) => {
      // The style `deepObject`.
      if (isJsonObject(value)) return Object.entries(value).map(([key, each]) => `${name}[${key}]=${encoded(each)}`);
      const texts = elements(value).map(encoded);
      const isJoined = operation.parameters.some(
        (each) => each.name === name && !each.explode && each.style === 'form',
      );
      return (isJoined ? [texts.join(',')] : texts).map((text) => `${name}=${text}`);
    }),
    headers,
    body: input.body === undefined ? undefined : mediaType === OCTETS ? String(input.body) : JSON.stringify(input.body),
  };
}

function elements(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

function encoded(value: Json): string {
  return encodeURIComponent(textOf(value));
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function read(reply: HttpReply, { operation }: Call): Outcome {
  if (reply.kind === 'timeout') return reply;
  if (reply.kind === 'failed') {
    return {
      kind: 'problem',
      native: { error: TRANSPORT_FAILURE.error, exitCode: TRANSPORT_FAILURE.exitCode, isError: true },
    };
  }
  const { status, headers, body } = reply;
  if (isExcerpt(body)) return { kind: isSuccess(status) ? 'value' : 'problem', status, oversized: true };
  if (essence(headerValue(headers, 'content-type')) === EVENT_STREAM)
    return { kind: 'events', status, events: parseEventStream(body) };
  const mediaType = headerValue(headers, 'content-type');
  const shown = mediaType === undefined || isJsonMediaType(mediaType) ? parseJson(body) : undefined;
  const native: NativeSignal = { exitCode: exitCodeFor(status), isError: !isSuccess(status) };
  const isPromised =
    operation.method !== 'head' &&
    operation.responses.some((spec) => spec.status.startsWith('2') && spec.content.length > 0);
  if (isSuccess(status) && (shown !== undefined || !isPromised || mediaType === OCTETS))
    return { kind: 'value', status, ...(shown !== undefined && { value: shown }), native };
  if (isSuccess(status)) return { kind: 'problem', status, native: { error: 'UnreadableReply' } };
  return {
    kind: 'problem',
    status,
    ...(shown !== undefined && { problem: shown }),
    native: { ...native, error: errorFor(status), ...shownHeaders(new Map(headers)) },
  };
}

/** The faithful surface, except that it changes the input before it encodes the request. */
export function withInput(change: (input: CaseInput, operation: Operation) => CaseInput): Steps {
  return { ...FAITHFUL, write: (call) => FAITHFUL.write({ ...call, input: change(call.input, call.operation) }) };
}

/** The faithful surface, except that it changes the request. */
export function withDraft(change: (draft: Draft, call: Call) => Draft): Steps {
  return { ...FAITHFUL, write: (call) => change(FAITHFUL.write(call), call) };
}

/** The faithful surface, except that it changes the outcome. */
export function withOutcome(change: (outcome: Outcome, call: Call) => Outcome): Steps {
  return { ...FAITHFUL, read: async (reply, call) => change(await FAITHFUL.read(reply, call), call) };
}
