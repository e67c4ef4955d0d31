import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { statedNulls } from './stated-nulls.js';

const STATE = { type: 'string', enum: ['open', 'in_review', 'closed'] };

it.each<[string, string, JsonObject, string | undefined]>([
  ['Null while the issue is open.', 'state', STATE, 'open'],
  ['The time of the close. Null while the issue is open.', 'state', STATE, 'open'],
  ['Is `null` as long as this issue is still `in_review`', 'status', STATE, 'in_review'],
  ['null if the item is in review', 'state', STATE, undefined],
  ['Null while the store is open.', 'state', STATE, undefined],
  ['Null unless the issue is closed.', 'state', STATE, undefined],
  ['Null until the issue is closed.', 'state', STATE, undefined],
  ['Null while the issue is open, or if its milestone is over.', 'state', STATE, undefined],
  ['Null while the issue is pending.', 'state', STATE, undefined],
  ['Null while the issue is open.', 'state', { type: 'string' }, undefined],
  ['Null while the issue is open.', 'kind', STATE, undefined],
])(
  'finds the state in which a member is null: description "%s", state member "%s" → $3',
  async (description, member, schema, want) => {
    const time = { type: ['string', 'null'], format: 'date-time', description };
    const item = { type: 'object', properties: { id: { type: 'string' }, [member]: schema, closed_at: time } };
    const responses = { '200': { description: '', content: { 'application/json': { schema: item } } } };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const paths = { '/issues/{id}': { parameters, get: { operationId: 'read', responses } } };
    const contract = await contractOf({ paths });
    const found = statedNulls(contract, operationOf(contract, 'read'));
    expect(found).toEqual(want === undefined ? [] : [{ name: 'closed_at', member, state: want }]);
  },
);
