import { expect, it } from 'vitest';
import type { CaseInput } from '../../../../contract/case.js';
import { contractAt, contractOf, operationOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import type { DirectClient } from './direct-client.js';
import { StateProbe } from './state-probe.js';

const REFUSED: WireResponse = { kind: 'response', status: 422, headers: [], body: new Uint8Array(0) };

/** Describes a service for a test. `initial` returns the items after a reset; it gets the number of this reset. */
interface Given {
  readonly initial: (reset: number) => readonly object[];
  /** Whether the service stores an item at the call with this number, although it refuses the call. */
  readonly stores: (call: number) => boolean;
  /** Whether the service is reset before each call. In a check, it is reset like this only after accepted calls. */
  readonly isReset: boolean;
}

const CALLS = 3;

/**
 * Makes calls that the service refuses. For each call, returns whether the probe finds the state changed. Then returns
 * the places at which two resets restored different values.
 */
async function shown({ initial, stores, isReset }: Given): Promise<readonly string[]> {
  const contract = await contractAt('contract/item-service.openapi.yaml');
  const create = operationOf(contract, 'createItem');
  const state = { resets: 0, reset: async () => void (items = initial((state.resets += 1))) };
  let items = initial(0);
  const call = async (): Promise<WireResponse> => ({
    ...REFUSED,
    status: 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify({ items, next_cursor: null })),
  });
  const probe = new StateProbe({ options: { contract }, call } as unknown as DirectClient, state);
  const seen: string[] = [];
  for (let made = 0; made < CALLS; made += 1) {
    if (made > 0 && isReset) await state.reset();
    await probe.prepare(create);
    if (stores(made)) items = [...items, {}];
    const kept = await probe.keptAfter(create, REFUSED);
    seen.push(kept === undefined ? 'unknown' : kept.before[0] === kept.after[0] ? 'same' : 'changed');
    if (seen.at(-1) === 'changed') await state.reset();
  }
  return [...seen, ...[...probe.unequal].map(([reader, places]) => [reader, ...places].join(' '))];
}

const fixed = (): readonly object[] => [{ at: 0 }];
const byReset = (reset: number): readonly object[] => [{ at: reset }, { at: reset, id: 1 }];
const turned = (reset: number): readonly object[] => [{ at: reset % 2 }];
const [never, always] = [() => false, () => true];
const UNEQUAL = 'listItems /items/*/at';

it.each<[string, Given, readonly string[]]>([
  ['the service stores no refused request', { initial: fixed, stores: never, isReset: true }, ['same', 'same', 'same']],
  [
    'the service stores every refused request',
    { initial: fixed, stores: always, isReset: true },
    ['changed', 'changed', 'changed'],
  ],
  [
    'the service stores one of the refused requests',
    { initial: fixed, stores: (made) => made === 1, isReset: true },
    ['same', 'changed', 'same'],
  ],
  [
    'the initial values differ after each reset',
    { initial: byReset, stores: never, isReset: true },
    ['same', 'unknown', 'same', UNEQUAL],
  ],
  [
    'the initial values alternate between two values after each reset',
    { initial: turned, stores: never, isReset: true },
    ['same', 'unknown', 'same', UNEQUAL],
  ],
  [
    'the initial values differ after each reset, and the service stores every refused request',
    { initial: byReset, stores: always, isReset: true },
    ['changed', 'unknown', 'changed', UNEQUAL],
  ],
  [
    'the initial values differ after each reset, but no reset is between the refused calls',
    { initial: byReset, stores: never, isReset: false },
    ['same', 'same', 'same'],
  ],
])('a change is attributed to a refused call, unless a reset may have caused it: %s → $2', async (_, given, want) => {
  expect(await shown(given)).toEqual(want);
});

const TEXT = { type: 'string' };
const parameter = (name: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema: { ...TEXT, minLength: 2 },
});
const json = (schema: JsonObject): JsonObject => ({ description: '', content: { 'application/json': { schema } } });
const ITEM = { type: 'object', properties: { id: TEXT, title: TEXT } };
const body = { required: true, content: json({ type: 'object' })['content'] as JsonObject };
const post = (operationId: string, status: number): JsonObject => ({
  post: { operationId, requestBody: body, responses: { [status]: json(ITEM) } },
});

/** Three operations: a create of one item in a shop, a create of several items in a shop, and an action on an item. */
const PATHS = {
  '/shops/{shop_id}/items': {
    parameters: [parameter('shop_id')],
    get: { operationId: 'list', responses: { 200: json({ type: 'array', items: ITEM }) } },
    ...post('add', 201),
  },
  '/shops/{shop_id}/items/batch': { parameters: [parameter('shop_id')], ...post('add_all', 201) },
  '/shops/{shop_id}/items:import': { parameters: [parameter('shop_id')], ...post('import', 201) },
  '/shops/{shop_id}/items/search': { parameters: [parameter('shop_id')], ...post('search', 200) },
  '/items/{id}': { parameters: [parameter('id')], get: { operationId: 'read', responses: { 200: json(ITEM) } } },
  '/items/{id}/close': { parameters: [parameter('id')], ...post('close', 200) },
  '/items/{id}/copies': { parameters: [parameter('id')], ...post('copy', 201) },
};

/**
 * Makes one refused call that stores an item. Returns the reads of the probe and what the probe finds. Only the shop
 * `s1` exists.
 */
async function readsOf(name: string, input: CaseInput): Promise<readonly string[]> {
  const contract = await contractOf({ paths: PATHS });
  let items: readonly object[] = [];
  const reads: string[] = [];
  const call = async ({ id }: Operation, { path = {} }: CaseInput): Promise<WireResponse> => {
    reads.push(`${id} ${Object.values(path).join(' ')}`);
    const isFound = path['shop_id'] === 's1';
    const text = JSON.stringify(items);
    return { ...REFUSED, status: isFound ? 200 : 404, body: Buffer.from(text) };
  };
  const state = { resets: 0, reset: async () => undefined };
  const probe = new StateProbe({ options: { contract }, call } as unknown as DirectClient, state);
  const operation = operationOf(contract, name);
  await probe.prepare(operation, input);
  items = [{ id: 'a' }];
  const kept = await probe.keptAfter(operation, REFUSED, input);
  const isChanged = kept !== undefined && kept.before[0] !== kept.after[0];
  return [...new Set(reads), isChanged ? 'changed' : 'unknown'];
}

const OF_SHOP = { path: { shop_id: 's1' } };

it.each<[string, string, CaseInput, readonly string[]]>([
  ['a create below a known item', 'add', OF_SHOP, ['list s1', 'changed']],
  ['a create below an unknown item', 'add', { path: { shop_id: 's2' } }, ['list s2', 'unknown']],
  ['a create with an invalid path', 'add', { path: { shop_id: 's' } }, ['unknown']],
  ['a create of several items', 'add_all', OF_SHOP, ['list s1', 'changed']],
  ['a create with a verb in its last segment', 'import', OF_SHOP, ['list s1', 'changed']],
  ['a POST that creates nothing', 'search', OF_SHOP, ['unknown']],
  ['an action on an item, which may count refused calls', 'close', { path: { id: 'i1' } }, ['unknown']],
  ['a create at a path whose parent path is an item', 'copy', { path: { id: 'i1' } }, ['unknown']],
])(
  'reads the list below a path parameter to find what a refused call stores: %s → $3',
  async (_, name, input, want) => {
    expect(await readsOf(name, input)).toEqual(want);
  },
);

it('lists are read at a limited number of unknown paths', async () => {
  const contract = await contractOf({ paths: PATHS });
  let reads = 0;
  const call = async (): Promise<WireResponse> => {
    reads += 1;
    return { ...REFUSED, status: 404 };
  };
  const state = { resets: 0, reset: async () => undefined };
  const probe = new StateProbe({ options: { contract }, call } as unknown as DirectClient, state);
  for (let index = 0; index < 100; index += 1)
    await probe.prepare(operationOf(contract, 'add'), { path: { shop_id: `shop-${index}` } });
  expect(reads).toBe(30);
});
