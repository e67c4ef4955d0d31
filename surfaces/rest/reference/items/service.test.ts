import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { schemas } from '../../generated/schemas.js';
import { createSchemaChecker } from '../input/input-checker.js';
import { type RunningService, SERVICE_DEFAULTS, startService } from './service.js';

const TOKEN = 'token-of-the-test';
const isItem = createSchemaChecker(schemas, 'Item');
let service: RunningService;
beforeAll(async () => {
  const fixture = 'contract/fixtures/items.json';
  service = await startService({ ...SERVICE_DEFAULTS, token: TOKEN, basePath: '/v1', fixture, resetPath: '/-/reset' });
});
afterAll(() => service.stop());

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly token?: string | undefined;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { readonly [key: string]: unknown };
}

async function send(path: string, { method = 'GET', headers = {}, body, ...rest }: Sent = {}): Promise<Received> {
  const token = 'token' in rest ? rest.token : TOKEN;
  const response = await request(`${service.url}${path}`, {
    method: method as 'GET',
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Received['body']),
  };
}

const create = (body: unknown): Promise<Received> => createRaw(JSON.stringify(body));
const createRaw = (body: string | Uint8Array, type = 'application/json'): Promise<Received> =>
  send('/items', { method: 'POST', headers: { 'content-type': type }, body });

describe('createItem', () => {
  it('a created item keeps every field in every operation', async () => {
    const sent = {
      name: 'Überlauf 🔧\u0000',
      note: 'a\u0000b',
      status: 'active',
      quantity: -9007199254740991,
      serial: '9223372036854775807',
      price: 0.29,
      due_on: '2024-02-29',
      observed_at: '2026-01-05T08:00:00.250+01:00',
      tags: ['', ' '],
      labels: { constructor: '', a: 'b' },
      size: { width: 1e-7, height: 100000, unit: 'mm' },
      source: { kind: 'import', file: 'f', row: 1 },
    };
    const created = await create(sent);
    expect(created).toMatchObject({ status: 201, body: { ...sent, version: 1 } });
    expect(isItem(created.body as never)).toEqual([]);
    const location = new URL(String(created.headers['location']), `${service.url}/items`).href;
    expect(location).toBe(`${service.url}/items/${String(created.body['item_id'])}`);
    expect((await send(location.slice(service.url.length))).body).toEqual(created.body);
    expect(await everyItem()).toContainEqual(created.body);
  });

  it('a created item gets the default status, and other omitted members stay omitted', async () => {
    const { body } = await create({ name: 'a' });
    expect(Object.keys(body)).toEqual(['item_id', 'version', 'name', 'status', 'created_at', 'updated_at']);
    expect(body['status']).toBe('draft');
  });

  it('null and empty members differ from omitted members', async () => {
    expect((await create({ name: 'a', note: null })).body).toHaveProperty('note', null);
    expect((await create({ name: 'a', note: '', tags: [], labels: {} })).body).toMatchObject({
      note: '',
      tags: [],
      labels: {},
    });
    expect((await create({ name: 'a' })).body).not.toHaveProperty('note');
  });

  it('a label named __proto__ is kept, and a field named __proto__ is refused', async () => {
    const { body } = await createRaw('{"name":"a","labels":{"__proto__":"kept","toString":"too"}}');
    expect(JSON.stringify(body['labels'])).toBe('{"__proto__":"kept","toString":"too"}');
    expect(await createRaw('{"name":"a","__proto__":{"status":"active"}}')).toMatchObject(invalid('/body/__proto__'));
    expect(await createRaw('{"__proto__":{"name":"a"}}')).toMatchObject({ status: 422 });
  });

  it('a lone surrogate in a string is kept', async () => {
    expect((await createRaw('{"name":"\\ud800"}')).body['name']).toBe('\ud800');
  });

  it('application/json is accepted in any letter case and with charset UTF-8', async () => {
    for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"']) {
      expect((await createRaw('{"name":"a"}', type)).status, type).toBe(201);
    }
  });
});

async function everyItem(limit = 100): Promise<readonly unknown[]> {
  return (await pagesOf(limit)).flat();
}

async function pagesOf(
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<readonly (readonly unknown[])[]> {
  const pages: (readonly unknown[])[] = [];
  let query = `?limit=${limit}`;
  for (let page = 0; page < 200; page += 1) {
    const { body } = await send(`/items${query}`);
    pages.push(body['items'] as readonly unknown[]);
    if (body['next_cursor'] === null) return pages;
    await between();
    query = `?limit=${limit}&cursor=${encodeURIComponent(String(body['next_cursor']))}`;
  }
  throw new Error('pages without end');
}

describe('listItems', () => {
  it.each([1, 3, 7, 100])('the pages of at most %i items contain every item once', async (limit) => {
    const pages = await pagesOf(limit);
    const all = await everyItem();
    expect(pages.flat()).toEqual(all);
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    expect(pages.at(-1)?.length).toBeGreaterThan(0);
  });

  it('no item is repeated or omitted if items are added between two pages', async () => {
    const before = await everyItem();
    let added = 0;
    const addOne = async (): Promise<unknown> => (added < 12 ? create({ name: `added ${(added += 1)}` }) : undefined);
    const seen = (await pagesOf(5, addOne)).flat();
    expect(added).toBeGreaterThan(3);
    expect(seen.slice(0, before.length)).toEqual(before);
    expect(new Set(seen.map((item) => (item as { item_id: string }).item_id)).size).toBe(seen.length);
  });

  it('a page has 20 valid items by default', async () => {
    const { body } = await send('/items?unknown=1&unknown=2');
    expect(body['items']).toHaveLength(20);
    expect((body['items'] as never[]).flatMap((item) => isItem(item))).toEqual([]);
  });
});

describe('getItem', () => {
  it('every item of the fixture is found by its identifier', async () => {
    for (const item of await everyItem()) {
      const itemId = (item as { readonly item_id: string }).item_id;
      expect((await send(`/items/${encodeURIComponent(itemId)}`)).body).toEqual(item);
    }
  });
});

type Want = Readonly<Record<string, unknown>>;

const JSON_TYPE = { 'content-type': 'application/json' };
const LARGE = `{"name":"${'a'.repeat(70_000)}"}`;
const post = (body?: string, headers: Readonly<Record<string, string>> = JSON_TYPE): [string, Sent] => [
  '/items',
  { method: 'POST', headers, ...(body === undefined ? {} : { body }) },
];
const typed = (type: string): Readonly<Record<string, string>> => ({ 'content-type': type });
const problem = (status: number, type: string): Want => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: `urn:problem-type:${type}`, status },
});
const invalid = (pointer: string, detail?: string): Want => ({
  status: 422,
  body: { type: 'urn:problem-type:invalid-input', errors: [{ pointer, ...(detail === undefined ? {} : { detail }) }] },
});

describe('failures of the item service', () => {
  it.each<readonly [string, { given: readonly [string, Sent?]; want: Want }]>([
    ['no token → 401', { given: ['/items', { token: undefined }], want: problem(401, 'unauthenticated') }],
    [
      'no token → a challenge',
      { given: ['/items', { token: undefined }], want: { headers: { 'www-authenticate': 'Bearer realm="items"' } } },
    ],
    ['a wrong token → 401', { given: ['/items', { token: `${TOKEN}x` }], want: problem(401, 'unauthenticated') }],
    [
      'a different authentication scheme → 401',
      { given: ['/items', { token: undefined, headers: { authorization: `Basic ${TOKEN}` } }], want: { status: 401 } },
    ],
    ['an unknown path → 404', { given: ['/nothing'], want: problem(404, 'not-found') }],
    ['an empty path segment → 404', { given: ['/items/'], want: problem(404, 'not-found') }],
    ['an additional path segment → 404', { given: ['/items/a/b'], want: problem(404, 'not-found') }],
    ['an unknown item → 404', { given: ['/items/none'], want: problem(404, 'not-found') }],
    [
      'an unsupported method → 405',
      { given: ['/items', { method: 'DELETE' }], want: problem(405, 'method-not-allowed') },
    ],
    [
      'an unsupported method → Allow lists the supported methods',
      { given: ['/items', { method: 'PUT' }], want: { headers: { allow: 'GET, POST' } } },
    ],
    [
      'the method HEAD → 405',
      { given: ['/items/item-0001', { method: 'HEAD' }], want: { status: 405, headers: { allow: 'GET' } } },
    ],
    [
      'the method OPTIONS → 405',
      { given: ['/items/item-0001', { method: 'OPTIONS' }], want: { status: 405, headers: { allow: 'GET' } } },
    ],
    ['a body that is too large → 413', { given: post(LARGE), want: problem(413, 'content-too-large') }],
    [
      'a body of plain text → 415',
      { given: post('{}', typed('text/plain')), want: problem(415, 'unsupported-media-type') },
    ],
    ['a body without a media type → 415', { given: post('{}', {}), want: { status: 415 } }],
    [
      'a charset other than UTF-8 → 415',
      { given: post('{}', typed('application/json; charset=utf-16')), want: { status: 415 } },
    ],
    [
      'a body with a content coding → 415',
      { given: post('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }), want: { status: 415 } },
    ],
    ['no body → 400', { given: post(undefined, {}), want: problem(400, 'malformed-json') }],
    ['a truncated body → 400', { given: post('{"name":'), want: problem(400, 'malformed-json') }],
    ['a body with a repeated member name → 400', { given: post('{"name":"a","name":"b"}'), want: { status: 400 } }],
    ['a body of null → 422', { given: post('null'), want: invalid('/body') }],
    ['a missing required field → 422', { given: post('{}'), want: invalid('/body', "must have the property 'name'") }],
    ['a deeply nested body → 422', { given: post(`${'['.repeat(9000)}${']'.repeat(9000)}`), want: invalid('/body') }],
    ['a limit of 0 → 422', { given: ['/items?limit=0'], want: invalid('/query/limit', 'must be at least 1') }],
    ['an empty limit → 422', { given: ['/items?limit='], want: invalid('/query/limit') }],
    ['a limit that is sent twice → 422', { given: ['/items?limit=1&limit=1'], want: invalid('/query/limit') }],
    [
      'a cursor that the service did not issue → 422',
      { given: ['/items?cursor=cGFnZS0y'], want: invalid('/query/cursor') },
    ],
    [
      'an identifier that is too short → 422',
      { given: ['/items/ab'], want: invalid('/path/item_id', 'must have at least 3 characters') },
    ],
    ['an invalid percent escape in the path → 422', { given: ['/items/%FFabc'], want: invalid('/path/item_id') }],
    ['an invalid percent escape in the query → 422', { given: ['/items?limit=%'], want: invalid('/query/limit') }],
  ])('a failure has the documented status and problem: %s', async (_name, { given: [path, sent], want }) => {
    expect(await send(path, sent)).toMatchObject(want);
  });

  it('extreme numbers are invalid input, not internal errors', async () => {
    expect(await createRaw('{"name":"a","price":1e999,"quantity":1e999}')).toMatchObject({ status: 422 });
  });

  const put = { method: 'PUT', headers: typed('text/plain'), body: LARGE };
  it.each<readonly [string, number, readonly [string, Sent]]>([
    ['a wrong token, before an unsupported method', 401, ['/items?limit=0', { ...put, token: 'wrong' }]],
    ['an unsupported method, before a large body', 405, ['/items?limit=0', put]],
    ['a large body, before an unsupported media type', 413, post(LARGE, typed('text/plain'))],
    ['an unsupported media type, before malformed JSON', 415, post('{', typed('text/plain'))],
    ['malformed JSON, before invalid input', 400, post('{')],
    ['invalid input', 422, post('{}')],
    ['a wrong token, before an unknown path', 401, ['/nothing', { token: 'wrong' }]],
    ['an unsupported method, before an invalid identifier', 405, ['/items/ab', { method: 'PUT' }]],
    ['an invalid identifier, before an unknown item', 422, ['/items/ab', {}]],
    ['an unknown item', 404, ['/items/abc', {}]],
  ])('only the first of several failures is reported: %s → %i', async (_name, status, [path, sent]) => {
    expect((await send(path, sent)).status).toBe(status);
  });

  it('a problem lists every fault of a small body, and only the first fault of a large body', async () => {
    const wrong = {
      name: '',
      tags: ['a', 'a'],
      labels: { 'a/b': 'x' },
      size: { width: 0, height: 1, unit: 'mm', depth: 1 },
    };
    const places = ['/body/labels/a~1b', '/body/name', '/body/size/depth', '/body/size/width', '/body/tags'];
    expect(placesOf(await create(wrong))).toEqual(places);
    expect(placesOf(await create({ ...wrong, note: 'a'.repeat(20_000) }))).toHaveLength(1);
  });

  it('a failed request leaves the stored items unchanged', async () => {
    const before = await everyItem();
    await create({});
    await createRaw('{"name":');
    await createRaw('{"name":"a"}', 'text/plain');
    await send('/items', { method: 'POST', token: 'wrong', headers: JSON_TYPE, body: '{"name":"a"}' });
    expect(await everyItem()).toEqual(before);
  });
});

function placesOf({ body }: Received): readonly string[] {
  return (body['errors'] as readonly { readonly pointer: string }[]).map(({ pointer }) => pointer).toSorted();
}

describe('the reset hook', () => {
  const origin = (): string => new URL(service.url).origin;

  it('a reset restores the items of the fixture, and removes all other items', async () => {
    await request(`${origin()}/-/reset`, { method: 'POST' });
    const fixture = await everyItem();
    expect(fixture.length).toBeGreaterThan(20);
    await create({ name: 'gone' });
    expect(await everyItem()).toHaveLength(fixture.length + 1);
    const { statusCode, body } = await request(`${origin()}/-/reset`, { method: 'POST' });
    expect([statusCode, await body.text()]).toEqual([204, '']);
    expect(await everyItem()).toEqual(fixture);
  });

  it.each([
    ['a method other than POST', { method: 'GET' as const, headers: {} }],
    ['a request from a web page', { method: 'POST' as const, headers: { origin: 'http://evil.example' } }],
  ])('the reset hook does not exist for %s', async (_name, options) => {
    const { statusCode, body } = await request(`${origin()}/-/reset`, options);
    await body.dump();
    expect(statusCode).toBe(401);
  });
});
