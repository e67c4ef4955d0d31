import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { SERVE_DEFAULTS } from '../reference/serving/serve.js';
import { startScienceRuntime } from './service.js';

const RUN = { run_id: 'run-1', objective: 'rastrigin', dimensions: 3, iterations: 500, seed: 7 };

async function service(): Promise<Service> {
  const running = await startScienceRuntime({ ...SERVE_DEFAULTS, token: 'right', resetPath: '/-/reset' });
  onTestFinished(() => running.stop());
  return {
    url: running.url,
    async call(path, { method = 'GET', body, headers = {} } = {}) {
      const json =
        body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const response = await fetch(running.url + path, {
        method,
        ...json,
        headers: { authorization: 'Bearer right', ...json.headers, ...headers },
      });
      return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
    },
  };
}

interface Service {
  readonly url: string;
  readonly call: (
    path: string,
    options?: {
      readonly method?: string;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ) => Promise<{ readonly status: number; readonly type: string; readonly text: string }>;
}

interface ReadEvent {
  readonly id: number;
  readonly event: string;
  readonly data: string;
}

function eventsOf(text: string): readonly ReadEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, id = '', event = '', data = ''] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return { id: Number(id), event, data };
    });
}

test('the response of a run equals the data of its only terminal event, and event ids are consecutive', async () => {
  const { call } = await service();
  const ran = await call('/runs', { method: 'POST', body: RUN });
  const stream = await call('/runs/run-1/events');
  const events = eventsOf(stream.text);
  expect([ran.status, stream.status, stream.type]).toEqual([200, 200, 'text/event-stream']);
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  expect(events.map(({ event }) => event).filter((event) => event !== 'progress')).toEqual([
    'queued',
    'running',
    'succeeded',
  ]);
  expect(events.length).toBeGreaterThan(4);
  expect(events.at(-1)?.data).toBe(ran.text);
  const values = events.flatMap(({ event, data }) =>
    event === 'progress' ? [(JSON.parse(data) as { best: { value: number } }).best.value] : [],
  );
  expect(values).toEqual(values.toSorted((a, b) => b - a));
});

test.each([
  ['1', (events: readonly ReadEvent[]) => events.slice(1)],
  ['3', (events: readonly ReadEvent[]) => events.slice(3)],
  ['999', () => []],
] as const)('a stream continues after Last-Event-ID %s', async (last, rest) => {
  const { call } = await service();
  await call('/runs', { method: 'POST', body: RUN });
  const whole = eventsOf((await call('/runs/run-1/events')).text);
  expect(eventsOf((await call('/runs/run-1/events', { headers: { 'last-event-id': last } })).text)).toEqual(
    rest(whole),
  );
});

test('an equal request returns the same run, even if it omits defaults, and a different request with the same id is a conflict', async () => {
  const { call } = await service();
  const start = (body: object) => call('/runs', { method: 'POST', body });
  const [one, two] = await Promise.all([
    start({ ...RUN, iterations: 100 }),
    start({ seed: 7, dimensions: 3, run_id: 'run-1', objective: 'rastrigin', step: 0.5 }),
  ]);
  expect(two).toEqual(one);
  expect(eventsOf((await call('/runs/run-1/events')).text).filter(({ event }) => event === 'queued')).toHaveLength(1);
  expect((await start({ ...RUN, seed: 8 })).status).toBe(409);
  const anonymous = { objective: 'sphere', dimensions: 1, seed: 0 };
  expect(await start(anonymous)).toEqual(await start(anonymous));
});

test.each([
  ['an unknown run', '/runs/run-2/events', {}, 404],
  ['an invalid identifier', '/runs/a/events', {}, 422],
  ['an invalid event id', '/runs/run-2/events', { headers: { 'last-event-id': '01' } }, 422],
  ['no token', '/runs/run-2/events', { headers: { authorization: '' } }, 401],
  ['an unsupported method', '/runs/run-2/events', { method: 'POST' }, 405],
  ['a body of an unsupported media type', '/runs', { method: 'POST', headers: { 'content-type': 'text/plain' } }, 415],
] as const)('a failure is answered with a problem document: %s → $3', async (_, path, options, status) => {
  const { call } = await service();
  const reply = await call(path, options);
  expect([reply.status, reply.type]).toEqual([status, 'application/problem+json']);
});

test('a reset removes every run', async () => {
  const { call } = await service();
  await call('/runs', { method: 'POST', body: RUN });
  expect((await call('/-/reset', { method: 'POST' })).status).toBe(204);
  expect((await call('/runs/run-1/events')).status).toBe(404);
});

/**
 * Opens the event stream of a run. The test starts the run at the same time, so the request is repeated until the run
 * exists.
 */
async function opened(url: string): Promise<IncomingMessage> {
  for (;;) {
    const asked = request(`${url}/runs/run-1/events`, { headers: { authorization: 'Bearer right' } });
    const [response] = (await once(asked.end(), 'response')) as [IncomingMessage];
    if (response.statusCode === 200) return response;
    response.resume();
  }
}

const LONG = { method: 'POST', body: { ...RUN, iterations: 10_000, dimensions: 32 } };

test('a stream that is opened during a run reports its events, and ends as cancelled if the run is removed', async () => {
  const { call, url } = await service();
  const ran = call('/runs', LONG);
  const chunks: Buffer[] = [];
  for await (const chunk of (await opened(url)) as AsyncIterable<Buffer>) {
    if (chunks.length === 0) await call('/-/reset', { method: 'POST' });
    chunks.push(chunk);
  }
  expect(JSON.parse((await ran).text)).toMatchObject({ state: 'failed', reason: 'cancelled' });
  expect(eventsOf(Buffer.concat(chunks).toString()).at(-1)).toMatchObject({ event: 'failed', data: (await ran).text });
});

test('a client that disconnects during a stream does not affect the service', async () => {
  const { call, url } = await service();
  const ran = call('/runs', LONG);
  (await opened(url)).destroy();
  expect((await ran).status).toBe(200);
});
