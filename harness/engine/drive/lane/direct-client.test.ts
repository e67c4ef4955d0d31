import { expect, it } from 'vitest';
import { itemService, operationOf } from '../../../../contract/fixtures/contracts.js';
import type { FailedResponse, WireResponse } from '../../../../surfaces/exchange.js';
import { NO_BODY } from '../../../../contract/wire/message.js';
import { DirectClient } from './direct-client.js';

const SILENT: FailedResponse = { kind: 'failed', reason: 'no reply within 10 ms', silent: true };
const RESET: FailedResponse = { kind: 'failed', reason: 'reset' };
const OK: WireResponse = { kind: 'response', status: 200, headers: [], body: NO_BODY };

const contract = await itemService();
const [getItem, listItems] = [operationOf(contract, 'getItem'), operationOf(contract, 'listItems')];

/** Makes six calls of one operation on a service that gives `replies` in turn. Returns how many calls were sent. */
async function madeOf(...replies: readonly (WireResponse | FailedResponse)[]): Promise<number> {
  let made = 0;
  const client = new DirectClient({ contract, token: 'token' }, async () => replies[made++ % replies.length] ?? OK);
  for (let call = 0; call < 6; call += 1) await client.call(getItem, { path: { item_id: 'item-0001' } });
  const before = made;
  await client.call(listItems, {});
  await client.get({ target: '/items/item-0001' }, getItem);
  expect(made).toBe(before + 2);
  return before;
}

it.each([
  ['sends every call if the operation replies', [OK], 6],
  ['sends no more calls of an operation after three calls without a reply', [SILENT], 3],
  ['sends no more calls of an operation that replies only to every second call', [SILENT, OK], 5],
  ['sends every call if the operation closes the connection immediately', [RESET], 6],
])('the direct client %s', async (_, replies, want) => {
  expect(await madeOf(...replies)).toBe(want);
});
