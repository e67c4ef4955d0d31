import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { CaseInput, GateChoice } from '../../contract/case.js';
import type { JsonObject } from '../../contract/json/json.js';
import type { DriverSession } from '../driver.js';
import { type ReferenceService, referenceService } from '../fixtures/reference-service.js';
import type { Outcome } from '../outcome.js';
import { cliDriver } from './driver.js';
import { cliExpectedInventory } from './inventory.js';

/** The program that `npm test` builds. */
const CLI = 'dist/surfaces/cli/svc-items.cjs';

const contract = await itemService();

let service: ReferenceService;
let session: DriverSession;

beforeAll(async () => {
  service = await referenceService();
  const context = {
    surface: 'cli',
    contract,
    baseUrl: service.url,
    token: 'right',
    prefix: 'svc',
    timeoutMs: 5000,
    root: process.cwd(),
  };
  session = await cliDriver({ command: [process.execPath, CLI] }).start(context);
});

afterAll(async () => {
  await session.stop();
  await service.stop();
});

type Token = 'right' | 'wrong' | 'none';

function call(id: string, input: CaseInput, token: Token = 'right', gate: GateChoice = 'approved'): Promise<Outcome> {
  const operation = operationOf(contract, id);
  return session.run({ operation, input, token: token === 'none' ? undefined : token, gate });
}

test('omitted, null and empty members are returned as they were sent', async () => {
  const sent = {
    name: ' é🧰',
    note: null,
    tags: [],
    labels: { constructor: '', ['__proto__']: 'kept' },
    serial: '9007199254740993',
  };
  const outcome = await call('createItem', { body: sent });
  expect(outcome).toMatchObject({ kind: 'value', native: { exitCode: 0 } });
  const item = (outcome.kind === 'value' ? outcome.value : undefined) as JsonObject;
  expect(item).toEqual(expect.objectContaining(sent));
  expect(Object.hasOwn(item, 'size')).toBe(false);
  const fetched = await call('getItem', { path: { item_id: item['item_id'] ?? '' } });
  expect(fetched).toEqual({ kind: 'value', value: item, native: { exitCode: 0 } });
  expect(await call('listItems', { query: { limit: 1 } })).toMatchObject({ value: { items: [item] } });
});

test.each<readonly [string, string, CaseInput, Token, number, string, number]>([
  ['an unknown id', 'getItem', { path: { item_id: 'no/such?item#..%2f' } }, 'right', 404, 'not-found', 11],
  ['a limit out of range', 'listItems', { query: { limit: 0 } }, 'right', 422, 'invalid-input', 17],
  ['a limit that is not a number', 'listItems', { query: { limit: 'ten' } }, 'right', 422, 'invalid-input', 17],
  ['a body without the required name', 'createItem', { body: { note: null } }, 'right', 422, 'invalid-input', 17],
  [
    'a body that is too large',
    'createItem',
    { body: { name: 'x'.repeat(200_000) } },
    'right',
    413,
    'content-too-large',
    14,
  ],
  ['a wrong token', 'listItems', {}, 'wrong', 401, 'unauthenticated', 10],
  ['no token', 'listItems', {}, 'none', 401, 'unauthenticated', 10],
])(
  'a failure is reported with a problem document: %s → exit code $6',
  async (_, id, input, token, status, name, exitCode) => {
    const problem = expect.objectContaining({ type: `urn:problem-type:${name}`, status }) as unknown;
    expect(await call(id, input, token)).toEqual({ kind: 'problem', status, problem, native: { exitCode } });
  },
);

test.each<readonly [GateChoice, number]>([
  ['denied', 3],
  ['unanswered', 4],
  ['other', 4],
])(
  'with the decision `%s` at its human gate, the command exits with %i and the service stores nothing',
  async (gate, exitCode) => {
    const before = await call('listItems', {});
    const refused = await call('createItem', { body: { name: 'x' } }, 'right', gate);
    expect(refused).toMatchObject({ kind: 'refused', by: 'gate', native: { exitCode } });
    expect(await call('listItems', {})).toEqual(before);
  },
);

test('the command line offers the commands that the contract declares', async () => {
  const [expected, offered] = [cliExpectedInventory(contract, { command: [] }), await session.inventory()];
  expect(offered.map(({ name, inputs }) => [name, inputs])).toEqual(expected.map(({ name, inputs }) => [name, inputs]));
  for (const [index, { required = [] }] of expected.entries())
    expect([...(offered[index]?.required ?? [])]).toEqual(expect.arrayContaining([...required]));
  expect(session.description.version).toBe('svc-items 0.1.0');
});
