import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { aggregateMembers } from './aggregate-members.js';

/**
 * Whether a number in a product counts as a summary of its reviews. `description` is the description of this number.
 */
async function isSummary(description: string, more: JsonObject = { type: 'integer' }): Promise<boolean> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const schema = { type: 'object', properties: { score: { description, ...more }, name: { type: 'string' } } };
  const shown = { 200: { description: '', content: { 'application/json': { schema } } } };
  const contract = await contractOf({
    paths: {
      '/products/{id}': { parameters: [id], get: { operationId: 'read', responses: shown } },
      '/products/{id}/entries': { parameters: [id], post: { operationId: 'addReview', responses: shown } },
    },
  });
  return aggregateMembers(contract, operationOf(contract, 'read'), operationOf(contract, 'addReview')).length > 0;
}

it.each<[string, boolean]>([
  ['The number of reviews of the product.', true],
  ['The mean of the ratings of all reviews, rounded to one decimal; null if there are none.', true],
  ['How many reviews the product has.', true],
  ['The total number of entries', true],
  ['The highest of the ratings in its reviews', true],
  ['The number of orders of the product.', false],
  ['The number of reviews that the product ever got.', false],
  ['The number of reviews, including deleted ones.', false],
  ['The approximate number of reviews.', false],
  ['The number of reviews; computed every night.', false],
  ['The number of the review.', false],
  ['The reviews of the product.', false],
  ['The number of reviews sent for the product.', false],
  ['The number of reviews that are still possible.', false],
  ['The number of reviews left this month.', false],
])('by its description, a number in a product summarises the reviews of the product: "%s" → %s', async (text, want) => {
  expect(await isSummary(text)).toBe(want);
  expect(await isSummary(text, { type: ['number', 'null'] })).toBe(want);
  expect(await isSummary(text, { type: 'string' })).toBe(false);
});
