import { expect, onTestFinished, test } from 'vitest';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { Json } from '../../contract/json/json.js';
import { ParityError } from '../../contract/parity-error.js';
import { MAX_RESTARTS } from '../process/restart-limit.js';
import type { DriverSession } from '../driver.js';
import type { PageReading } from '../hosted-page.js';
import { isRunning } from '../fixtures/is-running.js';
import type { Outcome } from '../outcome.js';
import { mcpDriver, mcpExpectedInventory } from './driver.js';
import type { McpDriverOptions } from './session/driver-options.js';

const contract = await itemService();

const TIMEOUT_MS = 600;

async function started(options: McpDriverOptions): Promise<DriverSession> {
  const where = { surface: 'mcp', baseUrl: 'http://127.0.0.1:9', root: process.cwd() };
  const session = await mcpDriver(options).start({
    ...where,
    contract,
    token: 'right',
    prefix: 'svc',
    timeoutMs: TIMEOUT_MS,
  });
  onTestFinished(() => session.stop());
  return session;
}

function miniature(...args: readonly string[]): McpDriverOptions {
  return { command: [process.execPath, 'surfaces/mcp/fixtures/miniature-server.mjs', ...args] };
}

type Token = 'right' | 'wrong' | 'none';

function call(session: DriverSession, token: Token = 'right'): Promise<Outcome> {
  const operation = operationOf(contract, 'getItem');
  const input = { path: { item_id: 'abc' } };
  return session.run({ operation, input, token: token === 'none' ? undefined : token, gate: 'approved' });
}

function valueOf(outcome: Outcome): { readonly [name: string]: Json } {
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  return outcome.value as { readonly [name: string]: Json };
}

function crash(detail: string): Outcome {
  return { kind: 'crash', detail };
}

function strayOutput(detail: string): Outcome {
  return { kind: 'crash', detail, strayOutput: true };
}

const ERROR = { isError: true };
const FINE = { isError: false };

test.each<readonly [string, readonly string[], Outcome]>([
  ['a text block that is JSON', ['text', '{"a":null}'], { kind: 'value', value: { a: null }, native: FINE }],
  ['a text block that is not JSON', ['text', 'fine'], { kind: 'value', value: 'fine', native: FINE }],
  ['an empty text block', ['text', ''], { kind: 'value', native: FINE }],
  [
    'a problem document in a text block',
    ['failure', '{"status":404}'],
    { kind: 'problem', status: 404, problem: { status: 404 }, native: ERROR },
  ],
  ['a failure that is described in prose', ['failure', 'Oops'], { kind: 'problem', problem: 'Oops', native: ERROR }],
  [
    'a failure with a malformed status',
    ['failure', '{"status":"4"}'],
    { kind: 'problem', problem: { status: '4' }, native: ERROR },
  ],
  ['a refusal of the parameters', ['error', '-32602'], { kind: 'refused', by: 'client', reason: 'the message' }],
  ['a protocol error other than refused parameters', ['error', '-32603'], crash('JSON-RPC error -32603: the message')],
  [
    'a reply that is not a message',
    ['nothing'],
    crash(
      String.raw`the server wrote "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":\"nothing\"}" to stdout, which is not an MCP message` +
        '; the server did not answer within 600 ms',
    ),
  ],
  [
    'a reply that is not UTF-8',
    ['latin1'],
    crash(
      String.raw`the server wrote "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[],\"structuredContent\":\"caf�\"}}" to stdout, which is not an MCP message` +
        '; the server did not answer within 600 ms',
    ),
  ],
  [
    'a line on stdout that is not a message',
    ['noise'],
    strayOutput('the server wrote "debug: about to answer" to stdout, which is not an MCP message'),
  ],
  [
    'a line on stdout at the start',
    ['banner'],
    strayOutput('the server wrote "Welcome to the miniature server!" to stdout, which is not an MCP message'),
  ],
])('the reply to a tool call becomes an outcome: %s → $2', async (_, args, outcome) => {
  expect(await call(await started(miniature(...args)))).toEqual(outcome);
});

test('if a server exits during a call, the outcome quotes the end of its stderr, and the number of restarts is limited', async () => {
  const session = await started(miniature('die'));
  const died = crash('the server exited with code 3; its stderr ends: Segmentation fault');
  for (let restart = 0; restart < MAX_RESTARTS; restart += 1) expect(await call(session)).toEqual(died);
  await expect(call(session)).rejects.toMatchObject({ code: 'surface-dies' });
});

test('if a server writes a line to stdout that is not a message and then exits, the outcome quotes the line', async () => {
  expect(await call(await started(miniature('mumble')))).toEqual(
    crash('the server exited with code 4 after "not a message" on stdout'),
  );
});

test('if a server is killed between two calls, the second call is a crash, and the third call uses a new server', async () => {
  const session = await started(miniature('well'));
  const pid = valueOf(await call(session))['pid'] as number;
  process.kill(pid, 'SIGKILL');
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await call(session)).toEqual(crash('the server was ended by SIGKILL'));
  expect(valueOf(await call(session))['pid']).not.toBe(pid);
});

test('a call without an answer is a timeout, and the server is replaced before the next case', async () => {
  const session = await started(miniature('sulk'));
  for (let count = 0; count < 3; count += 1)
    expect(await call(session)).toEqual({ kind: 'timeout', afterMs: TIMEOUT_MS });
});

test('each token has its own server in a minimal environment, and without a token the variable is not set', async () => {
  process.env['MCP_TEST_SECRET'] = 'of the parent';
  const session = await started({ ...miniature('well'), env: { SVC_TOKEN: 'from the configuration' } });
  const values = [];
  for (const token of ['right', 'wrong', 'none', 'right'] as const) values.push(valueOf(await call(session, token)));
  expect(values.map(({ token }) => token)).toEqual(['right', 'wrong', null, 'right']);
  expect(values.map(({ secret }) => secret)).toEqual([null, null, null, null]);
  expect(new Set(values.map(({ pid }) => pid)).size).toBe(3);
  expect(values[0]?.['pid']).toBe(values[3]?.['pid']);
});

test('stop leaves no process: neither a server that ignores signals nor the children of a server', async () => {
  const stubborn = await started(miniature('stubborn'));
  const parent = await started(miniature('parent'));
  const pids = [valueOf(await call(stubborn))['pid'], valueOf(await call(parent))['child']] as number[];
  expect(pids.map(isRunning)).toEqual([true, true]);
  await Promise.all([stubborn.stop(), parent.stop(), parent.stop()]);
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
});

test.each<readonly [string, McpDriverOptions, RegExp]>([
  ['a server that does not exist', { command: ['/no/such/program'] }, /did not start: .*ENOENT/],
  [
    'a server that exits immediately',
    miniature('stillborn'),
    /exited with code 1; its stderr ends: x{1000,1999} cannot find the database$/,
  ],
  ['a server that supports only a different revision of the protocol', miniature('old'), /2024-11-05/],
  [
    'a server that does not run at its URL',
    { url: 'http://127.0.0.1:9/mcp' },
    /"http:\/\/127.0.0.1:9\/mcp" did not start/,
  ],
])('the surface is unavailable with %s', async (_, options, message) => {
  const failure: unknown = await started(options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ParityError);
  expect(failure).toMatchObject({ code: 'surface-unavailable', message: expect.stringMatching(message) as unknown });
  expect((failure as ParityError).repair).not.toBe('');
});

test('the inventory contains the tools of every page', async () => {
  expect(await (await started(miniature('pages'))).inventory()).toMatchObject([
    { name: 'one', inputs: ['a', 'b'], isReadOnly: false },
    { name: 'two', isReadOnly: false },
  ]);
});

test.each([
  ['circle', 'tool-list-endless', 'returned a cursor of an earlier page: "again"'],
  ['endless', 'tool-list-endless', 'after 100 pages'],
  ['refused', 'tool-list-refused', 'Page 2 of tools/list cannot be read: the server answers with the error -32602'],
  ['unlisted', 'tool-list-refused', 'Page 1 of tools/list cannot be read: the server answers with the error -32601'],
  ['hanging', 'tool-list-unanswered', 'does not answer within 600 ms'],
  ['ending', 'tool-list-ended', 'exited with code 3; its stderr ends: Segmentation fault'],
  ['untyped', 'tool-list-invalid', 'the result is invalid at /tools/0/inputSchema/type'],
  ['toolless', 'tool-list-invalid', 'the result is invalid at /tools'],
])('the tool list of the server "%s" is rejected with %s, and calls still succeed', async (mode, code, message) => {
  const session = await started(miniature(mode));
  await expect(session.inventory()).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message) as unknown,
  });
  expect(await call(session)).toMatchObject({ kind: 'value' });
});

test.each<readonly [string, readonly string[], PageReading]>([
  [
    'a page with the media type that hosts need',
    ['ui://text/html;profile=mcp-app'],
    { kind: 'read', mediaType: 'text/html;profile=mcp-app', html: 'a' },
  ],
  [
    'a page that only hosts can read',
    ['ui://text/html;profile=mcp-app', 'for hosts'],
    { kind: 'read', mediaType: 'text/html;profile=mcp-app', html: 'a' },
  ],
  ['a page of a different media type', ['ui://text/html'], { kind: 'read', mediaType: 'text/html', html: 'a' }],
  [
    'a page that does not exist',
    ['ui://none'],
    { kind: 'unreadable', reason: 'resources/read returns the error -32002: Resource not found' },
  ],
  [
    'a page without content',
    ['ui://empty'],
    { kind: 'unreadable', reason: 'resources/read returns no content for the address' },
  ],
])('the inventory states how the page of a tool was read: %s → $2', async (_, args, reading) => {
  const session = await started(miniature('paged', ...args));
  expect(await session.inventory()).toEqual([
    { name: 'one', inputs: undefined, isReadOnly: false, page: { uri: args[0], reading } },
  ]);
});

test('the inventory reports a dangling reference in the schema of a tool', async () => {
  const inputSchema = { type: 'object', properties: { body: { $ref: '#/components/schemas/Item' } } };
  const session = await started(miniature('schema', JSON.stringify({ inputSchema })));
  const [tool] = await session.inventory();
  const place = { of: 'inputSchema', pointer: '/properties/body/$ref' };
  expect(tool?.schemaFaults).toEqual([{ ...place, kind: 'reference', text: '#/components/schemas/Item' }]);
});

test('the inventory states only the hints that a tool declares', async () => {
  const annotations = { idempotentHint: true };
  const session = await started(miniature('schema', JSON.stringify({ inputSchema: { type: 'object' }, annotations })));
  expect(await session.inventory()).toEqual([{ name: 'get_item', isReadOnly: false, isIdempotent: true }]);
});

test.each([
  ['a protocol error', ['error', '-32602'], 'refused'],
  ['a result', ['well'], 'result'],
  ['an error result', ['failure', 'Unknown tool'], 'error-result'],
  ['no answer, because the server ends', ['die'], undefined],
])('the answer to a call of an unknown tool is recognised: %s → $2', async (_, args, reply) => {
  const session = await started(miniature(...args));
  expect(await session.unknownOperation?.('no_such_tool')).toBe(reply);
});

test('a server whose tools are configured gets no call of an unknown tool', async () => {
  const session = await started({ ...miniature('well'), tools: { getItem: { name: 'item' } } });
  expect('unknownOperation' in session).toBe(false);
});

test('the expected inventory contains the tools that the contract declares', () => {
  expect(mcpExpectedInventory(contract, {})).toMatchObject([
    { operation: 'listItems', name: 'list_items', inputs: ['limit', 'cursor'], isReadOnly: true },
    { operation: 'createItem', name: 'create_item', description: 'Create an item record', isReadOnly: false },
    { operation: 'getItem', name: 'get_item', inputs: ['item_id'], isReadOnly: true },
  ]);
});

test('the tool of a PUT, PATCH or DELETE must not be declared as read-only, even if the configuration maps the tool to it', () => {
  const put = { ...operationOf(contract, 'getItem'), method: 'put' } as const;
  const changed = { ...contract, operations: [operationOf(contract, 'createItem'), put] };
  const tools = { createItem: { name: 'search' }, getItem: { name: 'store' } };
  expect(mcpExpectedInventory(changed, { command: ['x'], tools }).map(({ isReadOnly }) => isReadOnly)).toEqual([
    undefined,
    false,
  ]);
});

test('a body with a different media type, or an operation without a tool, is inexpressible', async () => {
  const session = await started(miniature('well'));
  const create = operationOf(contract, 'createItem');
  const { tool: _, ...untold } = create;
  const outcomes = [
    await session.run({
      operation: create,
      input: { body: 'a', mediaType: 'text/plain' },
      token: 'right',
      gate: 'approved',
    }),
    await session.run({ operation: untold, input: { body: {} }, token: 'right', gate: 'approved' }),
  ];
  expect(outcomes).toEqual([
    { kind: 'inexpressible', reason: 'the tool does not accept a body of type text/plain' },
    { kind: 'inexpressible', reason: 'createItem has no tool' },
  ]);
});

test.each<McpDriverOptions>([{}, { command: [] }, { command: ['node'], url: 'http://127.0.0.1:1/mcp' }])(
  'the driver options %j are refused',
  (options) => {
    expect(() => mcpDriver(options)).toThrow(ParityError);
  },
);
