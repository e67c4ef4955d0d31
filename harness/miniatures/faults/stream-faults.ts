import { EVENT_STREAM, type StreamEvent } from '../../../contract/wire/event-stream.js';
import { headerValue } from '../../../contract/wire/message.js';
import { isExcerpt } from '../../../surfaces/http/body-excerpt.js';
import type { Wrap } from '../miniature-run.js';
import { FAITHFUL, type Steps, withOutcome } from '../surface.js';
import { type Faulty, fault } from './faulty.js';

/** Changes the text of the event streams that the service sends. */
function withText(change: (text: string) => string): Wrap {
  return (respond) => (request) => {
    const response = respond(request);
    if (response.kind !== 'response' || headerValue(response.headers, 'content-type') !== EVENT_STREAM) return response;
    return { ...response, body: Buffer.from(change(Buffer.from(response.body).toString())) };
  };
}

function withEvents(change: (events: readonly StreamEvent[]) => readonly StreamEvent[]): Steps {
  return withOutcome((outcome) =>
    outcome.kind === 'events' ? { ...outcome, events: change(outcome.events) } : outcome,
  );
}

/** A surface that changes the text of a stream before it parses the events. */
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

/**
 * A service that answers the POST of a job of size 5 only after two readers have connected, or after one second. Until
 * then, each stream ends after its first event.
 */
const endingEarly: Wrap = (respond) => {
  let running = 0;
  let connected = (): void => undefined;
  return async (request, rest) => {
    if (request.method !== 'POST') {
      const response = respond(request);
      if (running === 0 || response.kind !== 'response' || response.status !== 200) return response;
      connected();
      return {
        ...response,
        body: Buffer.from(
          Buffer.from(response.body)
            .toString()
            .replace(/\n\n[^]*$/, '\n\n'),
        ),
      };
    }
    await rest;
    const reply = respond(request);
    if (!Buffer.from(request.body).toString().includes('"size":5')) return reply;
    running += 1;
    let readers = 0;
    await new Promise<void>((resolve) => {
      connected = () => void ((readers += 1) === 2 && resolve());
      setTimeout(resolve, 1000);
    });
    running -= 1;
    return reply;
  };
};

export const STREAM_FAULTS: readonly Faulty[] = [
  fault('stream/one-terminal', 'the terminal event is sent twice', 'terminal-repeated', EVENTS, {
    workload: 'jobs',
    service: withText((text) =>
      text.replace(
        /id: (\d+)(\nevent: done\n.*\n\n)$/,
        (whole, id, rest) => `${whole}id: ${Number(id) + 1}${String(rest)}`,
      ),
    ),
  }),
  fault('stream/one-terminal', 'a stream ends without a terminal event', 'no-terminal', EVENTS, {
    workload: 'jobs',
    service: withText((text) => text.replace(/event: done/, 'event: step')),
  }),
  fault('stream/one-terminal', 'an event follows the terminal event', 'event-after-terminal', EVENTS, {
    workload: 'jobs',
    service: withText((text) => (text === '' ? text : `${text}id: 9\nevent: step\ndata: {}\n\n`)),
  }),
  fault('stream/resumed-events', 'a resumed stream starts from the beginning', 'other-events', EVENTS, {
    workload: 'jobs',
    service: (respond) => (request) =>
      respond({ ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== 'last-event-id') }),
  }),
  fault('stream/monotonic-ids', 'events have no ids', 'id-missing', `${EVENTS}/id`, {
    workload: 'jobs',
    service: withText((text) => text.replaceAll(/id: .*\n/g, '')),
  }),
  fault('stream/monotonic-ids', 'the id of an event is not a number', 'id-not-numeric', `${EVENTS}/id`, {
    workload: 'jobs',
    service: withText((text) => text.replaceAll('id: ', 'id: e')),
  }),
  fault('stream/event-schema', 'an event has an undocumented type', 'enum', `${EVENTS}/event`, {
    workload: 'jobs',
    service: withText((text) => text.replaceAll('event: step', 'event: move')),
  }),
  fault('stream/event-schema', 'the data of an event lacks a required member', 'required', `${EVENTS}/data/job_id`, {
    workload: 'jobs',
    service: withText((text) => text.replace(/"job_id":"[^"]*",/, '')),
  }),
  fault('stream/event-schema', 'the data of an event is not JSON', 'other-data', `${EVENTS}/data`, {
    workload: 'jobs',
    service: withText((text) => text.replace(/(event: done\ndata: ).*/, '$1done')),
  }),
  fault('stream/event-order', 'a job begins after its first step', 'wrong-order', `${EVENTS}/event`, {
    workload: 'jobs',
    service: withText((text) => text.replace(/(event: step\n[^]*?)event: step\n/, '$1event: begun\n')),
  }),
  fault('stream/event-subject', 'the events have the id of another job', 'other-subject', `${EVENTS}/data/job_id`, {
    workload: 'jobs',
    service: withText((text) => text.replaceAll(/"job_id":"[^"]*"/g, '"job_id":"job-x"')),
  }),
  fault('stream/terminal-result', 'the terminal event has a different result', 'other-result', `${EVENTS}/data`, {
    workload: 'jobs',
    service: withText((text) => text.replace(/"total":\d+/, '"total":0')),
  }),
  fault('stream/resumed-events', 'a resumed stream lacks its first event', 'events-missing', EVENTS, {
    workload: 'jobs',
    service: (respond) => (request) => {
      const response = respond(request);
      const isResumed = headerValue(request.headers, 'last-event-id') !== undefined;
      if (!isResumed || response.kind !== 'response' || response.status !== 200) return response;
      const text = Buffer.from(response.body).toString();
      return { ...response, body: Buffer.from(text.replace(/^id: [^]*?\n\n/, '')) };
    },
  }),
  fault('stream/running-streams', 'the stream of a running job ends after its newest event', 'events-missing', EVENTS, {
    workload: 'jobs',
    service: endingEarly,
  }),
  fault('stream/resume', 'a broken stream is not resumed', 'not-resumed', '/request/header/last-event-id', {
    workload: 'scripts',
    surface: { ...FAITHFUL, resume: () => undefined },
  }),
  fault(
    'stream/resume',
    'a broken stream is restarted from the beginning',
    'begun-anew',
    '/request/header/last-event-id',
    {
      workload: 'scripts',
      surface: { ...FAITHFUL, resume: () => '' },
    },
  ),
  fault(
    'stream/resume',
    'a broken stream is resumed after the event that the caller named, and not after its last event',
    'begun-anew',
    '/request/header/last-event-id',
    {
      workload: 'scripts',
      surface: { ...FAITHFUL, resume: (last, given) => (given === '' ? last : given) },
    },
  ),
  fault(
    'stream/resume',
    'a resumed stream that breaks again is restarted from the beginning',
    'begun-anew',
    '/request/header/last-event-id',
    {
      workload: 'scripts',
      surface: { ...FAITHFUL, resume: (last, _, count) => (count === 0 ? last : '') },
    },
  ),
  fault('stream/parsed-alike', 'a line of blanks ends an event', 'event-changed', '/outcome/events', {
    workload: 'scripts',
    surface: misreading((text) => text.replaceAll(/^[ \t]+$/gm, '')),
  }),
  fault('stream/parsed-alike', 'the letter case of field names is ignored', 'event-changed', '/outcome/events', {
    workload: 'scripts',
    surface: misreading((text) => text.replaceAll(/^(?:data|event|id)/gim, (name) => name.toLowerCase())),
  }),
  fault(
    'stream/parsed-alike',
    'if an event has two types, the first type is used',
    'event-changed',
    '/outcome/events',
    {
      workload: 'scripts',
      surface: misreading((text) => text.replaceAll(/^(event: no\n[^]*?)event: .*\n/gm, '$1')),
    },
  ),
  fault('stream/parsed-alike', 'CRLF is parsed as two line ends', 'event-changed', '/outcome/events', {
    workload: 'scripts',
    surface: misreading((text) => text.replaceAll('\r\n', '\n\n')),
  }),
  fault('stream/parsed-alike', 'a comment is parsed as data', 'event-changed', '/outcome/events', {
    workload: 'scripts',
    surface: misreading((text) => text.replaceAll(/^:/gm, 'data:')),
  }),
  fault('stream/parsed-alike', 'the type of an event is kept for the next event', 'event-changed', '/outcome/events', {
    workload: 'scripts',
    surface: misreading((text) => text.replaceAll(/(\nid: 2\n)(data)/g, '$1event: begun\n$2')),
  }),
  fault(
    'stream/parsed-alike',
    'the type of an event without data is kept for the next event',
    'event-changed',
    '/outcome/events',
    {
      workload: 'scripts',
      surface: misreading((text) => text.replace(/^(event: unused\n)\n/m, '$1')),
    },
  ),
  fault('parity/same-events', 'events are reported without their ids', 'event-changed', '/outcome/events', {
    workload: 'jobs',
    surface: withEvents((events) => events.map(({ event, data }) => ({ event, data }))),
  }),
  fault('parity/same-events', 'an event is reported twice', 'event-repeated', '/outcome/events', {
    workload: 'jobs',
    surface: withEvents((events) => events.flatMap((event) => [event, event])),
  }),
  fault('parity/same-events', 'progress events are not reported', 'event-changed', '/outcome/events', {
    workload: 'jobs',
    surface: withEvents((events) => events.filter(({ event }) => event !== 'step')),
  }),
  fault('parity/same-events', 'a stream is reported as text', 'not-events', '/outcome/events', {
    workload: 'jobs',
    surface: withOutcome((outcome) => (outcome.kind === 'events' ? { kind: 'value', value: 'text' } : outcome)),
  }),
];
