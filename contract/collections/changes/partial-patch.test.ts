import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { mayMakeInvalid } from './partial-patch.js';

const HOURS = { type: 'object', required: ['from', 'to'], properties: { from: {}, to: {} } };
const ITEM = {
  type: 'object',
  required: ['id', 'name', 'note'],
  properties: { id: {}, name: { type: 'string' }, note: { type: ['string', 'null'] }, hours: HOURS },
};
const MERGE = 'application/merge-patch+json';

test.each<[string, JsonObject, { readonly type?: string; readonly envelope?: string }, boolean]>([
  ['the patch sets a member of the item', { name: 'a' }, {}, false],
  ['the patch sets a whole object', { hours: { from: 1, to: 2 } }, {}, false],
  ['the patch sets one of two required members of an object', { hours: { from: 1 } }, {}, true],
  [
    'the patch sets one required member of an object, and removes the other',
    { hours: { from: 1, to: null } },
    {},
    true,
  ],
  ['the patch removes an optional object', { hours: null }, {}, false],
  ['the patch removes a required member', { name: null }, {}, true],
  ['the patch sets a required member to null, which the schema allows', { note: null }, {}, false],
  [
    'the patch sets a part of an object, and the reply has an envelope',
    { hours: { from: 1 } },
    { envelope: 'data' },
    true,
  ],
  [
    'the patch sets a whole object, and the reply has an envelope',
    { hours: { from: 1, to: 2 } },
    { envelope: 'data' },
    false,
  ],
  [
    'the request sets a part of an object, but is not a merge patch',
    { hours: { from: 1 } },
    { type: 'application/json' },
    false,
  ],
])(
  'decides whether a merge patch may make an item invalid: %s → $3',
  async (_, body, { type = MERGE, envelope }, want) => {
    const schema = envelope === undefined ? ITEM : { type: 'object', properties: { [envelope]: ITEM } };
    const contract = await contractOf({
      paths: {
        '/pad': {
          patch: {
            operationId: 'change',
            requestBody: { content: { [type]: { schema: { type: 'object' } } } },
            responses: { 200: { description: '', content: { 'application/json': { schema } } } },
          },
        },
      },
    });
    expect(mayMakeInvalid(contract, operationOf(contract, 'change'), { body }).length > 0).toBe(want);
  },
);
