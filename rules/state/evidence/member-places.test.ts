import { sentSchemas } from '../../../contract/collections/envelope.js';
import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { Json } from '../../../contract/json/json.js';
import { jsonDifferences } from '../../values/json-difference.js';
import { memberPlaces } from './member-places.js';

const LINE = { type: 'object', properties: { sku: { type: 'string' }, price: { type: 'number' }, note: {} } };
const NODE = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    size: {},
    below: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
  },
};
const ORDER = {
  type: 'object',
  properties: {
    lines: { type: 'array', items: LINE },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    tree: { $ref: '#/components/schemas/Node' },
    extras: {},
  },
};

it.each<[string, Json, Json, readonly string[]]>([
  [
    'a member has the same place in every element of a list',
    {
      lines: [
        { sku: 'a', price: 1 },
        { sku: 'b', price: 2 },
      ],
    },
    {
      lines: [
        { sku: 'A', price: 1 },
        { sku: 'B', price: 2 },
      ],
    },
    ['lines/*/sku'],
  ],
  [
    'different members of elements have different places',
    { lines: [{ sku: 'a', price: 1, note: 'n' }] },
    { lines: [{ sku: 'A', price: 2, note: 'n' }] },
    ['lines/*/sku', 'lines/*/price'],
  ],
  [
    'if each value in a list is replaced, the place is the list',
    { lines: [{ sku: 'ab', price: 13 }] },
    { lines: [{ sku: 'xy', price: 8 }] },
    ['lines'],
  ],
  [
    'if each value in a list is changed in a known way, each member has its own place',
    { lines: [{ sku: 'ab', price: 1.5 }] },
    { lines: [{ sku: 'AB', price: 1 }] },
    ['lines/*/sku', 'lines/*/price'],
  ],
  [
    'if each value in one of two elements is replaced, the place is the element',
    {
      lines: [
        { sku: 'ab', price: 13 },
        { sku: 'cd', price: 2 },
      ],
    },
    {
      lines: [
        { sku: 'xy', price: 8 },
        { sku: 'cd', price: 2 },
      ],
    },
    ['lines/*'],
  ],
  [
    'if a list loses all its elements, the place is the list',
    { lines: [{ sku: 'a', price: 1 }] },
    { lines: [] },
    ['lines'],
  ],
  [
    'if only empty values are lost, each of them has its own place',
    { lines: [{ sku: '', price: 0 }] },
    { lines: [{}] },
    ['lines/*/sku', 'lines/*/price'],
  ],
  [
    'all keys of a map have the same place',
    { labels: { a: 'x', b: 'y' } },
    { labels: { a: 'X', b: 'Y' } },
    ['labels/*'],
  ],
  [
    'all members that no schema states have the same place',
    { extras: { a: 1, b: 2 } },
    { extras: { a: 3, b: 4 } },
    ['extras/*'],
  ],
  [
    'a member of a tree has the same place at every depth',
    { tree: { name: 'a', size: 1, below: [{ name: 'b', size: 1, below: [{ name: 'c', size: 1 }] }] } },
    { tree: { name: 'A', size: 1, below: [{ name: 'B', size: 1, below: [{ name: 'C', size: 1 }] }] } },
    ['tree/name'],
  ],
])('finds the place of each difference: %s', async (_, expected, received, want) => {
  const content = { 'application/json': { schema: ORDER } };
  const operation = { operationId: 'order', requestBody: { content }, responses: { '201': { description: '' } } };
  const contract = await contractOf({
    components: { schemas: { Node: NODE } },
    paths: { '/orders': { post: operation } },
  });
  const differences = jsonDifferences(expected, received);
  const [order] = contract.operations;
  const placeOf = memberPlaces(contract.schemas, order ? sentSchemas(contract, order) : [], expected, differences);
  expect([...new Set(differences.map(({ pointer }) => placeOf(pointer).name))]).toEqual(want);
});
