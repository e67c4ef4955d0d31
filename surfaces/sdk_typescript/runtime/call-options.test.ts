import { expect, onTestFinished, test } from 'vitest';
import { json, peer } from '../../fixtures/peer.js';
import { ApiError, Client, RefusedError } from '../generated/client.js';
import { Client as Runs } from '../science_runtime/generated/client.js';
import type { ClientOptions } from './transport.js';

function client(baseUrl: string, options: Omit<ClientOptions, 'baseUrl'> = {}): Client {
  const made = new Client({ baseUrl, ...options });
  onTestFinished(() => made.close());
  return made;
}

function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
}

test('headers of a call override headers of the operation, which override headers of the client', async () => {
  const { origin, seen } = await peer(json('{}'));
  const made = client(origin, {
    token: 'right',
    headers: { Accept: 'text/html', 'User-Agent': 'acme/1', 'X-Tenant': 'a' },
  });
  await made.listItems();
  await made.listItems({}, { headers: { 'x-tenant': 'b', AUTHORIZATION: 'Bearer other' } });
  const usual = {
    accept: 'application/json, application/problem+json',
    'user-agent': 'acme/1',
    authorization: 'Bearer right',
    'x-tenant': 'a',
  };
  expect(seen[0]?.headers).toMatchObject(usual);
  expect(seen[1]?.headers).toMatchObject({ ...usual, authorization: 'Bearer other', 'x-tenant': 'b' });
});

test.each([
  { 'bad name': 'x' },
  { '': 'x' },
  { x: 'se\r\ncret' },
  { x: 'sécret' },
  { x: ' secret' },
  { x: 1 as unknown as string },
])('the headers %j are refused', async (headers: Readonly<Record<string, string>>) => {
  const { origin, seen } = await peer(json('{}'));
  const refused = await thrownBy(client(origin).listItems({}, { headers }));
  expect(refused).toBeInstanceOf(RefusedError);
  expect(String(refused)).not.toContain('cret');
  expect(() => new Client({ baseUrl: origin, headers })).toThrow(TypeError);
  expect(seen).toEqual([]);
});

test('a token function is called before each request', async () => {
  const { origin, seen } = await peer(json('{}'));
  const tokens = ['one', 'two', 'no\ntoken'];
  const made = client(origin, { token: async () => tokens.shift() });
  await made.listItems();
  await made.listItems();
  const error = await thrownBy(made.listItems());
  await made.listItems();
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two', undefined]);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).not.toContain('token\n');
});

test('the time limit of a call overrides the time limit of the client', async () => {
  const { origin } = await peer(() => undefined);
  expect(await thrownBy(client(origin).listItems({}, { timeoutMs: 20 }))).toMatchObject({
    code: 'timeout',
    message: 'No reply arrived within 20 ms.',
  });
});

test('an abort ends a call with the reason of the signal, before or after the request is sent', async () => {
  const stop = new AbortController();
  const { origin, seen } = await peer(() => stop.abort(new Error('enough')));
  const made = client(origin);
  expect(await thrownBy(made.listItems({}, { signal: stop.signal }))).toEqual(new Error('enough'));
  expect(await thrownBy(made.listItems({}, { signal: stop.signal }))).toEqual(new Error('enough'));
  expect(seen).toHaveLength(1);
});

test.each<readonly [string, boolean]>([
  ['an open stream', false],
  ['a stream that waits to be resumed', true],
])(
  'an abort ends a stream with the reason of the signal: %s',
  async (_, isBroken) => {
    const { origin, seen } = await peer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 9000\nid: 1\nevent: running\ndata: {}\n\n');
      if (isBroken) setTimeout(() => response.destroy(), 10);
    });
    const stop = new AbortController();
    // The reason of the signal has the code of a broken connection, but the stream must not be resumed.
    const enough = Object.assign(new Error('enough'), { code: 'ECONNRESET' });
    const runs = new Runs({ baseUrl: origin });
    onTestFinished(() => runs.close());
    const events = runs.streamRunEvents({ run_id: 'run-1' }, { signal: stop.signal });
    expect((await events.next()).value).toMatchObject({ id: '1' });
    const next = thrownBy(events.next());
    setTimeout(() => stop.abort(enough), isBroken ? 100 : 10);
    expect(await next).toBe(enough);
    expect(seen).toHaveLength(1);
    // The call ends without waiting for the pause of 9 seconds.
  },
  5000,
);

test('an error contains the headers of the reply', async () => {
  const { origin } = await peer((response) => {
    response.writeHead(503, { 'Retry-After': '7', 'X-Twice': ['a', 'b'] }).end();
  });
  const error = await thrownBy(client(origin).listItems());
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 503, headers: { 'retry-after': '7', 'x-twice': 'a, b' } });
});
