import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { json, peer } from '../../fixtures/peer.js';
import { Client } from '../generated/client.js';
import { ApiError, InternalError, InvalidInputError, NotFoundError } from '../generated/errors.js';
import type { ItemCreate } from '../generated/types.js';
import { RefusedError } from './refused-error.js';
import type { ClientOptions } from './transport.js';

function client(baseUrl: string, options: Omit<ClientOptions, 'baseUrl'> = {}): Client {
  const made = new Client({ baseUrl, timeoutMs: 2000, ...options });
  onTestFinished(() => made.close());
  return made;
}

async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: unknown) => error,
  );
}

test.each([
  ['', '/items'],
  ['/', '/items'],
  ['/v1', '/v1/items'],
  ['/v1/', '/v1/items'],
  ['/a%20b//', '/a%20b/items'],
])('a client accepts a base URL that ends in %j', async (suffix, wanted) => {
  const { origin, seen } = await peer(json('{}'));
  await client(origin + suffix).listItems();
  expect(seen.map(({ line }) => line)).toEqual([`GET ${wanted}`]);
});

test.each([
  ['a/b', 'a%2Fb'],
  ['a?b', 'a%3Fb'],
  ['a#b', 'a%23b'],
  ['a%b', 'a%25b'],
  ['..%2f', '..%252f'],
  ['...', '...'],
  ['a b', 'a%20b'],
  ['日本語', '%E6%97%A5%E6%9C%AC%E8%AA%9E'],
  ['🧰', '%F0%9F%A7%B0'],
  ["it's!(*)", 'it%27s%21%28%2A%29'],
  ['$&$1', '%24%26%241'],
  ['nul\0', 'nul%00'],
])('the id %j is sent as one path segment', async (id, wanted) => {
  const { origin, seen } = await peer(json('{}'));
  await client(origin).getItem({ item_id: id });
  expect(seen.map(({ line }) => line)).toEqual([`GET /items/${wanted}`]);
});

test.each(['', '.', '..', '\ud83e'])('a call with the id %j is refused', async (id) => {
  const { origin, seen } = await peer(json('{}'));
  expect(await thrownBy(client(origin).getItem({ item_id: id }))).toBeInstanceOf(RefusedError);
  expect(await thrownBy(client(origin).getItem({} as { item_id: string }))).toMatchObject({ code: 'refused' });
  expect(seen).toEqual([]);
});

test.each<readonly [string, object, string]>([
  ['an omitted member is not sent', { name: 'a' }, '{"name":"a"}'],
  ['a member with the value null is sent', { name: 'a', note: null }, '{"name":"a","note":null}'],
  [
    'empty members are sent',
    { name: 'a', note: '', tags: [], labels: {} },
    '{"name":"a","note":"","tags":[],"labels":{}}',
  ],
  ['a member with the value undefined is not sent', { name: 'a', note: undefined }, '{"name":"a"}'],
  ['a member called __proto__ is sent', { labels: { ['__proto__']: 'kept' } }, '{"labels":{"__proto__":"kept"}}'],
])('a body is sent as JSON: %s', async (_, body, wanted) => {
  const { origin, seen } = await peer(json('{}', 201));
  await client(origin).createItem({ body: body as ItemCreate });
  expect(seen[0]).toMatchObject({ line: 'POST /items', body: wanted, headers: { 'content-type': 'application/json' } });
});

test('a body of null is sent, and an omitted body is not sent', async () => {
  const { origin, seen } = await peer(json('{}', 201));
  const loose = client(origin) as unknown as { createItem(args: object): Promise<unknown> };
  await loose.createItem({ body: null });
  await loose.createItem({});
  expect(seen.map(({ body, headers }) => [body, headers['content-type'], headers['content-length']])).toEqual([
    ['null', 'application/json', '4'],
    ['', undefined, '0'],
  ]);
});

test('arguments that are undefined or inherited are not sent', async () => {
  const { origin, seen } = await peer(json('{}'));
  const args = Object.assign(Object.create({ limit: 7 }) as object, { cursor: undefined });
  await client(origin).listItems(args as { limit?: number });
  await client(origin).listItems({ limit: 5, cursor: 'a&b=c+d' });
  expect(seen.map(({ line }) => line)).toEqual(['GET /items', 'GET /items?limit=5&cursor=a%26b%3Dc%2Bd']);
});

test('a token is sent, and no error contains the token', async () => {
  const { origin, seen } = await peer(json('{}'));
  await client(origin, { token: 's3cr3t' }).listItems();
  await client(origin).listItems();
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer s3cr3t', undefined]);
  const failing = await thrownBy(client('http://127.0.0.1:9', { token: 's3cr3t' }).listItems());
  expect(failing).toMatchObject({ name: 'TransportError', code: 'connection' });
  expect(JSON.stringify(failing, Object.getOwnPropertyNames(failing)) + String(failing)).not.toContain('s3cr3t');
  expect(() => new Client({ baseUrl: origin, token: 's3cr3t\n' })).toThrow(
    /^token: only visible ASCII characters are allowed$/,
  );
});

const NO_BASE_URLS = ['', 'nowhere', '/items', 'ftp://host', 'http://user:pw@host', 'http://host?a=b', 'http://host#a'];

test.each(NO_BASE_URLS)('the base URL %j is refused', (baseUrl) => {
  expect(() => new Client({ baseUrl })).toThrow(TypeError);
});

test.each<readonly [string, number, string, string, unknown]>([
  [
    'the JSON value of a 200',
    200,
    'application/json',
    '{"items":[],"next_cursor":null}',
    { items: [], next_cursor: null },
  ],
  ['null', 200, 'application/json; charset=utf-8', 'null', null],
  ['the JSON value of a 202', 202, 'application/vnd.x+json', '[1]', [1]],
])('a call returns %s', async (_, status, type, body, wanted) => {
  const { origin } = await peer(json(body, status, type));
  expect(await client(origin).listItems()).toEqual(wanted);
});

const NOT_FOUND = { type: 'urn:problem-type:not-found', title: 'There is no such item.', status: 404 };

test.each<readonly [string, number, string, string, typeof ApiError, object]>([
  [
    'a 404 with a problem document',
    404,
    'application/problem+json',
    JSON.stringify(NOT_FOUND),
    NotFoundError,
    NOT_FOUND,
  ],
  [
    'a 422 with a different status in its problem document',
    422,
    'application/problem+json',
    '{"status":400}',
    InvalidInputError,
    { status: 400 },
  ],
  [
    'a 500 with an HTML body',
    500,
    'text/html',
    '<h1>Oops</h1>',
    InternalError,
    { type: 'about:blank', status: 500, detail: '<h1>Oops</h1>' },
  ],
  [
    'a 500 with invalid JSON',
    500,
    'application/json',
    '{"a"',
    InternalError,
    { type: 'about:blank', status: 500, detail: '{"a"' },
  ],
  [
    'a 404 with a JSON array',
    404,
    'application/json',
    '[]',
    NotFoundError,
    { type: 'about:blank', status: 404, detail: '[]' },
  ],
  ['a status that is not in the failure table', 418, 'application/json', '{"a":1}', ApiError, { a: 1 }],
  ['a redirection, which is not followed', 307, 'application/json', '{}', ApiError, {}],
  [
    'a 200 with invalid JSON',
    200,
    'application/json',
    '{"a"',
    ApiError,
    { type: 'urn:problem-type:unreadable-reply', detail: '{"a"' },
  ],
  ['a 200 with a body that is not UTF-8', 200, 'application/json', '"\ud83e"', ApiError, { status: 200 }],
  ['a 200 with an undocumented media type', 200, 'text/plain', 'fine', ApiError, { status: 200, detail: 'fine' }],
  ['a 200 without the documented body', 200, 'application/json', '', ApiError, { status: 200, detail: '' }],
])(
  'an error reply or an unreadable reply is thrown as an error: %s → $4',
  async (name, status, type, body, kind, problem) => {
    const { origin, seen } = await peer((response) => {
      response.writeHead(status, { 'content-type': type, location: '/elsewhere' });
      response.end(name.includes('UTF-8') ? Buffer.from([0x22, 0xff, 0x22]) : body);
    });
    const error = await thrownBy(client(origin).listItems());
    expect((error as Error).constructor).toBe(kind);
    expect(error).toMatchObject({ status, problem, name: kind.name });
    expect(seen).toHaveLength(1);
  },
);

test.each<readonly [string, (response: ServerResponse) => void, string]>([
  ['a connection that is reset', (response) => response.socket?.resetAndDestroy(), 'connection'],
  [
    'a reply that is cut off',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"items":', () => response.socket?.destroy());
    },
    'connection',
  ],
  ['a request without a reply', () => undefined, 'timeout'],
  ['a reply that never ends', (response) => void response.writeHead(200).write('{'), 'timeout'],
  ['a reply that is too large', json(`"${'a'.repeat(2000)}"`), 'reply-too-large'],
])('after %s, a TransportError is thrown, and the request is not sent again', async (_, answer, code) => {
  const { origin, seen } = await peer(answer);
  const error = await thrownBy(client(origin, { timeoutMs: 300, maxReplyBytes: 1000 }).listItems());
  expect(error).toMatchObject({ name: 'TransportError', code });
  await sleep(50);
  expect(seen).toHaveLength(1);
});

test('calls run concurrently on persistent connections, each with its own reply', async () => {
  let [atOnce, most] = [0, 0];
  const { origin } = await peer((response, { line }) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    setTimeout(() => {
      atOnce -= 1;
      json(JSON.stringify(line))(response);
    }, 20);
  });
  const one = client(origin);
  const ids = Array.from({ length: 100 }, (_, index) => `id-${index}`);
  const replies = await Promise.all(ids.map((item_id) => one.getItem({ item_id })));
  expect(replies).toEqual(ids.map((id) => `GET /items/${id}`));
  expect(most).toBeGreaterThan(1);
});

test('close waits for running calls, and later calls fail', async () => {
  const { origin, seen } = await peer((response) => setTimeout(() => json('{}')(response), 50));
  const one = new Client({ baseUrl: origin });
  const under = one.listItems();
  await sleep(20);
  await one.close();
  expect(await under).toEqual({});
  expect(await thrownBy(one.listItems())).toMatchObject({ name: 'TransportError' });
  expect(seen).toHaveLength(1);
});
