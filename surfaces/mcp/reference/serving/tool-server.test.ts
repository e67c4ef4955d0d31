import type { ServerResponse } from 'node:http';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { type Seen, json, peer } from '../../../fixtures/peer.js';
import { ENVIRONMENT, SERVICE, TOOLS, type Tool } from '../../generated/tools.js';
import { listTools } from '../offer/list-tools.js';
import { MOST_REPLY_BYTES } from '../call/exchange.js';
import type { Service } from '../call/service.js';
import { toolServer } from './tool-server.js';

type Answer = (response: ServerResponse) => void;

/** Starts a service that gives every request the same answer, and records the requests. */
async function responder(answer: Answer): Promise<{ readonly service: Service; readonly seen: readonly Seen[] }> {
  const { origin, seen } = await peer(answer);
  const { hostname, port } = new URL(origin);
  return { seen, service: { protocol: 'http:', hostname, port, prefix: '/base', token: 'secret' } };
}

function hangUp(response: ServerResponse): void {
  response.socket?.destroy();
}

async function connected(service: Service, tools: readonly Tool[] = TOOLS): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  const server = toolServer(service, { identity: SERVICE, tools, environment: ENVIRONMENT });
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  return client;
}

interface ToCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

const GET_ITEM: ToCall = { name: 'get_item', arguments: { item_id: 'abc' } };

async function called(
  answer: Answer,
  { name, arguments: given }: ToCall = GET_ITEM,
  tools?: readonly Tool[],
): Promise<unknown> {
  const { service } = await responder(answer);
  return (await connected(service, tools)).request({ method: 'tools/call', params: { name, arguments: given } });
}

const PROBLEM = '{"type":"urn:problem-type:not-found","title":"There is no such item.","status":404}';

test('a tool call sends one request below the path prefix, with the token', async () => {
  const { service, seen } = await responder(json('{"item_id":"a/b"}'));
  const client = await connected(service);
  await client.request({ method: 'tools/call', params: { name: 'get_item', arguments: { item_id: 'a/b ?#%ä' } } });
  expect(seen).toMatchObject([
    { line: 'GET /base/items/a%2Fb%20%3F%23%25%C3%A4', headers: { authorization: 'Bearer secret' } },
  ]);
});

test('the result of a success has structured content and a text with the same value', async () => {
  expect(await called(json('{"item_id":"abc","note":null}'))).toEqual({
    structuredContent: { item_id: 'abc', note: null },
    content: [{ type: 'text', text: '{"item_id":"abc","note":null}' }],
  });
});

test.each([
  ['a problem', json(PROBLEM, 404, 'application/problem+json'), JSON.parse(PROBLEM) as Record<string, unknown>],
  [
    'an HTML page',
    json('<h1>Oops</h1>', 502, 'text/html'),
    { type: 'about:blank', title: 'Bad Gateway', status: 502, detail: '<h1>Oops</h1>' },
  ],
  ['an empty reply body', json('', 418, ''), { type: 'about:blank', title: "I'm a Teapot", status: 418 }],
  [
    'broken JSON',
    json('{"a":', 500),
    { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: '{"a":' },
  ],
])('a failure with %s becomes an error with a problem document', async (_, answer, document) => {
  const result = await called(answer);
  expect(result).toMatchObject({ isError: true, structuredContent: document });
});

test.each([
  ['a reply that is not JSON', json('hello', 200, 'text/plain'), 'unexpected-reply'],
  ['a reply that is not an object', json('[1]'), 'unexpected-reply'],
  ['a reply that is empty', json('', 204, ''), 'unexpected-reply'],
  ['a reply that never arrives', hangUp, 'service-unreachable'],
  ['a reply that is too large to be returned', json('"' + 'x'.repeat(MOST_REPLY_BYTES) + '"'), 'service-unreachable'],
] as const)('%s becomes an error without a status', async (_, answer, name) => {
  const result = (await called(answer)) as {
    readonly isError: boolean;
    readonly structuredContent: Record<string, unknown>;
  };
  expect(result).toMatchObject({ isError: true, structuredContent: { type: `urn:problem-type:${name}` } });
  expect(result.structuredContent).not.toHaveProperty('status');
});

test('a request to the service that fails is not sent again', async () => {
  const { service, seen } = await responder(hangUp);
  await (
    await connected(service)
  ).request({ method: 'tools/call', params: { name: 'create_item', arguments: { body: { name: 'a' } } } });
  expect(seen.length).toBe(1);
});

test.each([
  ['an unknown tool', 'no_such_tool', {}],
  ['a tool named like a member of every object', 'constructor', {}],
])('a call of %s is answered with a protocol error', async (_, name, given) => {
  await expect(called(json('{}'), { name, arguments: given })).rejects.toMatchObject({ code: -32602 });
});

test.each([
  ['an unknown argument', { item_id: 'abc', page: 1 }, '"page" is not an argument of this tool'],
  [
    'an argument called __proto__',
    JSON.parse('{"item_id":"abc","__proto__":{"x":1}}') as Record<string, unknown>,
    '"__proto__" is not an argument of this tool',
  ],
])('a call with %s is refused, and no request is sent', async (_, given, detail) => {
  const { service, seen } = await responder(json('{}'));
  const result = await (
    await connected(service)
  ).request({ method: 'tools/call', params: { name: 'get_item', arguments: given } });
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { type: 'urn:problem-type:unknown-argument', detail },
  });
  expect(result).not.toHaveProperty('structuredContent.status');
  expect(seen).toEqual([]);
});

const ARRAY_TOOL: Tool = {
  operation: 'op',
  definition: {
    name: 'list_names',
    description: 'List names',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  output: 'wrapped',
  call: { method: 'GET', path: '/names', parameters: [] },
};

test('a result that is not an object is wrapped in the structured content and in the text', async () => {
  expect(await called(json('["a"]'), { name: 'list_names', arguments: {} }, [ARRAY_TOOL])).toEqual({
    structuredContent: { result: ['a'] },
    content: [{ type: 'text', text: '{"result":["a"]}' }],
  });
});

test('a tool without an output schema returns the text', async () => {
  const result = await called(json('hello', 200, 'text/plain'), { name: 'list_names', arguments: {} }, [
    { ...ARRAY_TOOL, output: 'none' },
  ]);
  expect(result).toEqual({ content: [{ type: 'text', text: 'hello' }] });
});

test('each tool is on exactly one page, and a cursor that the server did not return is refused', () => {
  const named = (name: string): Tool => ({ ...ARRAY_TOOL, definition: { ...ARRAY_TOOL.definition, name } });
  const tools = Array.from({ length: 7 }, (_, index) => named(`tool_${index}`));
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = listTools(cursor, tools, 3);
    names.push(...page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(names).toEqual(tools.map(({ definition }) => definition.name));
  for (const foreign of ['', 'x', Buffer.from('tool:7').toString('base64url')]) {
    expect(() => listTools(foreign, tools, 3)).toThrow('cursor');
  }
});
