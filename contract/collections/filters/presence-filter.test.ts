import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import { statedMembers, successSchema } from '../reply-members.js';
import { presenceFilter } from './presence-filter.js';

const PROPERTIES = {
  image: { type: ['string', 'null'] },
  category: { type: ['string', 'null'] },
  name: { type: 'string' },
  has_stock: { type: 'boolean' },
  stock: { type: ['integer', 'null'] },
};

/**
 * The member for which a query parameter of a list selects the elements with a value. `name` and `description` are
 * those of the parameter.
 */
async function memberOf(name: string, description: string, type = 'boolean'): Promise<string | undefined> {
  const schema = { type: 'object', properties: PROPERTIES };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  const parameters = [{ name, in: 'query', description, schema: { type } }];
  const contract = await contractOf({ paths: { '/a': { get: { operationId: 'list', parameters, responses } } } });
  const list = operationOf(contract, 'list');
  const [parameter] = list.parameters;
  const reply = successSchema(list);
  const members = statedMembers(contract.schemas, reply === undefined ? [] : [reply]);
  return parameter && presenceFilter(contract.schemas, parameter, members)[0]?.name;
}

it.each<[string, string, string | undefined]>([
  ['exists[category]', '', 'category'],
  ['exists[image]', 'Items with (`true`) or without (`false`) an image.', 'image'],
  ['has_image', 'Only items that have an image, or that have none.', 'image'],
  ['hasImage', 'Items with or without an image.', 'image'],
  ['has_image', 'Only items that have an image.', undefined],
  ['has_image', 'If true, only items that have an image. If false, items with and without an image.', undefined],
  ['has_image', 'Only items that have an image; `false` has no effect.', undefined],
  ['has_image', 'Only items with an image; with `false`, items without one are included too.', undefined],
  ['has_image', 'Items with or without a published image.', undefined],
  ['has_image', 'Adds the image to the items.', undefined],
  ['with_image', 'Items with or without an image.', undefined],
  ['has_name', 'Items with or without a name.', undefined],
  ['has_stock', 'Items with or without stock.', undefined],
  ['has_price', 'Items with or without a price.', undefined],
  ['image', 'Items with or without an image.', undefined],
])('a boolean parameter selects by the presence of a member: %s, "%s" → %s', async (name, description, want) => {
  expect(await memberOf(name, description)).toBe(want);
  expect(await memberOf(name, description, 'string')).toBeUndefined();
});
