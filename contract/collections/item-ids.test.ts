import { expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { itemIds } from './item-ids.js';

it.each<[name: string, given: { reply: Json; parameter: string }, want: readonly (readonly Json[])[]]>([
  [
    'the member of the name comes before `id`',
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
  ['items below a member', { reply: { count: 1, data: [{ id: 7 }] }, parameter: 'item_id' }, [[7]]],
  ['items two levels below', { reply: { _embedded: { rows: [{ key: 'k' }] } }, parameter: 'row' }, [['k']]],
  ['a list of names', { reply: { tags: ['x', 'y'] }, parameter: 'tag' }, [['x', 'y']]],
  ['no ids in members with other names', { reply: [{ price: 3, colour: 'red' }], parameter: 'id' }, []],
  [
    'no ids in values that are neither texts nor numbers',
    { reply: [{ id: null }, { id: { a: 1 } }, { id: '' }], parameter: 'id' },
    [],
  ],
  ['an empty list', { reply: { items: [] }, parameter: 'id' }, []],
  ['a reply that is not a list', { reply: 'text', parameter: 'id' }, []],
])('finds the ids of the items in a reply: %s', (_, { reply, parameter }, want) => {
  expect(itemIds(reply, parameter)).toEqual(want);
});
