import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Case, CaseInput } from '../../contract/case.js';
import { contractAt } from '../../contract/fixtures/contracts.js';
import { parseEventStream, readEventStream } from '../../contract/wire/event-stream.js';
import { NO_BODY, type HeaderPair } from '../../contract/wire/message.js';
import { streamScript } from './stream-scripts.js';
import { SPELLINGS } from './stream-spellings.js';

async function scripted(name: string, input: CaseInput = {}) {
  const contract = await contractAt('contract/science-runtime.openapi.yaml', {
    root: join(import.meta.dirname, '../..'),
  });
  const script = streamScript(contract);
  script.prepare({ provenance: { kind: 'stream', name }, input } as Case);
  return (headers: readonly HeaderPair[]) => {
    const request = { method: 'GET', target: '/runs/run-1/events', headers, body: NO_BODY };
    const { status, body, delivery } = script.respond(request);
    return { status, events: parseEventStream(body), text: Buffer.from(body).toString(), body, delivery };
  };
}

async function served(name: string, headers: readonly HeaderPair[] = []) {
  return (await scripted(name))(headers);
}

it.each(
  [...SPELLINGS.keys()].filter(
    (name) =>
      !name.startsWith('cut') &&
      !['lines', 'empty-lines', 'line-of-blanks', 'padded'].includes(name) &&
      !name.startsWith('untyped') &&
      !name.startsWith('other-end'),
  ),
)('the script `%s` sends all events of the example', async (name) => {
  const [lf, spelled] = [await served('lf'), await served(name)];
  expect(spelled.events).toEqual(lf.events);
  expect(lf.events.map(({ event }) => event)).toEqual(['queued', 'running', 'progress', 'succeeded']);
  // A spelling with the same text as `lf` would test nothing, unless its chunks differ.
  if (!['lf', 'split', 'media-type'].includes(name)) expect(spelled.text).not.toBe(lf.text);
});

it('the script `empty-lines` sends data with two empty lines', async () => {
  const [lf, spelled] = [await served('lf'), await served('empty-lines')];
  expect(spelled.events).toEqual(lf.events.map((event) => ({ ...event, data: event.data.replace('{', '{\n\n\n') })));
});

it('the script `line-of-blanks` sends data with two lines', async () => {
  const [lf, spelled] = [await served('lf'), await served('line-of-blanks')];
  expect(spelled.text).toMatch(/^data: \{\n \n\t\ndata: /m);
  expect(spelled.events).toEqual(lf.events.map((event) => ({ ...event, data: event.data.replace('{', '{\n') })));
});

it('the script `padded` sends data that begins and ends with spaces', async () => {
  const [lf, padded] = [await served('lf'), await served('padded')];
  expect(padded.events).toEqual(lf.events.map((event) => ({ ...event, data: `  ${event.data} ` })));
});

it.each(['untyped', 'untyped-after-empty'])('the script `%s` omits the type of the second event', async (name) => {
  const { events } = await served(name);
  expect(events.map(({ event }) => event)).toEqual(['queued', 'message', 'progress', 'succeeded']);
});

it('the script `split` sends a multi-byte character in two chunks, and `crlf-split` sends CR and LF in two chunks', async () => {
  const split = await served('split');
  expect(split.delivery?.chunks).toHaveLength(split.body.byteLength);
  expect(split.body.some((byte) => byte >= 0x80)).toBe(true);
  const { body, delivery } = await served('crlf-split');
  let end = 0;
  const ends = (delivery?.chunks ?? []).map((size) => (end += size));
  expect(ends.every((place) => body[place - 1] === 0x0d && body[place] === 0x0a)).toBe(true);
});

it.each(['cut', 'cut-between', 'cut-after-comment', 'cut-unended'])(
  'the script `%s` breaks the connection, and then sends the events after Last-Event-ID',
  async (name) => {
    const whole = (await served('lf')).events;
    const broken = await served(name);
    expect([broken.delivery?.cut, broken.events]).toEqual([true, whole.slice(0, 2)]);
    expect(broken.text.trimEnd().split('\n').at(-1)).toMatch(name === 'cut-after-comment' ? /^: / : /^data: /);
    const rest = await served(name, [['Last-Event-ID', '2']]);
    expect([rest.delivery?.cut, rest.events]).toEqual([false, whole.slice(2)]);
  },
);

it('the script `cut-continued` breaks the connection once, after the event that follows the Last-Event-ID of the call', async () => {
  const whole = (await served('lf')).events;
  const request = await scripted('cut-continued', { header: { 'Last-Event-ID': '1' } });
  const [broken, same, rest] = ['1', '1', '3'].map((id) => request([['last-event-id', id]]));
  expect([broken?.delivery?.cut, broken?.events]).toEqual([true, whole.slice(1, 3)]);
  expect([same?.delivery?.cut, same?.events]).toEqual([false, whole.slice(1)]);
  expect([rest?.delivery?.cut, rest?.events]).toEqual([false, whole.slice(3)]);
});

it('the script `cut-again` also breaks the resumed stream, before its first event', async () => {
  const whole = (await served('lf')).events;
  const request = await scripted('cut-again');
  const [broken, again, rest] = [request([]), ...['2', '2'].map((id) => request([['last-event-id', id]]))];
  expect([broken.delivery?.cut, broken.events]).toEqual([true, whole.slice(0, 2)]);
  expect([again?.delivery?.cut, again?.events, again?.text.length]).toEqual([true, [], expect.any(Number)]);
  expect([rest?.delivery?.cut, rest?.events]).toEqual([false, whole.slice(2)]);
});

it('the script `cut-again` does not break the stream again if the client restarts it from the beginning', async () => {
  const request = await scripted('cut-again');
  expect([request([]), request([])].map(({ delivery }) => delivery?.cut)).toEqual([true, false]);
});

it('the script `cut-at-start` breaks the connection before the first event, and then sends all events', async () => {
  const whole = (await served('lf')).events;
  const request = await scripted('cut-at-start');
  const [broken, again] = [request([]), request([])];
  expect([broken.delivery?.cut, broken.events]).toEqual([true, []]);
  expect([again.delivery?.cut, again.events]).toEqual([false, whole]);
});

it('the script `cut-after-position` sends only the id of the third event before it breaks', async () => {
  const whole = (await served('lf')).events;
  const request = await scripted('cut-after-position');
  const [broken, rest] = [request([]), request([['last-event-id', '3']])];
  expect([broken.delivery?.cut, readEventStream(broken.body)]).toEqual([
    true,
    { events: whole.slice(0, 2), lastId: '3' },
  ]);
  expect(rest.events).toEqual(whole.slice(3));
});

it('the script `other-end` sends a terminal event that the example lacks', async () => {
  const { events } = await served('other-end');
  expect(events.map(({ event }) => event)).toEqual(['queued', 'running', 'progress', 'failed']);
  expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ state: 'failed' });
});

it('the script `cut-refused` breaks the connection, and then refuses to resume the stream', async () => {
  const request = await scripted('cut-refused');
  const [broken, rest] = [request([]), request([['last-event-id', '2']])];
  expect([broken.status, broken.delivery?.cut, broken.events.length]).toEqual([200, true, 2]);
  expect([rest.status, JSON.parse(rest.text)]).toMatchObject([404, { status: 404 }]);
});

it('no script breaks the connection after the last event', async () => {
  const request = await scripted('cut', { header: { 'Last-Event-ID': '3' } });
  expect(request([['last-event-id', '3']])).toMatchObject({ delivery: { cut: true }, events: [] });
});
