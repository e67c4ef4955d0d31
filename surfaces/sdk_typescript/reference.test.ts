import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { CaseInput } from '../../contract/case.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import type { DriverSession } from '../driver.js';
import { type ReferenceService, referenceService } from '../fixtures/reference-service.js';
import type { Outcome } from '../outcome.js';
import { sdkTypescriptDriver } from './driver.js';

/** The SDK that `npm test` builds. */
const SDK = 'dist/surfaces/sdk_typescript/generated/client.js';

const contract = await itemService();

let service: ReferenceService;
let session: DriverSession;

beforeAll(async () => {
  service = await referenceService();
  const where = { surface: 'sdk_typescript', baseUrl: service.url, root: process.cwd() };
  session = await sdkTypescriptDriver({ module: SDK }).start({
    ...where,
    contract,
    token: 'right',
    prefix: 'svc',
    timeoutMs: 5000,
  });
});

afterAll(async () => {
  await session.stop();
  await service.stop();
});

type Token = 'right' | 'wrong' | 'none';

function call(id: string, input: CaseInput, token: Token = 'right'): Promise<Outcome> {
  const operation = operationOf(contract, id);
  return session.run({ operation, input, token: token === 'none' ? undefined : token, gate: 'approved' });
}

async function created(body: Json): Promise<JsonObject> {
  const outcome = await call('createItem', { body });
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  return outcome.value as JsonObject;
}

test('omitted, null and empty members are returned as they were sent', async () => {
  const numbers = { serial: '9007199254740993', quantity: -9007199254740991 };
  const sent = { name: ' é🧰', note: null, tags: [], labels: { constructor: '', ['__proto__']: 'kept' }, ...numbers };
  const item = await created(sent);
  expect(item).toEqual(expect.objectContaining(sent));
  expect(Object.keys(item['labels'] as JsonObject)).toEqual(['constructor', '__proto__']);
  expect(Object.hasOwn(item, 'size')).toBe(false);
  expect(await call('getItem', { path: { item_id: item['item_id'] ?? '' } })).toEqual({ kind: 'value', value: item });
});

type ItemPage = { readonly items: readonly JsonObject[]; readonly next_cursor: string | null };

test('the pages of a list contain every item once', async () => {
  const ids: Json[] = [];
  for (const name of ['a', 'b', 'c']) ids.push((await created({ name }))['item_id'] ?? null);
  const found: Json[] = [];
  let cursor: Json = '';
  while (cursor !== null) {
    const outcome = await call('listItems', { query: { limit: 2, ...(cursor !== '' && { cursor }) } });
    const page = (outcome.kind === 'value' ? outcome.value : undefined) as ItemPage;
    found.push(...page.items.map((item) => item['item_id'] ?? null));
    cursor = page.next_cursor;
  }
  expect(ids.every((id) => found.includes(id))).toBe(true);
  expect(new Set(found).size).toBe(found.length);
});

test.each<readonly [string, string, CaseInput, Token, number, string, string]>([
  ['an unknown id', 'getItem', { path: { item_id: 'no/such?item#..%2f' } }, 'right', 404, 'not-found', 'NotFoundError'],
  [
    'an id that is too short',
    'getItem',
    { path: { item_id: 'é🧰' } },
    'right',
    422,
    'invalid-input',
    'InvalidInputError',
  ],
  ['a limit out of range', 'listItems', { query: { limit: 0 } }, 'right', 422, 'invalid-input', 'InvalidInputError'],
  [
    'a body without the required name',
    'createItem',
    { body: { note: null } },
    'right',
    422,
    'invalid-input',
    'InvalidInputError',
  ],
  ['a body of null', 'createItem', { body: null }, 'right', 422, 'invalid-input', 'InvalidInputError'],
  [
    'a body that is too large',
    'createItem',
    { body: { name: 'x'.repeat(70_000) } },
    'right',
    413,
    'content-too-large',
    'ContentTooLargeError',
  ],
  ['a wrong token', 'listItems', {}, 'wrong', 401, 'unauthenticated', 'UnauthenticatedError'],
  ['no token', 'listItems', {}, 'none', 401, 'unauthenticated', 'UnauthenticatedError'],
])('a failure is thrown as its error class: %s → $6', async (_, id, input, token, status, name, error) => {
  const problem = expect.objectContaining({ type: `urn:problem-type:${name}`, status }) as unknown;
  const headers = expect.objectContaining({ 'content-type': 'application/problem+json' }) as unknown;
  expect(await call(id, input, token)).toEqual({ kind: 'problem', status, problem, native: { error, headers } });
});
