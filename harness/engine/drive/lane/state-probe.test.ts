import { expect, it } from 'vitest';
import { contractAt, operationOf } from '../../../../contract/fixtures/contracts.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import type { DirectClient } from './direct-client.js';
import { StateProbe } from './state-probe.js';

const REFUSED: WireResponse = { kind: 'response', status: 422, headers: [], body: new Uint8Array(0) };

/** Describes a service. Each of its resets restores the items that `initial` returns for the number of the reset. */
interface Given {
  readonly initial: (reset: number) => readonly object[];
  /** Whether the refused call with this number stores an item although it is refused. */
  readonly stores: (call: number) => boolean;
  /** True if the service is reset before each call, as it is after accepted calls. */
  readonly isReset: boolean;
}

const CALLS = 3;

/**
 * Runs refused calls. Returns the result of the probe for each call, and then the places whose values differ between
 * resets.
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

it.each<[string, { given: Given; want: readonly string[] }]>([
  [
    'the service stores no refused request',
    { given: { initial: fixed, stores: never, isReset: true }, want: ['same', 'same', 'same'] },
  ],
  [
    'the service stores every refused request',
    { given: { initial: fixed, stores: always, isReset: true }, want: ['changed', 'changed', 'changed'] },
  ],
  [
    'the service stores one of the refused requests',
    { given: { initial: fixed, stores: (made) => made === 1, isReset: true }, want: ['same', 'changed', 'same'] },
  ],
  [
    'the initial values differ after each reset',
    { given: { initial: byReset, stores: never, isReset: true }, want: ['same', 'unknown', 'same', UNEQUAL] },
  ],
  [
    'the initial values alternate between two values after each reset',
    {
      given: { initial: turned, stores: never, isReset: true },
      want: ['same', 'unknown', 'same', UNEQUAL],
    },
  ],
  [
    'the initial values differ after each reset, and the service stores every refused request',
    {
      given: { initial: byReset, stores: always, isReset: true },
      want: ['changed', 'unknown', 'changed', UNEQUAL],
    },
  ],
  [
    'the initial values differ after each reset, but no reset is between the refused calls',
    { given: { initial: byReset, stores: never, isReset: false }, want: ['same', 'same', 'same'] },
  ],
])('a change is attributed to a refused call, unless a reset may have caused it: %s', async (_, { given, want }) => {
  expect(await shown(given)).toEqual(want);
});
