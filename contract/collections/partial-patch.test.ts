import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { mayMakeInvalid } from './partial-patch.js';

const HOURS = { type: 'object', required: ['from', 'to'], properties: { from: {}, to: {} } };
const ITEM = {
  type: 'object',
  required: ['id', 'name', 'note'],
  properties: { id: {}, name: { type: 'string' }, note: { type: ['string', 'null'] }, hours: HOURS },
};
const MERGE = 'application/merge-patch+json';

test.each<[string, JsonObject, { readonly type?: string; readonly envelope?: string }, boolean]>([
  ['a member of the item', { name: 'a' }, {}, false],
  ['a whole object', { hours: { from: 1, to: 2 } }, {}, false],
  ['a part of an object', { hours: { from: 1 } }, {}, true],
  ['an object without a member that it must have', { hours: { from: 1, to: null } }, {}, true],
  ['an object that is removed', { hours: null }, {}, false],
  ['a required member that is removed', { name: null }, {}, true],
  ['a required member that may be null', { note: null }, {}, false],
  ['a part of an object in an envelope', { hours: { from: 1 } }, { envelope: 'data' }, true],
  ['a whole object in an envelope', { hours: { from: 1, to: 2 } }, { envelope: 'data' }, false],
  [
    'a part of an object in JSON that is not a merge patch',
    { hours: { from: 1 } },
    { type: 'application/json' },
    false,
  ],
])('a merge patch may make an item invalid: %s %j', async (_, body, { type = MERGE, envelope }, want) => {
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
  expect(mayMakeInvalid(contract, operationOf(contract, 'change'), { body })).toBe(want);
});
