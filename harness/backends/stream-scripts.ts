import { headerParameter } from '../../contract/arguments.js';
import type { Case, CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import type { Operation, Parameter } from '../../contract/operation.js';
import { streamOf } from '../../contract/stream-of.js';
import { EVENT_STREAM, type StreamEvent, parseEventStream } from '../../contract/wire/event-stream.js';
import { type RequestMessage, headerValue, isJsonMediaType } from '../../contract/wire/message.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import type { Delivery, WholeResponse } from '../../surfaces/exchange.js';
import { MARKUP_TEXT } from '../../surfaces/shown-json.js';
import { otherEnds } from './other-ends.js';
import { NOT_FOUND, requestedOperation } from './requested-operation.js';
import { MINIMAL, SPELLINGS, type Spelling } from './stream-spellings.js';

const LAST_EVENT_ID = 'last-event-id';

/**
 * Serves the events of the contract's example, written in different spellings of an event stream. The name of the case
 * selects the spelling. A surface must report the same events for every spelling. The script reads no request header
 * except `Last-Event-ID`.
 */
export function streamScript(contract: Contract): {
  readonly prepare: (toRun: Case) => void;
  readonly respond: (request: RequestMessage) => WholeResponse;
} {
  let call: ScriptedCall | undefined;
  return {
    prepare: ({ provenance, input }) => {
      const spelling = SPELLINGS.get(provenance.name);
      call = spelling && { spelling, given: givenEvent(input), breaks: 0 };
    },
    respond: (request) => respond(contract, request, call),
  };
}

interface ScriptedCall {
  readonly spelling: Spelling;
  /** The `Last-Event-ID` that the caller of the surface gave. */
  readonly given: string | undefined;
  /** The number of broken connections of the call. At most two are broken, so that the call ends. */
  breaks: number;
}

function givenEvent({ header = {} }: CaseInput): string | undefined {
  const [, value] = Object.entries(header).find(([name]) => name.toLowerCase() === LAST_EVENT_ID) ?? [];
  return value === undefined ? undefined : String(value);
}

/**
 * The parameter with which a client resumes the stream (`Last-Event-ID`), and the id of the first event of the
 * contract's example.
 */
export function resumption(operation: Operation): { readonly parameter: Parameter; readonly id: string } | undefined {
  const parameter = headerParameter(operation, LAST_EVENT_ID);
  const [first, ...others] = exampleEvents(operation);
  // The call resumes after the first event. The stream breaks later, so one event before the break and one event after
  // it are needed.
  return parameter === undefined || first?.id === undefined || others.length < 2
    ? undefined
    : { parameter, id: first.id };
}

/** True if the contract has an example of the operation's event stream with at least two events. */
export function hasScript(operation: Operation): boolean {
  return exampleEvents(operation).length > 1;
}

/** Returns true if the contract's example of the event stream ends with a terminal event. */
export function endsInExample(operation: Operation): boolean {
  const last = exampleEvents(operation).at(-1);
  return last !== undefined && streamOf(operation)?.terminal.includes(last.event) === true;
}

function respond(contract: Contract, request: RequestMessage, call: ScriptedCall | undefined): WholeResponse {
  const operation = requestedOperation(contract, request);
  if (operation === undefined || call === undefined) return NOT_FOUND;
  if (call.breaks > 0 && call.spelling.isRefused === true) return refusalOf(operation) ?? NOT_FOUND;
  const last = headerValue(request.headers, LAST_EVENT_ID);
  const events = scriptedEvents(contract, operation, call.spelling);
  const { body, delivery } = written(remaining(events ?? [], last), mostWhole(call, last), call.spelling);
  if (delivery.cut) call.breaks += 1;
  const contentType = call.spelling.contentType ?? EVENT_STREAM;
  return { kind: 'response', status: 200, headers: [['content-type', contentType]], body, delivery };
}

/**
 * The first documented refusal with an example, as a reply. A 401 and a 429 are left out, because a client may repeat
 * its request after them.
 */
export function refusalOf({ responses }: Operation): WholeResponse | undefined {
  for (const { status, content } of responses) {
    if (!/^4\d\d$/.test(status) || status === '401' || status === '429') continue;
    const documented = content.find(({ mediaType, examples }) => isJsonMediaType(mediaType) && examples.length > 0);
    if (documented === undefined) continue;
    const body = new TextEncoder().encode(JSON.stringify(documented.examples[0]?.value));
    return { kind: 'response', status: Number(status), headers: [['content-type', documented.mediaType]], body };
  }
  return undefined;
}

/**
 * An event stream with the events of the contract's example. With `last`, the stream starts after the event with this
 * id. `most` limits the number of complete events: the stream then ends within the next event, which a client must
 * discard (WHATWG HTML §9.2.6). `undefined` if the contract has no usable example.
 */
export function exampleStream(operation: Operation, last?: string, most = Infinity): WholeResponse | undefined {
  if (!hasScript(operation)) return undefined;
  const blocks = remaining(exampleEvents(operation), last).map((event) => MINIMAL(event));
  const whole = blocks.slice(0, most).join('');
  const body = new TextEncoder().encode(whole + (blocks[most] ?? '').slice(0, -LACKING));
  return { kind: 'response', status: 200, headers: [['content-type', EVENT_STREAM]], body };
}

/** An event that is cut off lacks this number of characters: the end of its data, and the blank line. */
const LACKING = 5;

function remaining(all: readonly StreamEvent[], last: string | undefined): readonly StreamEvent[] {
  return all.slice(all.findIndex(({ id }) => id === last) + 1);
}

/**
 * The events of an event stream for one spelling. `undefined` if the spelling needs another terminal event and the
 * contract has none.
 */
export function scriptedEvents(
  contract: Contract,
  operation: Operation,
  { otherEnd }: Spelling,
): readonly StreamEvent[] | undefined {
  const all = exampleEvents(operation);
  if (otherEnd === undefined) return all;
  const end = otherEnds(contract, operation, all)[otherEnd];
  return end && [...all.slice(0, -1), end];
}

/**
 * The number of complete events that are sent before the connection breaks. `undefined` if the connection does not
 * break. If the client repeats its request without resuming the stream, the connection does not break again.
 */
function mostWhole({ spelling, breaks, given }: ScriptedCall, last: string | undefined): number | undefined {
  if (spelling.cutAt === undefined) return undefined;
  if (breaks === 0) return last === given ? (spelling.cutAfter ?? 2) : undefined;
  return breaks === 1 && spelling.isCutAgain === true && last !== given ? 0 : undefined;
}

function written(
  events: readonly StreamEvent[],
  most: number | undefined,
  spelling: Spelling,
): { readonly body: Uint8Array; readonly delivery: Delivery } {
  const blocks = events.map((event, index) => spelling.write(event, { index, isLast: index === events.length - 1 }));
  const cut = most !== undefined;
  // A broken reply contains a few complete events and a part of the next event. It never contains the last event.
  const whole = Math.min(most ?? 0, blocks.length - 1);
  const kept = cut ? [...blocks.slice(0, whole), (blocks[whole] ?? '').slice(0, spelling.cutAt)] : blocks;
  const body = new TextEncoder().encode((spelling.head ?? '') + kept.join(''));
  return { body, delivery: { chunks: spelling.chunks?.(body) ?? [], cut } };
}

/**
 * The events of the contract's example. Each event gets an id, and data with non-ASCII text and markup. A surface that
 * decodes the stream wrongly would change these.
 */
function exampleEvents(operation: Operation): readonly StreamEvent[] {
  const content = operation.responses
    .flatMap((response) => response.content)
    .find(({ stream }) => stream !== undefined);
  const example = content?.examples[0]?.value;
  if (streamOf(operation) === undefined || typeof example !== 'string') return [];
  return parseEventStream(new TextEncoder().encode(example)).map((event, index) => ({
    ...event,
    id: event.id ?? String(index + 1),
    data: withMark(event.data),
  }));
}

const MARK = `é☃𝄞 «\u2028» ${MARKUP_TEXT}`;

function withMark(data: string): string {
  const value: Json | undefined = parseJsonText(data);
  return isJsonObject(value) ? JSON.stringify({ ...value, mark: MARK }) : `${data} ${MARK}`;
}
