import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import { ownValue } from '../../contract/json/json.js';
import type { SecurityScheme } from '../../contract/operation.js';
import type { DriverSession } from '../driver.js';
import { served } from '../fixtures/peer.js';
import type { Outcome } from '../outcome.js';
import { restDriver, restExpectedInventory } from './driver.js';
import { type RunningService, SERVICE_DEFAULTS, startService } from './reference/items/service.js';

const WIDE = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x${index}`, 1]));
const TOKEN = 'token-of-the-test';
const contract = await itemService();
let service: RunningService;

beforeAll(async () => {
  service = await startService({
    ...SERVICE_DEFAULTS,
    token: TOKEN,
    basePath: '/v1',
    fixture: 'contract/fixtures/items.json',
  });
});
afterAll(() => service.stop());

async function started(baseUrl: string, timeoutMs = 5000, of = contract): Promise<DriverSession> {
  const context = { surface: 'rest', contract: of, baseUrl, token: TOKEN, prefix: 'svc', timeoutMs, root: '.' };
  const session = await restDriver().start(context);
  onTestFinished(() => session.stop());
  return session;
}

function run(
  session: DriverSession,
  id: string,
  input: CaseInput,
  token: string | undefined = TOKEN,
): Promise<Outcome> {
  return session.run({ operation: operationOf(contract, id), input, token, gate: 'approved' });
}

describe('restDriver with the reference service', () => {
  it('a success has its value and its status', async () => {
    const session = await started(service.url);
    const created = await run(session, 'createItem', { body: { name: 'a', note: null, labels: { a: '' } } });
    expect(created).toMatchObject({
      kind: 'value',
      status: 201,
      value: { name: 'a', note: null, labels: { a: '' }, status: 'draft' },
    });
    const itemId = created.kind === 'value' ? (ownValue(created.value, 'item_id') ?? '') : '';
    expect(await run(session, 'getItem', { path: { item_id: itemId } })).toEqual({ ...created, status: 200 });
    expect(await run(session, 'listItems', { query: { limit: 2 } })).toMatchObject({
      status: 200,
      value: { items: [{}, {}] },
    });
  });

  it('items with reserved characters in their identifiers are found', async () => {
    const session = await started(`${service.url}/`);
    for (const itemId of ['a/b', '日本語', '..%2f..']) {
      expect(await run(session, 'getItem', { path: { item_id: itemId } })).toMatchObject({
        kind: 'value',
        value: { item_id: itemId },
      });
    }
  });

  it.each<[string, { given: [string, CaseInput]; want: object }]>([
    [
      'an unknown item',
      {
        given: ['getItem', { path: { item_id: 'none' } }],
        want: { status: 404, problem: { type: 'urn:problem-type:not-found' } },
      },
    ],
    [
      'an invalid limit',
      {
        given: ['listItems', { query: { limit: 0 } }],
        want: { status: 422, problem: { errors: [{ pointer: '/query/limit' }] } },
      },
    ],
    [
      'a null body',
      { given: ['createItem', { body: null }], want: { status: 422, problem: { errors: [{ pointer: '/body' }] } } },
    ],
    ['a create without a body', { given: ['createItem', {}], want: { status: 400 } }],
  ])('the outcome of a failure contains its problem document: %s', async (_name, { given: [id, input], want }) => {
    expect(await run(await started(service.url), id, input)).toMatchObject({ kind: 'problem', ...want });
  });

  it('a call sends its token, or no token if it has none', async () => {
    const session = await started(service.url);
    const operation = operationOf(contract, 'listItems');
    expect(await session.run({ operation, input: {}, token: undefined, gate: 'approved' })).toMatchObject({
      kind: 'problem',
      status: 401,
    });
    expect(await run(session, 'listItems', {}, 'wrong')).toMatchObject({ kind: 'problem', status: 401 });
  });

  it('the driver adds only the token and the headers that HTTP requires to a request', async () => {
    const seen: string[][] = [];
    const session = await started(
      await served((request, response) => {
        seen.push(Object.keys(request.headers).toSorted());
        response.end();
      }),
    );
    const operation = operationOf(contract, 'listItems');
    await session.run({ operation, input: {}, token: undefined, gate: 'approved' });
    await run(session, 'createItem', { body: { name: 'a' } });
    expect(seen).toEqual([
      ['connection', 'host'],
      ['authorization', 'connection', 'content-length', 'content-type', 'host'],
    ]);
  });

  it.each<[string, { given: [string, CaseInput, string?]; want: number }]>([
    ['a page → 200', { given: ['listItems', {}], want: 200 }],
    ['a created item → 201', { given: ['createItem', { body: { name: 'a' } }], want: 201 }],
    ['a create without a body → 400', { given: ['createItem', {}], want: 400 }],
    ['a wrong token → 401', { given: ['getItem', { path: { item_id: 'abc' } }, 'wrong'], want: 401 }],
    ['an unknown item → 404', { given: ['getItem', { path: { item_id: 'abc' } }], want: 404 }],
    ['a body that is too large → 413', { given: ['createItem', { body: { name: 'a'.repeat(70_000) } }], want: 413 }],
    [
      'a member whose name is too long for a pointer → 422',
      { given: ['createItem', { body: { ['n'.repeat(5000)]: 1 } }], want: 422 },
    ],
    ['more faults than a problem document can list → 422', { given: ['createItem', { body: WIDE }], want: 422 }],
  ])('the reference service sends the documented reply: %s', async (_name, { given: [id, input, token], want }) => {
    const outcome = await run(await started(service.url), id, input, token);
    const body = outcome.kind === 'value' ? outcome.value : outcome.kind === 'problem' ? outcome.problem : undefined;
    const response = operationOf(contract, id).responses.find(({ status }) => status === String(want));
    const schema = response?.content[0]?.schema;
    expect(outcome).toMatchObject({ status: want });
    expect(
      body === undefined || schema === undefined ? 'nothing to compare' : contract.schemas.validate(schema, body),
    ).toEqual([]);
  });

  it('input that cannot be sent is `inexpressible`', async () => {
    expect(await run(await started(service.url), 'getItem', { path: { item_id: '..' } })).toMatchObject({
      kind: 'inexpressible',
    });
  });

  it('the inventory lists exactly the routes of the contract', async () => {
    const entries = await (await started(service.url)).inventory();
    expect(entries.map(({ name }) => name).toSorted()).toEqual(
      restExpectedInventory(contract)
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});

describe('restDriver with a scripted server', () => {
  it.each<[string, { given: RequestListener; want: Outcome }]>([
    ['204 is a value', { given: (_, response) => response.writeHead(204).end(), want: { kind: 'value', status: 204 } }],
    [
      'a body of plain text is a value',
      {
        given: (_, response) => response.setHeader('content-type', 'text/plain').end('17'),
        want: { kind: 'value', status: 200, value: '17' },
      },
    ],
    [
      'a body of malformed JSON is a value, as text',
      {
        given: (_, response) => response.setHeader('content-type', 'application/json').end('{'),
        want: { kind: 'value', status: 200, value: '{' },
      },
    ],
    [
      'a redirection is a problem',
      {
        given: (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
        want: { kind: 'problem', status: 302 },
      },
    ],
    [
      'a body longer than the limit is a crash',
      {
        given: (_, response) => void response.end(Buffer.alloc(17 * 1024 * 1024)),
        want: { kind: 'crash', detail: "the response's body is longer than 16777216 bytes", raised: true },
      },
    ],
  ])('a reply becomes an outcome: %s', async (_name, { given, want }) => {
    expect(await run(await started(await served(given)), 'listItems', {})).toEqual(want);
  });

  it('a broken connection is a crash, and the next call succeeds', async () => {
    let requests = 0;
    const session = await started(
      await served((request, response) => {
        requests += 1;
        if (requests === 1) request.socket.destroy();
        else response.end();
      }),
    );
    expect(await run(session, 'listItems', {})).toMatchObject({ kind: 'crash' });
    expect(await run(session, 'listItems', {})).toEqual({ kind: 'value', status: 200 });
    expect(requests).toBe(2);
  });

  it('a call of an unreachable service is a crash', async () => {
    const detail: unknown = expect.stringMatching(/^ECONNREFUSED: connect ECONNREFUSED$/);
    expect(await run(await started('http://127.0.0.1:9'), 'listItems', {})).toMatchObject({ kind: 'crash', detail });
  });

  it.each<[string, RequestListener]>([
    ['the head of a reply', () => undefined],
    ['the rest of a body', (_, response) => void response.writeHead(200, { 'content-length': '10' }).write('1')],
  ])('a call times out while it waits for %s', async (_name, listener) => {
    expect(await run(await started(await served(listener), 150), 'listItems', {})).toEqual({
      kind: 'timeout',
      afterMs: 150,
    });
  });

  it('a call after a stop is a crash', async () => {
    const session = await started(service.url);
    await Promise.all([session.stop(), session.stop()]);
    expect(await run(session, 'listItems', {})).toMatchObject({ kind: 'crash' });
  });

  it('a session does not start with an invalid base URL', async () => {
    await expect(started('localhost:80')).rejects.toMatchObject({ code: 'surface-unavailable' });
  });
});

describe('the inventory of a service', () => {
  const answering = async (
    answer: (method: string, path: string) => readonly [number, string?],
  ): Promise<readonly string[]> => {
    const session = await started(
      await served((request, response) => {
        const [status, allow] = answer(request.method ?? '', request.url ?? '');
        response.writeHead(status, allow === undefined ? {} : { allow }).end();
      }),
    );
    return (await session.inventory()).map(({ name }) => name);
  };

  it('the inventory omits paths with the status 404, and lists routes that are not in the contract', async () => {
    const names = await answering((_, path) => (path === '/items' ? [405, 'GET,DELETE, HEAD'] : [404]));
    expect(names).toEqual(['GET /items', 'DELETE /items']);
  });

  it('the inventory comes from the reply to OPTIONS, or from other methods if OPTIONS is not supported', async () => {
    expect(await answering((method) => (method === 'OPTIONS' ? [200, 'GET'] : [501]))).toEqual([
      'GET /items',
      'GET /items/{item_id}',
    ]);
    expect(
      await answering((method) => (method === 'PATCH' ? [405, 'GET'] : method === 'POST' ? [405] : [204])),
    ).toEqual(['GET /items', 'GET /items/{item_id}']);
  });

  it('the inventory includes a documented method that the Allow header omits but the service supports', async () => {
    const asked: string[] = [];
    const names = await answering((method, path) => {
      if (path === '/items') asked.push(method);
      return method === 'POST' ? [422] : method === 'GET' && path !== '/items' ? [405, 'PUT'] : [405, 'GET'];
    });
    expect(names).toEqual(['GET /items', 'POST /items', 'GET /items/{item_id}']);
    expect(asked).toEqual(['OPTIONS', 'POST']);
  });

  it.each<[string, { given: readonly [path: string, allow: string, get: number]; want: readonly string[] }]>([
    ['a GET of another template is omitted', { given: ['/items/batch', 'GET, POST, PUT', 404], want: ['POST', 'PUT'] }],
    [
      'every method of a path that only one template matches is listed',
      { given: ['/batch', 'GET, POST, PUT', 404], want: ['GET', 'POST', 'PUT'] },
    ],
    ['a GET that the service does not support is omitted', { given: ['/batch', 'GET, POST', 405], want: ['POST'] }],
  ])('undocumented methods in the Allow header are checked: %s', async (_, { given: [path, allow, get], want }) => {
    const baseUrl = await served(({ method, url }, response) => {
      response.writeHead(url === path ? (method === 'GET' ? get : 405) : 404, url === path ? { allow } : {}).end();
    });
    const moved = { ...operationOf(contract, 'createItem'), path };
    const given = { ...contract, operations: [...contract.operations, moved] };
    const found = await (await started(baseUrl, 5000, given)).inventory();
    expect(found.map(({ name }) => name)).toEqual(want.map((method) => `${method} ${path}`));
  });

  it('the inventory is unavailable as soon as an undocumented method succeeds', async () => {
    const methods: string[] = [];
    await expect(
      answering((method) => {
        methods.push(method);
        return [200];
      }),
    ).rejects.toMatchObject({ code: 'inventory-unavailable' });
    expect(methods).toEqual(['OPTIONS', 'PATCH']);
  });

  it.each([
    ['a 405 without an Allow header', 405],
    ['a 404', 404],
    ['a 401', 401],
  ] as const)('the inventory is unavailable if every reply is %s', async (_name, status) => {
    await expect(answering(() => [status])).rejects.toMatchObject({ code: 'inventory-unavailable' });
  });

  const secured = (security: readonly SecurityScheme[]): Contract => ({
    ...contract,
    operations: contract.operations.map((operation) => ({ ...operation, security: [security] })),
  });
  const KEY: SecurityScheme = { kind: 'apiKey', name: 'key', in: 'header', parameter: 'X-Api-Key' };
  const SENT = ['authorization', 'cookie', 'x-api-key'];

  it.each<[string, { given: readonly SecurityScheme[]; want: readonly string[] }]>([
    ['an API key in a request header', { given: [KEY], want: [`x-api-key: ${TOKEN}`] }],
    ['an API key in the query', { given: [{ ...KEY, in: 'query' }], want: [`?X-Api-Key=${TOKEN}`] }],
    ['an API key in a cookie', { given: [{ ...KEY, in: 'cookie' }], want: [`cookie: X-Api-Key=${TOKEN}`] }],
    [
      'HTTP basic',
      {
        given: [{ kind: 'http', name: 'basic', scheme: 'basic' }],
        want: [`authorization: Basic ${Buffer.from(`${TOKEN}:`).toString('base64')}`],
      },
    ],
    ['no scheme', { given: [], want: [`authorization: Bearer ${TOKEN}`] }],
    [
      'two schemes',
      {
        given: [KEY, { kind: 'http', name: 'token', scheme: 'bearer' }],
        want: [`authorization: Bearer ${TOKEN}`, `x-api-key: ${TOKEN}`],
      },
    ],
  ])('a call sends the credentials of the contract: %s', async (_, { given, want }) => {
    const sent = new Set<string>();
    const baseUrl = await served(({ url = '', method, headers }, response) => {
      const query = url.includes('?') ? [url.slice(url.indexOf('?'))] : [];
      const named = SENT.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]));
      sent.add([...named, ...query].join('\n'));
      // The driver also tries a documented method that the `Allow` header omits, with the credentials of this method.
      response.writeHead(method === 'GET' ? 200 : 405, { allow: 'PUT' }).end();
    });
    const names = await (await started(baseUrl, 5000, secured(given))).inventory();
    expect(names.map(({ name }) => name)).toContain('GET /items');
    expect([...sent]).toEqual([want.join('\n')]);
  });
});
