import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { CaseInput } from '../contract/case.js';
import { contractAt, operationOf } from '../contract/fixtures/contracts.js';
import { operationToken } from '../contract/wire/request/credentials.js';
import { argumentVector } from './cli/calls/argument-vector.js';
import { cliGenerator } from './cli/generate.js';
import type { Call, DriverContext } from './driver.js';
import { served } from './fixtures/peer.js';
import { toolArguments } from './mcp/session/call-arguments.js';
import { mcpGenerator } from './mcp/generate.js';
import { restDriver } from './rest/driver.js';
import { sdkPythonGenerator } from './sdk_python/generate.js';
import { sdkTypescriptDriver } from './sdk_typescript/driver.js';
import { sdkTypescriptGenerator } from './sdk_typescript/generate.js';

const contract = await contractAt('surfaces/fixtures/forms.openapi.yaml');
const GIVEN = {
  token: 'token-of-the-test',
  credentials: new Map([
    ['login', 'me:secret'],
    ['session', 'of-the-session'],
  ]),
};

function callOf(id: string, input: CaseInput, token?: string): Call {
  const operation = operationOf(contract, id);
  return { operation, input, token: token ?? operationToken(operation, GIVEN), gate: 'approved' };
}

interface Received {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The request that arrives at the service. */
async function received(call: Call): Promise<Received> {
  const seen: Received[] = [];
  const baseUrl = await served((request: IncomingMessage, response: ServerResponse) => {
    void buffer(request).then((body) => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  const session = await restDriver().start({ ...contextAt(baseUrl), surface: 'rest' });
  onTestFinished(() => session.stop());
  expect(await session.run(call)).toMatchObject({ kind: 'value', status: 204 });
  const [first] = seen;
  if (first === undefined) throw new Error('nothing arrived');
  return first;
}

function contextAt(baseUrl: string): DriverContext {
  return { surface: 'a', contract, baseUrl, ...GIVEN, prefix: 'svc', timeoutMs: 5000, root: '.' };
}

/** Parsed by the platform's own form parser, which is independent of the encoder under test. */
async function formOf({ headers, body }: Received): Promise<readonly (readonly [string, string])[]> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const textOf = async (value: string | File): Promise<string> =>
    typeof value === 'string'
      ? value
      : `${value.name} ${value.type} ${Buffer.from(await value.arrayBuffer()).toString('latin1')}`;
  return Promise.all([...form].map(async ([name, value]) => [name, await textOf(value)] as const));
}

const FORM = { name: 'a&b é\r\n"', tags: ['x', ''], at: { x: 1 } };

test('another parser reads a URL-encoded form, with the credentials of its scheme', async () => {
  const arrived = await received(callOf('sendForm', { body: FORM }));
  expect(arrived.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
  });
  expect(await formOf(arrived)).toEqual([
    ['name', FORM.name],
    ['tags', 'x'],
    ['tags', ''],
    ['at', '{"x":1}'],
  ]);
});

test('another parser reads a multipart form, with unchanged bytes', async () => {
  const bytes = Array.from({ length: 256 }, (_, index) => String.fromCharCode(index)).join('');
  const arrived = await received(
    callOf('sendForm', { body: { ...FORM, file: bytes }, mediaType: 'multipart/form-data' }),
  );
  const fields = await formOf(arrived);
  expect(fields.filter(([name]) => name !== 'at')).toEqual([
    ['name', FORM.name],
    ['tags', 'x'],
    ['tags', ''],
    ['file', `blob application/octet-stream ${bytes}`],
  ]);
  expect(arrived.body.toString('latin1')).toContain('name="at"\r\nContent-Type: application/json\r\n\r\n{"x":1}\r\n');
});

test('bytes arrive unchanged, with a key in the query and one in a cookie', async () => {
  const arrived = await received(callOf('putBytes', { body: '\0\xFF\r\n' }));
  expect(arrived.line).toBe('PUT /bytes?api_key=token-of-the-test');
  expect(arrived.headers).toMatchObject({ 'content-type': 'application/octet-stream', cookie: 'sid=of-the-session' });
  expect([...arrived.body]).toEqual([0, 255, 13, 10]);
});

test('a wrong key is sent in every place of a credential', async () => {
  const arrived = await received(callOf('putBytes', {}, 'wrong-one'));
  expect([arrived.line, arrived.headers.cookie]).toEqual(['PUT /bytes?api_key=wrong-one', 'sid=wrong-one']);
});

test.each<readonly [string, string, CaseInput, RegExp]>([
  ['a URL-encoded form', 'sendForm', { body: FORM }, /urlencoded/],
  ['a multipart form', 'sendForm', { body: FORM, mediaType: 'multipart/form-data' }, /multipart/],
  ['two credentials', 'putNote', { body: 'a' }, /key and session/],
])('%s: clients that cannot send it report it as inexpressible and send nothing', async (_, id, input, reason) => {
  const call = callOf(id, input);
  const inexpressible = { kind: 'inexpressible', reason: expect.stringMatching(reason) as string };
  expect(argumentVector(call, contract.schemas)).toEqual(inexpressible);
  expect(toolArguments(call)).toEqual(inexpressible);
  const sdk = sdkTypescriptDriver({
    module: 'surfaces/sdk_typescript/fixtures/miniature-sdk.mjs',
    export: 'Miniature',
  });
  const session = await sdk.start(contextAt(await served((_request, response) => void response.writeHead(500).end())));
  onTestFinished(() => session.stop());
  expect(await session.run(call)).toEqual(inexpressible);
});

test.each(Object.entries({ cliGenerator, mcpGenerator, sdkPythonGenerator, sdkTypescriptGenerator }))(
  '%s writes code for such a contract',
  (_, generator) => {
    expect(generator.render(generator.project(contract), ['stamp']).length).toBeGreaterThan(0);
  },
);
