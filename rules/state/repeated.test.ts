import { expect, it } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { Case } from '../../contract/case.js';
import type { JsonObject } from '../../contract/json/json.js';
import type { Observation } from '../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { repeated } from './repeated.js';

const INTEGER = { type: 'integer' };
const KEYED: JsonObject = { key: '/body/run', conflict: 409, deterministic: true };

/**
 * A call: the body of its request, and the status and the body of its reply. `invalid`: the contract does not allow the
 * request.
 */
type Seen = readonly [body: JsonObject, status: number, reply: JsonObject, invalid?: true];

async function kinds(
  repeat: JsonObject,
  calls: readonly Seen[],
  {
    isolated = true,
    atOnce = 0,
    id = '/run',
  }: Partial<Record<'isolated', boolean> & Record<'atOnce', number> & Record<'id', string>> = {},
): Promise<readonly string[] | undefined> {
  const properties = { run: { type: 'string' }, seed: INTEGER, steps: { ...INTEGER, default: 1 } };
  const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const responses = Object.fromEntries(
    ['200', '409'].map((status) => [status, { description: '', ...content({ type: 'object' }) }]),
  );
  const requestBody = content({ type: 'object', properties });
  const post = { operationId: 'start', requestBody, responses, 'x-svc-repeat': repeat };
  const contract = await contractOf({ paths: { '/runs': { post } } });
  const steps = calls.map(([body, status, reply, invalid], index): Observation => {
    const seen = [{ response: replied(status, reply) }];
    const lane = index < atOnce ? { lane: index } : {};
    const promise: Case['expect'] = invalid
      ? { kind: 'rejected', keyword: 'type', pointer: '/body/seed' }
      : { kind: 'accepted' };
    const more = { id: String(index), expect: promise, ...lane };
    return trialOf(contract, 'start', { body }, seen, more).observations[0] as Observation;
  });
  const last = { ...(steps.at(-1) as Observation), earlier: steps.slice(0, -1) };
  const trial = { ...trialOf(contract, 'start', {}, []), observations: [last] };
  const create = trial.operation;
  const collections = [{ create, read: { operation: create, id: { in: 'path', name: 'id', pointer: id } as const } }];
  return repeated.check(trial, { ...contextOf(contract), isolated, collections })?.map(({ kind }) => kind);
}

const FIRST: Seen = [{ run: 'a', seed: 1 }, 200, { run: 'a', best: 3 }];

it.each<[string, string, readonly string[]]>([
  ['a reply with the identifier of a new item', '/best', ['repeat-creates']],
  ['a reply with the identifier of the first item', '/run', ['repeat-differs']],
])('an equal request with the same idempotency key gets %s (kind of the violation: $2)', async (_, id, want) => {
  expect(await kinds(KEYED, [FIRST, [FIRST[0], 200, { run: 'a', best: 4 }]], { id })).toEqual(want);
});

it.each<[string, readonly Seen[], readonly string[] | undefined]>([
  ['an equal request with the same key has the same reply', [FIRST, FIRST], []],
  [
    'an equal request with the same key has a different reply',
    [FIRST, [FIRST[0], 200, { run: 'a', best: 4 }]],
    ['repeat-differs'],
  ],
  ['a different request with the same key is refused', [FIRST, [{ run: 'a', seed: 2 }, 409, {}]], []],
  [
    'a different request with the same key is accepted',
    [FIRST, [{ run: 'a', seed: 2 }, 200, { run: 'a', best: 3 }]],
    ['conflict-accepted'],
  ],
  [
    'an equal request with a different key has an equal result',
    [FIRST, [{ run: 'b', seed: 1 }, 200, { run: 'b', best: 3 }]],
    [],
  ],
  [
    'an equal request with a different key has a different result',
    [FIRST, [{ run: 'b', seed: 1 }, 200, { run: 'b', best: 4 }]],
    ['result-differs'],
  ],
  [
    'an equal request with its members in a different order is refused',
    [FIRST, [{ seed: 1, run: 'a' }, 409, {}]],
    ['repeat-refused'],
  ],
  [
    'the third request equals the second request, and has a different result',
    [FIRST, [{ run: 'b', seed: 2 }, 200, { run: 'b', best: 5 }], [{ run: 'c', seed: 2 }, 200, { run: 'c', best: 6 }]],
    ['result-differs'],
  ],
  [
    'a request that states a default value equals a request that omits it',
    [FIRST, [{ run: 'b', seed: 1, steps: 1 }, 200, { run: 'b', best: 3 }]],
    [],
  ],
  [
    'the second request omits the key, which the service assigns',
    [FIRST, [{ seed: 1 }, 200, { run: 'r1', best: 3 }]],
    undefined,
  ],
  [
    'both requests omit the key, which the service assigns',
    [
      [{ seed: 1 }, 200, { run: 'r1' }],
      [{ seed: 1 }, 200, { run: 'r2' }],
    ],
    undefined,
  ],
])('requests are repeated with idempotency keys: %s (violations: $2)', async (_, calls, want) => {
  expect(await kinds(KEYED, calls)).toEqual(want);
});

it.each<[string, readonly Seen[], readonly string[]]>([
  ['two equal requests with equal results', [FIRST, FIRST], []],
  ['two equal requests with different results', [FIRST, [FIRST[0], 200, { run: 'a', best: 4 }]], ['result-differs']],
])('equal requests without idempotency keys must have equal results: %s (violations: $2)', async (_, calls, want) => {
  expect(await kinds({ deterministic: true }, calls)).toEqual(want);
});

it('a request is not judged if an earlier run may have used its idempotency key', async () => {
  const calls: readonly Seen[] = [FIRST, [{ run: 'b', seed: 1 }, 409, {}]];
  expect(await kinds(KEYED, calls, { isolated: false })).toBeUndefined();
  expect(await kinds(KEYED, calls)).toEqual(['repeat-refused']);
});

const OTHER: Seen = [{ run: 'a', seed: 2 }, 200, { run: 'a', best: 5 }];

it.each<[string, readonly Seen[], readonly string[]]>([
  ['the first of two different requests is accepted', [FIRST, [OTHER[0], 409, {}], FIRST], []],
  ['the second of two different requests is accepted', [[FIRST[0], 409, {}], OTHER, OTHER], []],
  ['both of two different requests are accepted', [FIRST, OTHER, FIRST], ['conflict-accepted']],
  ['two equal requests have equal replies', [FIRST, FIRST, FIRST], []],
  ['two equal requests have different replies', [FIRST, [FIRST[0], 200, OTHER[2]], FIRST], ['repeat-differs']],
  ['an equal request is refused while the first request is in progress', [FIRST, [FIRST[0], 409, {}], FIRST], []],
  [
    'the third request is refused, although it equals the accepted request',
    [FIRST, [OTHER[0], 409, {}], [FIRST[0], 409, {}]],
    ['repeat-refused'],
  ],
])(
  'two concurrent requests and a later one have the same idempotency key: %s (violations: $2)',
  async (_, calls, want) => {
    expect(await kinds(KEYED, calls, { atOnce: 2 })).toEqual(want);
  },
);

const INVALID: Seen = [{ run: 'a', seed: 'x' }, 422, {}, true];

it.each<[string, readonly Seen[], boolean, readonly string[] | undefined]>([
  ['is accepted', [INVALID, FIRST], true, []],
  ['is refused as known', [INVALID, [FIRST[0], 409, {}]], true, ['refused-key-kept']],
  ['is refused with a different status', [INVALID, [FIRST[0], 403, {}]], true, []],
  ['is refused, and the service keeps its state', [INVALID, [FIRST[0], 409, {}]], false, undefined],
  [
    'is refused, and the invalid request was accepted',
    [
      [INVALID[0], 200, {}, true],
      [FIRST[0], 409, {}],
    ],
    true,
    [],
  ],
  [
    'is refused, and the invalid request had a different key',
    [
      [{ run: 'b' }, 422, {}, true],
      [FIRST[0], 409, {}],
    ],
    true,
    undefined,
  ],
])(
  'a valid request has the idempotency key of an invalid request that was sent before: it %s (violations: $3)',
  async (_, calls, isolated, want) => {
    expect(await kinds(KEYED, calls, { isolated })).toEqual(want);
  },
);

it.each<[string, reply: JsonObject, isKnown: boolean, want: readonly string[] | undefined]>([
  ['the same reply, without a known identifier', { id: 'a' }, false, []],
  ['another item', { id: 'b' }, true, ['repeat-creates']],
  ['another reply, without a known identifier', { id: 'b' }, false, undefined],
  ['a reply that lacks the identifier', { name: 'b' }, true, undefined],
])('an equal request with the same Idempotency-Key gets %s (violations: $3)', async (_, reply, isKnown, want) => {
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
  const responses = { 201: { description: '', content: { 'application/json': { schema: { type: 'object' } } } } };
  const post = { operationId: 'add', parameters: [key], responses };
  const contract = await contractOf({ paths: { '/orders': { post } } });
  const input = { header: { 'Idempotency-Key': 'k' } };
  const called = (body: JsonObject): Observation => {
    const made = trialOf(contract, 'add', input, [{ response: replied(201, body) }]).observations[0] as Observation;
    const exchanges = made.exchanges.map((exchange) => ({
      ...exchange,
      request: { ...exchange.request, headers: [['Idempotency-Key', 'k'] as const] },
    }));
    return { ...made, exchanges };
  };
  const trial = trialOf(contract, 'add', input, []);
  const create = trial.operation;
  const collections = isKnown
    ? [{ create, read: { operation: create, id: { in: 'path', name: 'id', pointer: '/id' } as const } }]
    : [];
  const given = { ...trial, observations: [{ ...called(reply), earlier: [called({ id: 'a' })] }] };
  expect(repeated.check(given, contextOf(contract, { collections }))?.map(({ kind }) => kind)).toEqual(want);
});
