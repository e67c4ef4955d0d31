import { EVENT_STREAM, type StreamEvent } from '../../../contract/wire/event-stream.js';
import { headerValue } from '../../../contract/wire/message.js';
import { isExcerpt } from '../../../surfaces/http/body-excerpt.js';
import type { Wrap } from '../performance.js';
import { FAITHFUL, type Steps, withOutcome } from '../surface.js';
import { type Faulty, fault } from './faulty.js';

/** The service with another text in its streams. */
function withText(change: (text: string) => string): Wrap {
  return (respond) => (request) => {
    const response = respond(request);
    if (response.kind !== 'response' || headerValue(response.headers, 'content-type') !== EVENT_STREAM) return response;
    return { ...response, body: Buffer.from(change(Buffer.from(response.body).toString())) };
  };
}

function withEvents(change: (events: readonly StreamEvent[]) => readonly StreamEvent[]): Steps {
  return withOutcome((outcome) => (outcome.kind === 'events' ? { ...outcome, events: change(outcome.events) } : outcome));
}

/** A surface whose parser sees other bytes than came. */
function misreading(change: (text: string) => string): Steps {
  return {
    ...FAITHFUL,
    read: (reply, call) => {
      if (!('body' in reply) || isExcerpt(reply.body)) return FAITHFUL.read(reply, call);
      return FAITHFUL.read({ ...reply, body: Buffer.from(change(Buffer.from(reply.body).toString())) }, call);
    },
  };
}

const EVENTS = '/response/events';

export const STREAM_FAULTS: readonly Faulty[] = [
  fault('stream/one-terminal', 'the terminal event comes twice', 'terminal-repeated', EVENTS, {
    piece: 'jobs',
    service: withText((text) =>
      text.replace(/id: (\d+)(\nevent: done\n.*\n\n)$/, (whole, id, rest) => `${whole}id: ${Number(id) + 1}${String(rest)}`),
    ),
  }),
  fault('stream/one-terminal', 'a stream ends without saying how', 'no-terminal', EVENTS, {
    piece: 'jobs',
    service: withText((text) => text.replace(/event: done/, 'event: step')),
  }),
  fault('stream/one-terminal', 'an event comes after the end', 'event-after-terminal', EVENTS, {
    piece: 'jobs',
    service: withText((text) => (text === '' ? text : `${text}id: 9\nevent: step\ndata: {}\n\n`)),
  }),
  fault('stream/monotonic-ids', 'a stream begins anew, whatever was asked for', 'id-not-larger', `${EVENTS}/id`, {
    piece: 'jobs',
    service: (respond) => (request) =>
      respond({ ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== 'last-event-id') }),
  }),
  fault('stream/monotonic-ids', 'events have no ids', 'id-missing', `${EVENTS}/id`, {
    piece: 'jobs',
    service: withText((text) => text.replaceAll(/id: .*\n/g, '')),
  }),
  fault('stream/monotonic-ids', 'an id is no number', 'id-not-numeric', `${EVENTS}/id`, {
    piece: 'jobs',
    service: withText((text) => text.replaceAll('id: ', 'id: e')),
  }),
  fault('stream/terminal-result', 'the end of the stream tells another result', 'other-result', `${EVENTS}/data`, {
    piece: 'jobs',
    service: withText((text) => text.replace(/"total":\d+/, '"total":0')),
  }),
  fault('stream/resume', 'a broken stream is left', 'not-resumed', '/request/header/last-event-id', {
    piece: 'scripts',
    surface: { ...FAITHFUL, resume: () => undefined },
  }),
  fault('stream/resume', 'a broken stream is begun anew', 'begun-anew', '/request/header/last-event-id', {
    piece: 'scripts',
    surface: { ...FAITHFUL, resume: () => '' },
  }),
  fault('stream/parsed-alike', 'CRLF ends two lines', 'event-changed', '/outcome/events', {
    piece: 'scripts',
    surface: misreading((text) => text.replaceAll('\r\n', '\n\n')),
  }),
  fault('stream/parsed-alike', 'a comment is data', 'event-changed', '/outcome/events', {
    piece: 'scripts',
    surface: misreading((text) => text.replaceAll(/^:/gm, 'data:')),
  }),
  fault('parity/same-events', 'an event is told twice', 'event-repeated', '/outcome/events', {
    piece: 'jobs',
    surface: withEvents((events) => events.flatMap((event) => [event, event])),
  }),
  fault('parity/same-events', 'progress is not told', 'event-changed', '/outcome/events', {
    piece: 'jobs',
    surface: withEvents((events) => events.filter(({ event }) => event !== 'step')),
  }),
  fault('parity/same-events', 'a stream is told as its text', 'not-events', '/outcome/events', {
    piece: 'jobs',
    surface: withOutcome((outcome) => (outcome.kind === 'events' ? { kind: 'value', value: 'text' } : outcome)),
  }),
];
