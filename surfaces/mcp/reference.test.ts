import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { CaseInput } from '../../contract/case.js';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { Json } from '../../contract/json/json.js';
import type { DriverSession } from '../driver.js';
import { type Seen, json, peer } from '../fixtures/peer.js';
import { referenceService } from '../fixtures/reference-service.js';
import type { Outcome } from '../outcome.js';
import { mcpDriver, mcpExpectedInventory } from './driver.js';
import type { McpDriverOptions } from './session/driver-options.js';

/** The server that `npm test` builds. */
const SERVER = 'dist/surfaces/mcp/reference/main.js';

const contract = await itemService();

function launched(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [SERVER, ...args], { env });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('ended without a line');
}

/** Starts a service that answers each request with a success, and puts the received body into the reply. */
async function echo(): Promise<{ readonly url: string; readonly seen: readonly Seen[] }> {
  const { origin, seen } = await peer((response, { body }) =>
    json(`{"got":${body === '' ? '"nothing"' : body}}`)(response),
  );
  return { url: `${origin}/v1`, seen };
}

function success(value: Json): Outcome {
  return { kind: 'value', value, native: { isError: false } };
}

async function session(
  baseUrl: string,
  options: McpDriverOptions = { command: [process.execPath, SERVER] },
): Promise<DriverSession> {
  const context = {
    surface: 'mcp',
    contract,
    baseUrl,
    token: 'right',
    prefix: 'svc',
    timeoutMs: 5_000,
    root: process.cwd(),
  };
  const started = await mcpDriver(options).start(context);
  onTestFinished(() => started.stop());
  return started;
}

type Token = 'right' | 'wrong' | 'none';

async function call(to: DriverSession, id: string, input: CaseInput, token: Token = 'right'): Promise<Outcome> {
  const operation = operationOf(contract, id);
  const outcome = await to.run({ operation, input, token: token === 'none' ? undefined : token, gate: 'approved' });
  if (!('native' in outcome) || outcome.native?.contradictions === undefined) return outcome;
  // Violations of the tool's schemas are removed, because the echo service returns undocumented replies.
  const { contradictions: _, ...native } = outcome.native;
  return { ...outcome, native };
}

test('the tool server offers the tools that the contract declares', async () => {
  const tools = await session('http://127.0.0.1:9');
  const expected = mcpExpectedInventory(contract, {}).map(({ operation, ...entry }) => [operation, entry] as const);
  const listed = await tools.inventory();
  expect(listed).toMatchObject(expected.map(([, entry]) => entry));
  expect(listed.map(({ isIdempotent, isDestructive }) => [isIdempotent, isDestructive])).toEqual([
    [true, false],
    [false, false],
    [true, false],
  ]);
  expect(tools.description).toEqual({ name: 'template-service-api', version: '0.1.0' });
});

test.each(['2025-11-25', '2026-07-28'])(
  'in protocol revision %s, a call is one request with an encoded path and an unchanged body',
  async (revision) => {
    const { url, seen } = await echo();
    const tools = await session(`${url}/`, { command: [process.execPath, SERVER], revision });
    const outcomes = [
      await call(tools, 'getItem', { path: { item_id: "a/b ?#%+&=;'()*!é日🧰..%2f" } }),
      await call(tools, 'listItems', { query: { cursor: 'a+b c', limit: 'x' } }),
      await call(tools, 'createItem', { body: { name: 'a', note: null, tags: [], labels: {} } }),
      await call(tools, 'createItem', { body: null }),
      await call(tools, 'createItem', {}),
    ];
    expect(seen.map(({ line }) => line)).toEqual([
      'GET /v1/items/a%2Fb%20%3F%23%25%2B%26%3D%3B%27%28%29%2A%21%C3%A9%E6%97%A5%F0%9F%A7%B0..%252f',
      'GET /v1/items?limit=x&cursor=a%2Bb%20c',
      'POST /v1/items',
      'POST /v1/items',
      'POST /v1/items',
    ]);
    expect(seen.map(({ body, headers }) => [body, headers['content-type']])).toEqual([
      ['', undefined],
      ['', undefined],
      ['{"name":"a","note":null,"tags":[],"labels":{}}', 'application/json'],
      ['null', 'application/json'],
      ['', undefined],
    ]);
    expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer right']));
    expect(outcomes[2]).toEqual(success({ got: { name: 'a', note: null, tags: [], labels: {} } }));
  },
);

test('the tools create, fetch and list an item, and return the problems of failed calls', async () => {
  const service = await referenceService();
  onTestFinished(() => service.stop());
  const tools = await session(service.url);
  const created = await call(tools, 'createItem', { body: { name: 'Ledger', note: null } });
  expect(created).toMatchObject({ kind: 'value', value: { name: 'Ledger', note: null, status: 'draft' } });
  const item = created.kind === 'value' ? (created.value as { readonly [name: string]: Json }) : {};
  expect(await call(tools, 'getItem', { path: { item_id: item['item_id'] ?? '' } })).toEqual(success(item));
  expect(await call(tools, 'listItems', {})).toMatchObject({ value: { items: [item], next_cursor: null } });
  const failures = [
    await call(tools, 'getItem', { path: { item_id: 'no/such item' } }),
    await call(tools, 'createItem', { body: { note: null } }),
    await call(tools, 'listItems', { query: { limit: 0 } }),
    await call(tools, 'listItems', {}, 'wrong'),
    await call(tools, 'listItems', {}, 'none'),
  ];
  const failure = (status: number, name: string): object => ({
    kind: 'problem',
    status,
    problem: { type: `urn:problem-type:${name}` },
    native: { isError: true },
  });
  expect(failures).toMatchObject([
    failure(404, 'not-found'),
    failure(422, 'invalid-input'),
    failure(422, 'invalid-input'),
    failure(401, 'unauthenticated'),
    failure(401, 'unauthenticated'),
  ]);
});

test('if no request can express an input, the tool server reports invalid input and sends no request', async () => {
  const { url, seen } = await echo();
  const outcome = await call(await session(url), 'getItem', { path: { item_id: '..' } });
  const problem = { type: 'urn:problem-type:invalid-input', errors: [{ pointer: '/path/item_id' }] };
  expect(outcome).toMatchObject({ kind: 'problem', status: 422, problem });
  expect(seen).toEqual([]);
});

test('hostile input does not end the tool server, and the next call succeeds', async () => {
  const { url } = await echo();
  const tools = await session(url);
  const [deep, deeper] = [1_000, 4_000].map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json);
  const polluting = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}') as Json;
  // The values are compared as text, because a deep comparison would recurse too deeply.
  const kept = await call(tools, 'createItem', { body: deep ?? null });
  const refused = await call(tools, 'createItem', { body: deeper ?? null });
  expect(JSON.stringify(kept) === JSON.stringify(success({ got: deep ?? null }))).toBe(true);
  expect(refused).toMatchObject({ kind: 'problem', problem: { type: 'urn:problem-type:unexpected-reply' } });
  expect(JSON.stringify(await call(tools, 'createItem', { body: polluting }))).toContain(
    '{"got":{"__proto__":{"polluted":1}',
  );
  expect(await call(tools, 'createItem', { body: 'x'.repeat(1_000_000) })).toMatchObject({ kind: 'value' });
});

test.each([
  ['a missing base URL', [], {}, 'SVC_BASE_URL is not set'],
  ['an invalid base URL', [], { SVC_BASE_URL: 'ftp://example' }, 'SVC_BASE_URL is not an http(s) URL'],
  ['an unknown flag', ['--verbose'], { SVC_BASE_URL: 'http://127.0.0.1:9' }, '--verbose'],
  [
    'a host address that the whole network can reach',
    ['--http', '--host', '0.0.0.0'],
    { SVC_BASE_URL: 'http://127.0.0.1:9' },
    'not a loopback address',
  ],
])('the tool server exits with code 2 and a message on stderr for %s', async (_, args, env, message) => {
  const child = launched(args, env);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(2);
  expect(said).toContain(message);
});

test.each([
  ['stdin ends', []],
  ['the server receives a signal', ['--http']],
])('the tool server exits with code 0 when %s', async (_, args) => {
  const child = launched(args, { SVC_BASE_URL: 'http://127.0.0.1:9' });
  if (args.length === 0) child.stdin.end();
  else await firstLine(child).then(() => child.kill('SIGTERM'));
  expect((await once(child, 'exit'))[0]).toBe(0);
});

async function overHttp(baseUrl: string): Promise<string> {
  return firstLine(launched(['--http'], { SVC_BASE_URL: baseUrl, SVC_TOKEN: 'right' }));
}

test.each(['2025-11-25', '2026-07-28'])(
  'over HTTP, the tool server gives the same results in protocol revision %s',
  async (revision) => {
    const { url, seen } = await echo();
    const tools = await session(url, { url: await overHttp(url), revision });
    expect(await call(tools, 'createItem', { body: { name: 'ä', note: null } })).toEqual(
      success({ got: { name: 'ä', note: null } }),
    );
    expect(await call(tools, 'createItem', {}, 'wrong')).toMatchObject({ kind: 'inexpressible' });
    expect((await tools.inventory()).length).toBe(3);
    expect(seen.length).toBe(1);
  },
);

function post(url: string, added: Readonly<Record<string, string>>): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...added };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers });
    outgoing.once('error', reject).once('response', (response) => resolve(response.resume().statusCode));
    outgoing.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  });
}

test('over HTTP, the server replies 403 to a request with a different host name, or from a web page of another site', async () => {
  const url = await overHttp('http://127.0.0.1:9');
  const welcome = [{}, { origin: 'http://localhost:3000' }];
  const refused = [
    { host: 'evil.example' },
    { host: 'localhost.evil.example:80' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  const statuses = await Promise.all([...welcome, ...refused].map((headers) => post(url, headers)));
  expect(statuses).toEqual([200, 200, 403, 403, 403, 403]);
  expect(await post(url.replace('/mcp', '/'), {})).toBe(404);
});
