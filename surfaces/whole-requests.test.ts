import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { CaseInput } from '../contract/case.js';
import type { Contract } from '../contract/contract.js';
import { contractAt, contractOf, operationOf } from '../contract/fixtures/contracts.js';
import type { Json } from '../contract/json/json.js';
import type { Operation } from '../contract/operation.js';
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

/** Makes a call, and returns the request that the service receives. */
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

/** The fields of a form, read by the parser of the platform, which is independent of the encoder under test. */
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

test('an independent parser reads a URL-encoded form as it was sent, and the credentials are sent', async () => {
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

test('an independent parser reads a multipart form as it was sent, with unchanged bytes', async () => {
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

test('bytes arrive unchanged, with one API key in the query and one in a cookie', async () => {
  const arrived = await received(callOf('putBytes', { body: '\0\xFF\r\n' }));
  expect(arrived.line).toBe('PUT /bytes?api_key=token-of-the-test');
  expect(arrived.headers).toMatchObject({ 'content-type': 'application/octet-stream', cookie: 'sid=of-the-session' });
  expect([...arrived.body]).toEqual([0, 255, 13, 10]);
});

test('a call with a wrong key sends the wrong key for every credential', async () => {
  const arrived = await received(callOf('putBytes', {}, 'wrong-one'));
  expect([arrived.line, arrived.headers.cookie]).toEqual(['PUT /bytes?api_key=wrong-one', 'sid=wrong-one']);
});

test.each<readonly [string, string, CaseInput, unknown]>([
  ['a form is passed as an object', 'sendForm', { body: FORM }, { kind: 'value', value: FORM }],
  ['bytes are passed as a Uint8Array', 'putBytes', { body: '\0\xFF' }, { kind: 'value', value: 'bytes 00ff' }],
  [
    'a form with an inexpressible value is refused',
    'sendForm',
    { body: { name: null } },
    { kind: 'inexpressible', reason: 'name: null cannot be written in a form' },
  ],
])('a method of an SDK is called with the right type of body: %s', async (_, id, input, want) => {
  const operation: Operation = { ...operationOf(contract, id), security: [] };
  expect(await methodCall(contract, { ...callOf(id, input), operation, token: 'a' })).toEqual(want);
});

test('a file in a form is passed as a Uint8Array, and a list of files as a list of Uint8Arrays', async () => {
  const files = await contractOf({
    paths: {
      '/': {
        post: {
          operationId: 'sendForm',
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: {
                    name: { type: 'string' },
                    file: { type: 'string', format: 'binary' },
                    more: { type: 'array', items: { type: 'string', format: 'binary' } },
                  },
                },
              },
            },
          },
          responses: { 204: { description: 'Sent.' } },
        },
      },
    },
  });
  const call: Call = {
    operation: operationOf(files, 'sendForm'),
    input: { body: { name: 'a', file: '\xFE', more: ['\x01', ''] } },
    token: 'a',
    gate: 'approved',
  };
  expect(await methodCall(files, call)).toEqual({
    kind: 'value',
    value: { name: 'a', file: 'bytes fe', more: ['bytes 01', 'bytes '] },
  });
});

test('an XML body is passed to an SDK method and to a command as the text of its document', async () => {
  const schema = { type: 'object', xml: { name: 'part' }, properties: { size: { type: 'integer' } } };
  const requestBody = { content: { 'application/xml': { schema } } };
  const of = await contractOf({
    paths: { '/': { post: { operationId: 'sendForm', requestBody, responses: { 204: { description: 'Sent.' } } } } },
  });
  const call: Call = {
    operation: operationOf(of, 'sendForm'),
    input: { body: { size: 1 } },
    token: 'a',
    gate: 'approved',
  };
  const text = '<part><size>1</size></part>';
  expect(await methodCall(of, call)).toEqual({ kind: 'value', value: text });
  expect(argumentVector(call, of.schemas)).toEqual({ kind: 'arguments', args: [`--body=${text}`] });
  const unwritable = { ...call, input: { body: { size: null } } };
  const reason = 'size: XML cannot express null';
  expect(await methodCall(of, unwritable)).toEqual({ kind: 'inexpressible', reason });
  expect(argumentVector(unwritable, of.schemas)).toEqual({ kind: 'inexpressible', reason });
});

async function methodCall(of: Contract, call: Call): Promise<unknown> {
  const sdk = sdkTypescriptDriver({ module: 'surfaces/sdk_typescript/fixtures/body-sdk.mjs', export: 'Bodies' });
  const session = await sdk.start({ ...contextAt('http://127.0.0.1:9'), contract: of });
  onTestFinished(() => session.stop());
  return session.run(call);
}

test.each<readonly [string, string, CaseInput, RegExp]>([
  ['a request with a multipart form', 'sendForm', { body: FORM, mediaType: 'multipart/form-data' }, /multipart/],
  ['a request with two credentials', 'putNote', { body: 'a' }, /key and session/],
])('clients that cannot send %s report the input as inexpressible and send nothing', async (_, id, input, reason) => {
  const call = callOf(id, input);
  const inexpressible = { kind: 'inexpressible', reason: expect.stringMatching(reason) as string };
  expect(argumentVector(call, contract.schemas)).toEqual(inexpressible);
  expect(toolArguments(call, { schemas: contract.schemas })).toEqual(inexpressible);
  expect(await methodCall(contract, call)).toEqual(inexpressible);
});

test('a command gets an encoded body unchanged: text as an argument, other bytes on standard input', () => {
  const vector = (body: Json): unknown =>
    argumentVector({ ...callOf('putBytes', { body }), operation: free }, contract.schemas);
  const free: Operation = { ...operationOf(contract, 'putBytes'), security: [] };
  expect(vector('ab')).toEqual({ kind: 'arguments', args: ['--body=ab'] });
  expect(vector('\xFF')).toEqual({ kind: 'arguments', args: ['--body-file=-'], stdin: Buffer.from([255]) });
  expect(argumentVector(callOf('sendForm', { body: FORM }), contract.schemas)).toEqual({
    kind: 'arguments',
    args: [`--field=name=${FORM.name}`, '--field=tags=x', '--field=tags=', '--field=at={"x":1}'],
  });
});

test.each(Object.entries({ cliGenerator, mcpGenerator, sdkPythonGenerator, sdkTypescriptGenerator }))(
  '%s writes code for a contract with forms, bytes and several credentials',
  (_, generator) => {
    expect(generator.render(generator.project(contract), ['stamp']).length).toBeGreaterThan(0);
  },
);
