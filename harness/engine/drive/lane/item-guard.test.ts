import { expect, it } from 'vitest';
import type { Case } from '../../../../contract/case.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { operationNamed } from '../../../../contract/contract.js';
import type { Json } from '../../../../contract/json/json.js';
import { NO_BODY } from '../../../../contract/wire/message.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { aCase } from '../../../cases/operations/a-case.js';
import { ItemGuard } from './item-guard.js';

const inPath = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema });
const [responses, uuid] = [{ 200: { description: '' } }, '6f1c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b'];
const contract = await contractOf({
  paths: {
    '/v/{version}/shops': {
      parameters: [inPath('version', { enum: ['v1'] })],
      post: { operationId: 'open', responses },
    },
    '/shops': { get: { operationId: 'list', responses }, post: { operationId: 'add', responses } },
    '/shops/{shop}': { parameters: [inPath('shop', {})], get: { operationId: 'read', responses } },
    '/shops/{shop}/close': { parameters: [inPath('shop', {})], post: { operationId: 'close', responses } },
    '/tags/{tag}': { parameters: [inPath('tag', { type: 'integer' })], delete: { operationId: 'untag', responses } },
  },
});

/**
 * Returns whether the guard permits a call. The shop `/shops/1` exists, `/shops/2` does not. An earlier call of `add`
 * created an item.
 */
async function isSent(name: string, change: Partial<Case>): Promise<boolean> {
  const guard = new ItemGuard(contract, new Map([['tag', { known: [5], only: false }]]));
  const exchange = { response: { kind: 'response', status: 200, headers: [], body: NO_BODY } };
  for (const id of ['add', 'list'])
    guard.noted({ case: { ...made(id), id }, exchanges: [exchange], outcome: {} } as unknown as Observation);
  const refusal = await guard.refusal(
    operation(name),
    { ...made(name), ...change },
    {
      call: async (_, { path }) =>
        ({ kind: 'response', status: path?.['shop'] === 2 ? 404 : 200, headers: [], body: NO_BODY }) as const,
    },
  );
  return refusal === undefined && guard.notSent.size === 0;
}

const made = (name: string): Case => aCase(operation(name), 'example', '0', {}, { kind: 'accepted' });

function operation(name: string) {
  const found = operationNamed(contract, name);
  if (found === undefined) throw new Error(name);
  return found;
}

const fed = (step: string, shop: Json): Partial<Case> => ({
  input: { path: { shop } },
  feeds: [{ in: 'path', name: 'shop', pointer: '/id', step }],
});

it.each<[string, string, Partial<Case>, boolean]>([
  ['a read of any item', 'read', { input: { path: { shop: 1 } } }, true],
  ['a change of an item that exists', 'close', { input: { path: { shop: 1 } } }, false],
  ['a change of an item that does not exist', 'close', { input: { path: { shop: 2 } } }, true],
  ['a change of an item that no operation reads', 'untag', { input: { path: { tag: 1 } } }, false],
  ['a change with an identifier that probably no item has', 'untag', { input: { path: { tag: 1_234_567_890 } } }, true],
  ['a change with a configured identifier', 'untag', { input: { path: { tag: 5 } } }, true],
  ['a change whose path parameter has only one possible value', 'open', { input: { path: { version: 'v1' } } }, true],
  ['a change with an identifier from the reply to a create', 'close', fed('add', 1), true],
  ['a change with an identifier from a list', 'close', fed('list', uuid), false],
  [
    'a change with the identifier that a setup call gave to its new item',
    'close',
    { input: { path: { shop: 1 } }, setup: [{ operation: operation('add').id, input: { body: { id: 1 } } }] },
    true,
  ],
  [
    'a raw request for an item that exists',
    'untag',
    { input: { path: { tag: 1_234_567_890 } }, raw: { fault: 'route', words: '', target: '/tags/1' } },
    false,
  ],
  [
    'a raw request with the path of the collection',
    'untag',
    { input: { path: { tag: 1_234_567_890 } }, raw: { fault: 'route', words: '', target: '/tags' } },
    false,
  ],
  [
    'a raw request that sends DELETE to the path of a read',
    'read',
    { input: { path: { shop: 1 } }, raw: { fault: 'method', words: '', method: 'DELETE' } },
    false,
  ],
])(
  'a call is not sent if it may change an item that the check did not create: %s: %s %j → sent: %s',
  async (_, name, change, want) => {
    expect(await isSent(name, change)).toBe(want);
  },
);
