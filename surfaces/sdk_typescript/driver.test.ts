import { expect, onTestFinished, test } from 'vitest';
import type { CaseInput } from '../../contract/case.js';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import { ParityError } from '../../contract/parity-error.js';
import type { DriverSession } from '../driver.js';
import { json, peer } from '../fixtures/peer.js';
import type { Outcome } from '../outcome.js';
import type { SdkTypescriptOptions } from './session/config.js';
import { sdkTypescriptDriver } from './driver.js';
import { sdkTypescriptExpectedInventory } from './inventory.js';

const contract = await itemService();

/** The SDK that `npm test` builds. */
const REFERENCE = { module: 'dist/surfaces/sdk_typescript/generated/client.js' };
const MINIATURE = { module: 'surfaces/sdk_typescript/fixtures/miniature-sdk.mjs', export: 'Miniature' };
const TIMEOUT_MS = 300;

async function started(options: SdkTypescriptOptions, baseUrl = 'http://127.0.0.1:9'): Promise<DriverSession> {
  const where = { surface: 'sdk_typescript', baseUrl, root: process.cwd() };
  const session = await sdkTypescriptDriver(options).start({
    ...where,
    contract,
    token: 'right',
    prefix: 'svc',
    timeoutMs: TIMEOUT_MS,
  });
  onTestFinished(() => session.stop());
  return session;
}

function run(
  session: DriverSession,
  id: string,
  input: CaseInput,
  token: string | undefined = 'right',
): Promise<Outcome> {
  const operation = operationOf(contract, id);
  return session.run({ operation, input, token, gate: 'approved' });
}

const native = (error: string) => ({ native: { error } });

test.each<readonly [string, Outcome]>([
  ['value', { kind: 'value', value: { a: null } }],
  ['nothing', { kind: 'value' }],
  ['null', { kind: 'value', value: null }],
  ['synchronous', { kind: 'value', value: 7 }],
  ['cyclic', { kind: 'value' }],
  [
    'error',
    { kind: 'problem', status: 404, problem: { type: 'urn:problem-type:not-found' }, ...native('NotFoundError') },
  ],
  ['failure without a problem document', { kind: 'problem', status: 502, ...native('Error') }],
  ['transport', { kind: 'problem', ...native('TransportError') }],
  ['timeout', { kind: 'timeout', afterMs: TIMEOUT_MS }],
  ['refused', { kind: 'refused', by: 'client', reason: 'no such thing', ...native('RefusedError') }],
  ['type error', { kind: 'crash', detail: 'TypeError: x is undefined', raised: true, ...native('TypeError') }],
  ['string', { kind: 'crash', detail: 'string: "a string"', raised: true, ...native('string') }],
  ['undefined', { kind: 'crash', detail: 'undefined: no message', raised: true, ...native('undefined') }],
  ['hostile', { kind: 'crash', detail: 'object: no message', raised: true, ...native('object') }],
  ['hang', { kind: 'timeout', afterMs: TIMEOUT_MS, forced: true }],
  ['late rejection', { kind: 'timeout', afterMs: TIMEOUT_MS, forced: true }],
])('the end of a method becomes an outcome: the behaviour "%s" → $1', async (behaviour, outcome) => {
  const session = await started(MINIATURE);
  expect(await run(session, 'getItem', { path: { item_id: behaviour } })).toEqual(outcome);
});

test('an omitted argument is not passed, and null is passed', async () => {
  const session = await started(MINIATURE);
  expect(await run(session, 'listItems', { query: { limit: null } })).toEqual({
    kind: 'value',
    value: [['limit', null]],
  });
});

test('a method may have a configured name and take its arguments in groups', async () => {
  const options: SdkTypescriptOptions = { ...MINIATURE, methods: { createItem: 'listItems' }, arguments: 'grouped' };
  const session = await started(options);
  expect(await run(session, 'createItem', { body: { name: 'x' } })).toEqual({
    kind: 'value',
    value: [['body', { name: 'x' }]],
  });
  expect(await run(session, 'listItems', { query: { limit: null, cursor: 'a' } })).toEqual({
    kind: 'value',
    value: [['query', { limit: null, cursor: 'a' }]],
  });
  const expected = sdkTypescriptExpectedInventory(contract, options);
  expect(expected.find(({ operation }) => operation === 'createItem')).toMatchObject({
    name: 'listItems',
    isMapped: true,
  });
});

test('each token has its own client, and a call without a token uses a client without a token', async () => {
  const session = await started(MINIATURE);
  const settings = [
    ['baseUrl', 'http://127.0.0.1:9'],
    ['timeoutMs', TIMEOUT_MS],
  ];
  const input = { path: { item_id: 'options' } };
  expect(await run(session, 'getItem', input)).toEqual({ kind: 'value', value: [...settings, ['token', 'right']] });
  const operation = operationOf(contract, 'getItem');
  const outcome = await session.run({ operation, input, token: undefined, gate: 'approved' });
  expect(outcome).toEqual({ kind: 'value', value: settings });
});

test('calls use the token function, the headers and the options of a generated client', async () => {
  const session = await started({ module: 'surfaces/sdk_typescript/fixtures/featured-sdk.mjs' });
  const create = async (token: string | undefined, timeoutMs?: number): Promise<Outcome> => {
    const operation = operationOf(contract, 'createItem');
    const limit = timeoutMs === undefined ? {} : { timeoutMs };
    return session.run({ operation, input: { body: { name: 'a' } }, token, gate: 'approved', ...limit });
  };
  const used = { isFunction: true, clientMs: TIMEOUT_MS * 10 };
  const [own, other, none] = [await create('right', 100), await create('wrong'), await create(undefined)];
  expect(own).toMatchObject({ value: { ...used, token: 'right', options: { timeoutMs: 100 } } });
  const wrong = { AUTHORIZATION: 'Bearer wrong' };
  expect(other).toMatchObject({
    value: {
      ...used,
      token: 'right',
      headers: { authorization: 'Bearer right' },
      options: { timeoutMs: TIMEOUT_MS, headers: wrong },
    },
  });
  expect(none).toMatchObject({ value: { ...used, options: { timeoutMs: TIMEOUT_MS } } });
  expect(none).not.toHaveProperty('value.token');
  const listed = async (input: CaseInput, token?: string): Promise<Outcome> => run(session, 'listItems', input, token);
  expect(await listed({}, 'wrong')).toEqual({ kind: 'value', value: { headers: wrong, arguments: 0 } });
  expect(await listed({})).toEqual({ kind: 'value', value: { token: 'right', arguments: 0 } });
  expect(await listed({ query: { limit: 1 } })).toEqual({ kind: 'value', value: { token: 'right', arguments: 1 } });
  expect([...session.observes]).toContain('event-values');
});

test('an error of a generated client has the name of the nearest class that the module exports', async () => {
  const session = await started({ module: 'surfaces/sdk_typescript/fixtures/featured-sdk.mjs' });
  const outcome = await run(session, 'getItem', { path: { item_id: 'a' } });
  expect(outcome).toMatchObject({ kind: 'problem', status: 404, ...native('ApiError') });
});

test('a call of a missing method is a crash, and a body with a different media type is inexpressible', async () => {
  const session = await started(MINIATURE);
  expect(await run(session, 'createItem', { body: {} })).toEqual({
    kind: 'crash',
    detail: 'the client has no method createItem',
  });
  expect(await run(session, 'createItem', { body: '', mediaType: 'text/plain' })).toMatchObject({
    kind: 'inexpressible',
  });
});

test('the inventory lists own and inherited public methods, and does not call getters', async () => {
  const session = await started(MINIATURE);
  expect((await session.inventory()).map(({ name }) => name).toSorted()).toEqual([
    'getItem',
    'inherited',
    'listItems',
    'own',
  ]);
});

test.each<readonly [string, SdkTypescriptOptions]>([
  ['a module that does not exist', { module: 'nowhere.js' }],
  ['a class that is not exported', { ...MINIATURE, export: 'Client' }],
  ['an export that is not a class', { ...MINIATURE, export: 'number' }],
])('%s makes the surface unavailable', async (_, options) => {
  const error: unknown = await started(options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ParityError);
  expect(error).toMatchObject({ code: 'surface-unavailable' });
});

test('a call is a crash if the constructor of the client throws', async () => {
  const session = await started({ ...MINIATURE, export: 'Throwing' });
  expect(await run(session, 'listItems', {})).toMatchObject({ kind: 'crash', detail: 'Error: no client' });
});

test('stop does not wait for a client that never closes, and a second stop changes nothing', async () => {
  const session = await started({ ...MINIATURE, export: 'NeverClosing' });
  await run(session, 'listItems', {});
  await expect(session.stop()).resolves.toBeUndefined();
  await expect(session.stop()).resolves.toBeUndefined();
});

test('the reference SDK sends the input of the case and returns the reply', async () => {
  const { origin, seen } = await peer(json('{"item_id":"a/b"}'));
  const session = await started(REFERENCE, `${origin}/v1`);
  expect(await run(session, 'getItem', { path: { item_id: 'a/b' } })).toEqual({
    kind: 'value',
    value: { item_id: 'a/b' },
  });
  expect(await run(session, 'createItem', { body: { name: 'x', note: null } }, 'wrong')).toMatchObject({
    kind: 'value',
  });
  expect(await run(session, 'getItem', { path: { item_id: '..' } })).toMatchObject({ kind: 'refused', by: 'client' });
  expect(seen.map(({ line, body, headers }) => [line, body, headers.authorization])).toEqual([
    ['GET /v1/items/a%2Fb', '', 'Bearer right'],
    ['POST /v1/items', '{"name":"x","note":null}', 'Bearer wrong'],
  ]);
});

test('an error of the reference SDK has a status, a problem, a class and the headers of the reply', async () => {
  const problem = { type: 'urn:problem-type:invalid-input', status: 422 };
  const { origin } = await peer(json(JSON.stringify(problem), 422));
  const session = await started(REFERENCE, origin);
  const outcome = await run(session, 'listItems', { query: { limit: 0 } });
  const headers = expect.objectContaining({ 'content-type': 'application/json' }) as unknown;
  expect(outcome).toEqual({ kind: 'problem', status: 422, problem, native: { error: 'InvalidInputError', headers } });
});

test('the inventory of the reference SDK lists exactly the operations of the contract', async () => {
  const session = await started(REFERENCE);
  expect(await session.inventory()).toEqual(
    sdkTypescriptExpectedInventory(contract, REFERENCE).map(({ name }) => ({ name })),
  );
  expect(session.description).toMatchObject({ language: 'typescript' });
  expect([...session.observes]).toEqual(['value', 'problem', 'events', 'arguments', 'transport-error', 'event-values']);
});
