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

/** How many of six calls of an operation reach a service that gives these replies in turn. */
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
  ['calls an operation every time if it answers', [OK], 6],
  ['stops calling an operation after three calls without an answer', [SILENT], 3],
  ['stops calling an operation that answers only every second call', [SILENT, OK], 5],
  ['calls an operation every time if it closes the connection at once', [RESET], 6],
])('the direct client %s', async (_, replies, want) => {
  expect(await madeOf(...replies)).toBe(want);
});
