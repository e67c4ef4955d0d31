import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import { type StatedResult, statedResult } from './stated-result.js';

const STATUS = { name: 'status', values: ['open', 'paid', 'closed'] };

async function resultOf(description: string): Promise<StatedResult | undefined> {
  const responses = { 200: { description: '' } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const post = { operationId: 'act', description, responses };
  const { operations } = await contractOf({ paths: { '/carts/{id}/checkout': { parameters: [id], post } } });
  const [action] = operations;
  return action && statedResult(action, '/carts/{id}', STATUS);
}

it.each<[string, StatedResult | undefined]>([
  ['Closes the cart.', { not: 'open' }],
  ['Creates an order with the lines of the cart, and closes the cart.', { not: 'open' }],
  ['Its `status` becomes `paid`.', { to: 'paid' }],
  ['Takes the money; the `status` of the cart is set to "paid".', { to: 'paid' }],
  ['The cart becomes `paid`.', { to: 'paid' }],
  ['The order becomes `paid`.', undefined],
  ['Its `kind` becomes `paid`.', undefined],
  ['Its `status` becomes `lost`.', undefined],
  ['Closes the shop.', undefined],
  ['Closes the cart later.', undefined],
  ['Closes the cart if it is empty.', undefined],
  ['Nobody closes the cart.', undefined],
  ['Closes the cart. Its `status` becomes `closed`.', undefined],
])('finds the state after an action in its description: %s', async (text, want) => {
  expect(await resultOf(text)).toEqual(want);
});
