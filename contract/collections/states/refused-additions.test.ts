import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import { refusedAdditions } from './refused-additions.js';

/**
 * The states of a product in which new reviews are refused, each with its statuses. `description` and `conflict` are
 * the texts of the operation and of its 409.
 */
async function refusedIn(description: string, conflict = ''): Promise<string> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const properties = {
    discontinued: { type: 'boolean' },
    isHidden: { type: 'boolean' },
    status: { enum: ['draft', 'on_sale'] },
  };
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const contract = await contractOf({
    paths: {
      '/reviews': {
        post: {
          operationId: 'addReview',
          description,
          responses: { 201: { description: '' }, 409: { description: conflict }, 422: { description: '' } },
        },
      },
      '/products/{id}': {
        parameters: [id],
        get: { operationId: 'read', responses: { 200: { description: '', content } } },
      },
    },
  });
  const found = refusedAdditions(contract, operationOf(contract, 'addReview'), operationOf(contract, 'read'));
  return found.map(({ name, value, statuses }) => `${name}=${String(value)} ${statuses.join()}`).join('; ');
}

it.each<[string, string, string]>([
  ['A product that is discontinued takes no reviews (409).', '', 'discontinued=true 409'],
  ['A discontinued product accepts no new reviews.', '', 'discontinued=true 409'],
  ['A discontinued product cannot be reviewed (422).', '', 'discontinued=true 422'],
  ['A hidden product gets no reviews.', '', 'isHidden=true 409'],
  ['A draft product cannot be reviewed.', '', 'status=draft 409'],
  ['An author can review a product once. A draft product takes no reviews.', '', 'status=draft 409'],
  ['', 'The product is discontinued.', 'discontinued=true 409'],
  ['- 422 if the product is discontinued.', '', 'discontinued=true 422'],
  [
    '422 if the product or the customer does not exist, or if the product is discontinued.',
    '',
    'discontinued=true 422',
  ],
  ['Refused with 422 if the product does not exist or is discontinued.', '', 'discontinued=true 422'],
  ['A review is refused when the product is discontinued.', '', 'discontinued=true 409'],
  ['422 if the product is discontinued and the author is new.', '', ''],
  ['422 if the product is not discontinued.', '', ''],
  ['422 if the author is discontinued.', '', ''],
  ['422 if the product of another shop is discontinued.', '', ''],
  ['The rating is 0 if the product is discontinued.', '', ''],
  ['A product that is not discontinued takes no reviews.', '', ''],
  ['A discontinued product takes no orders.', '', ''],
  ['A discontinued shop takes no reviews.', '', ''],
  ['A discontinued product takes no reviews, except by staff.', '', ''],
  ['A discontinued product takes no reviews. Staff can review even such products.', '', ''],
  ['A discontinued product takes reviews.', '', ''],
  ['A discontinued product takes no reviews (403).', '', ''],
  ['A discontinued product takes no reviews by guests.', '', ''],
  ['A discontinued product takes no reviews without a text.', '', ''],
  ['A discontinued product takes no anonymous reviews.', '', ''],
  ['A discontinued product cannot be reviewed by guests.', '', ''],
  ['A discontinued product takes no further reviews and gives 422.', '', 'discontinued=true 422'],
  ['', 'The customer has a review already, or it is hidden.', ''],
  ['', 'The product of another shop is discontinued.', ''],
  ['', 'The shop is discontinued.', ''],
])(
  'finds the states in which no items can be added to an item: description "%s", text of 409 "%s" → %j',
  async (text, conflict, want) => {
    expect(await refusedIn(text, conflict)).toBe(want);
  },
);
