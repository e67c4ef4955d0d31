import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from './sequence-plan.js';

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const SIZE = { enum: ['s', 'm', 'l', 'xl'] };
const SIZES = { type: 'array', items: SIZE };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const body = (properties: JsonObject): JsonObject => ({
  required: true,
  ...json({ type: 'object', required: Object.keys(properties), additionalProperties: false, properties }),
});
const ITEM = {
  type: 'object',
  properties: { id: TEXT, title: TEXT, open: FLAG, closed: FLAG, at: TEXT, owner_id: TEXT, size: SIZE },
};
const replies = { '200': { description: '', ...json(ITEM) } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: TEXT }];

interface Given {
  readonly parameter: JsonObject;
  readonly created?: JsonObject;
  readonly ofItem?: JsonObject;
  readonly known?: readonly string[];
  /** Set if the contract has no operation that creates the items. */
  readonly isStored?: true;
  readonly path?: string;
  readonly others?: readonly JsonObject[];
}

async function planned({
  parameter,
  created = {},
  ofItem = {},
  known = [],
  ...given
}: Given): Promise<readonly string[]> {
  const list = { '200': { description: '', ...json({ type: 'array', items: ITEM }) } };
  const { isStored, path = '/items', others = [] } = given;
  const above = path.includes('shop') ? [{ name: 'shop', in: 'path', required: true, schema: TEXT }] : [];
  const contract = await contractOf({
    paths: {
      [path]: {
        get: {
          operationId: 'list',
          parameters: [...above, ...[parameter, ...others].map((each) => ({ in: 'query', ...each }))],
          responses: list,
        },
        ...(isStored !== true && {
          post: { operationId: 'add', requestBody: body({ title: TEXT, ...created }), responses: replies },
        }),
      },
      '/items/{id}': { parameters, get: { operationId: 'read', responses: replies }, ...ofItem },
      '/items/{id}/close': { parameters, post: { operationId: 'close', responses: replies } },
    },
  });
  const values = new Map(['owner_id', 'shop'].map((name) => [name, { known, only: false }]));
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const { steps = [] } = sequences.find(({ name }) => name === 'selected') ?? {};
  const own = ({ query, body: sent }: JsonObject): string =>
    JSON.stringify(query ?? sent ?? '').replace(/"title":"(?:[^"\\]|\\.)*",?/, '');
  return steps.map(({ case: { operation, input } }) => `${operation} ${own(input as JsonObject)}`);
}

const OPEN = { name: 'open', schema: FLAG };
const patch = { operationId: 'change', requestBody: body({ open: FLAG }), responses: replies };
const TIME = { type: 'string', format: 'date' };
const ADDED = ['add {}', 'add {}', 'add {}'];

it.each<[string, Given, readonly string[]]>([
  [
    'a create sets the filtered member',
    { parameter: OPEN, created: { open: FLAG } },
    ['add {"open":true}', 'add {"open":false}', 'list ""', 'list {"open":true}', 'list {"open":false}'],
  ],
  [
    'a create sets a boolean that the filter spells as a string',
    { parameter: { name: 'open', schema: { enum: ['true', 'false'] } }, created: { open: FLAG } },
    ['add {"open":true}', 'add {"open":false}', 'list ""', 'list {"open":"true"}', 'list {"open":"false"}'],
  ],
  [
    'a DELETE moves an item to a state that the list excludes by default',
    {
      parameter: { name: 'include_closed', schema: FLAG },
      ofItem: { delete: { operationId: 'drop', responses: replies } },
    },
    [...ADDED, 'close ""', 'close ""', 'drop ""', 'list ""', 'list {"include_closed":false}'],
  ],
  [
    'a PATCH sets the filtered member',
    { parameter: OPEN, ofItem: { patch } },
    [...ADDED, 'change {"open":true}', 'change {"open":false}', 'list ""', 'list {"open":true}', 'list {"open":false}'],
  ],
  [
    'an action sets the filtered member',
    { parameter: OPEN },
    [...ADDED, 'close ""', 'close ""', 'list ""', 'list {"open":true}', 'list {"open":false}'],
  ],
  [
    'a filter has two known identifiers as values',
    { parameter: { name: 'owner_id', schema: TEXT }, known: ['x', 'y'] },
    [...ADDED, 'close ""', 'close ""', 'list ""', 'list {"owner_id":"x"}', 'list {"owner_id":"y"}'],
  ],
  [
    'a filter takes an array of values',
    { parameter: { name: 'size', schema: SIZES }, created: { size: SIZE } },
    [
      ...['s', 'm', 'l'].map((size) => `add {"size":"${size}"}`),
      'list ""',
      ...['"s"', '"m"', '"l"', '"s","m"', '"m","l"', '"s","m","l","xl"'].map((sizes) => `list {"size":[${sizes}]}`),
    ],
  ],
  [
    'a filter takes an array with a maximum of one value',
    { parameter: { name: 'size', schema: { ...SIZES, maxItems: 1 } }, created: { size: SIZE } },
    [
      ...['s', 'm', 'l'].map((size) => `add {"size":"${size}"}`),
      'list ""',
      ...['"s"', '"m"', '"l"'].map((sizes) => `list {"size":[${sizes}]}`),
    ],
  ],
  [
    'a filter has only one known identifier, so it is not tried',
    { parameter: { name: 'owner_id', schema: TEXT }, known: ['x'] },
    [],
  ],
  [
    'a sort key orders items by a date',
    { parameter: { name: 'sort', schema: { enum: ['at'] } }, created: { at: TIME } },
    ['add {"at":"2030-01-02"}', 'add {"at":"2030-01-03"}', 'add {"at":"2030-01-01"}', 'list ""', 'list {"sort":"at"}'],
  ],
  [
    'a sort key orders items of a list with pages, so two items have the same value',
    {
      parameter: { name: 'sort', schema: { enum: ['at'] } },
      created: { at: TIME },
      others: [
        { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 9 } },
        { name: 'offset', schema: { type: 'integer', minimum: 0 } },
      ],
    },
    [
      ...['02', '03', '01', '02'].map((day) => `add {"at":"2030-01-${day}"}`),
      'list {"limit":9}',
      'list {"limit":9,"sort":"at"}',
      'list {"limit":1,"sort":"at"}',
    ],
  ],
])('items get different values of the member by which a list is filtered or sorted: %s', async (_, given, want) => {
  expect(await planned(given)).toEqual(want);
});

const BY_SIZE = ['list ""', ...['s', 'm', 'l', 'xl'].map((size) => `list {"size":"${size}"}`)];

it.each<[string, Omit<Given, 'isStored'>, readonly string[]]>([
  ['a list with a filter is read for each value', { parameter: { name: 'size', schema: SIZE } }, BY_SIZE],
  ['a list with only a sort key is not read', { parameter: { name: 'sort', schema: { enum: ['at'] } } }, []],
  [
    'a list with a filter and a sort key is read for each value of the filter and the sort key',
    { parameter: { name: 'size', schema: SIZE }, others: [{ name: 'sort', schema: { enum: ['at'] } }] },
    [...BY_SIZE, 'list {"sort":"at"}'],
  ],
  ['a list with a filter by a range is not read', { parameter: { name: 'min_size', schema: SIZE } }, []],
  [
    'a list below an item with a known id is read for each value of the filter',
    { parameter: { name: 'size', schema: SIZE }, known: ['x'], path: '/s/{shop}/items' },
    BY_SIZE,
  ],
  [
    'a list below an item with an unknown id is not read',
    { parameter: { name: 'size', schema: SIZE }, path: '/s/{shop}/items' },
    [],
  ],
])('reads existing items if no operation creates items: %s', async (_, given, want) => {
  expect(await planned({ ...given, isStored: true })).toEqual(want);
});
