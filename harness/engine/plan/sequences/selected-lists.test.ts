import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from './sequence-plan.js';

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const body = (properties: JsonObject): JsonObject => ({
  required: true,
  ...json({ type: 'object', required: Object.keys(properties), additionalProperties: false, properties }),
});
const ITEM = {
  type: 'object',
  properties: { id: TEXT, title: TEXT, open: FLAG, closed: FLAG, at: TEXT, owner_id: TEXT },
};
const replies = { '200': { description: '', ...json(ITEM) } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: TEXT }];

interface Given {
  readonly parameter: JsonObject;
  readonly created?: JsonObject;
  readonly ofItem?: JsonObject;
  readonly known?: readonly string[];
}

async function planned({ parameter, created = {}, ofItem = {}, known = [] }: Given): Promise<readonly string[]> {
  const list = { '200': { description: '', ...json({ type: 'array', items: ITEM }) } };
  const contract = await contractOf({
    paths: {
      '/items': {
        get: { operationId: 'list', parameters: [{ in: 'query', ...parameter }], responses: list },
        post: { operationId: 'add', requestBody: body({ title: TEXT, ...created }), responses: replies },
      },
      '/items/{id}': { parameters, get: { operationId: 'read', responses: replies }, ...ofItem },
      '/items/{id}/close': { parameters, post: { operationId: 'close', responses: replies } },
    },
  });
  const values = new Map([['owner_id', { known, only: false }]]);
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const { steps = [] } = sequences.find(({ name }) => name === 'selected') ?? {};
  const own = ({ query, body: sent }: JsonObject): string =>
    JSON.stringify(query ?? sent ?? '').replace(/"title":"[^"]*",?/, '');
  return steps.map(({ case: { operation, input } }) => `${operation} ${own(input as JsonObject)}`);
}

const OPEN = { name: 'open', schema: FLAG };
const patch = { operationId: 'change', requestBody: body({ open: FLAG }), responses: replies };
const TIME = { type: 'string', format: 'date' };
const ADDED = ['add {}', 'add {}', 'add {}'];

it.each<[string, Given, readonly string[]]>([
  [
    'by a create',
    { parameter: OPEN, created: { open: FLAG } },
    ['add {"open":true}', 'add {"open":false}', 'list ""', 'list {"open":true}', 'list {"open":false}'],
  ],
  [
    'by the texts of a boolean',
    { parameter: { name: 'open', schema: { enum: ['true', 'false'] } }, created: { open: FLAG } },
    ['add {"open":true}', 'add {"open":false}', 'list ""', 'list {"open":"true"}', 'list {"open":"false"}'],
  ],
  [
    'by a state that the list excludes, after a DELETE',
    {
      parameter: { name: 'include_closed', schema: FLAG },
      ofItem: { delete: { operationId: 'drop', responses: replies } },
    },
    [...ADDED, 'close ""', 'close ""', 'drop ""', 'list ""', 'list {"include_closed":false}'],
  ],
  [
    'by a PATCH',
    { parameter: OPEN, ofItem: { patch } },
    [...ADDED, 'change {"open":true}', 'change {"open":false}', 'list ""', 'list {"open":true}', 'list {"open":false}'],
  ],
  [
    'by an action',
    { parameter: OPEN },
    [...ADDED, 'close ""', 'close ""', 'list ""', 'list {"open":true}', 'list {"open":false}'],
  ],
  [
    'as known identifiers',
    { parameter: { name: 'owner_id', schema: TEXT }, known: ['x', 'y'] },
    [...ADDED, 'close ""', 'close ""', 'list ""', 'list {"owner_id":"x"}', 'list {"owner_id":"y"}'],
  ],
  ['as one known identifier', { parameter: { name: 'owner_id', schema: TEXT }, known: ['x'] }, []],
  [
    'as dates',
    { parameter: { name: 'sort', schema: { enum: ['at'] } }, created: { at: TIME } },
    ['add {"at":"2030-01-02"}', 'add {"at":"2030-01-03"}', 'add {"at":"2030-01-01"}', 'list ""', 'list {"sort":"at"}'],
  ],
])('items get different values of a member that selects or orders them: %s', async (_, given, want) => {
  expect(await planned(given)).toEqual(want);
});
