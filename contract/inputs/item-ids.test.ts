import { expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { itemIds } from './item-ids.js';

it.each<[name: string, given: { reply: Json; parameter: string }, want: readonly (readonly Json[])[]]>([
  [
    'the values of the member `pet_id` come before the values of `id`',
    {
      reply: [
        { id: 1, pet_id: 'a' },
        { id: 2, pet_id: 'b' },
      ],
      parameter: 'petId',
    },
    [
      ['a', 'b'],
      [1, 2],
    ],
  ],
  [
    'the values of `device_id` for `{device}` come before the names of resources',
    { reply: [{ name: 'orgs/x/devices/a', device_id: 'a' }], parameter: 'device' },
    [['a'], ['orgs/x/devices/a']],
  ],
  [
    'the ids of items in a member of the reply',
    { reply: { count: 1, data: [{ id: 7 }] }, parameter: 'item_id' },
    [[7]],
  ],
  [
    'the ids of items two levels below the reply',
    { reply: { _embedded: { rows: [{ key: 'k' }] } }, parameter: 'row' },
    [['k']],
  ],
  [
    'the ids of items beside a list of links',
    { reply: { links: [{ href: '/shops', rel: 'self' }], shops: [{ id: 'a' }] }, parameter: 'shopId' },
    [['a']],
  ],
  [
    'the ids of items in the elements of a bundle',
    { reply: { entry: [{ fullUrl: '/Patient/a', resource: { id: 'a' } }] }, parameter: 'id' },
    [['a']],
  ],
  ['the elements of a list of strings', { reply: { tags: ['x', 'y'] }, parameter: 'tag' }, [['x', 'y']]],
  ['no ids in members with unusual names', { reply: [{ price: 3, colour: 'red' }], parameter: 'id' }, []],
  [
    'no ids in values that are neither strings nor numbers',
    { reply: [{ id: null }, { id: { a: 1 } }, { id: '' }], parameter: 'id' },
    [],
  ],
  ['no ids in an empty list', { reply: { items: [] }, parameter: 'id' }, []],
  ['no ids in a reply without a list', { reply: 'text', parameter: 'id' }, []],
])('finds candidate ids in a reply: %s → $2', (_, { reply, parameter }, want) => {
  expect(itemIds(reply, parameter)).toEqual(want);
});
