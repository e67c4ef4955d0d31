import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';
import { listFilters } from './list-choices.js';
import { listOrder } from './order/list-order.js';

const TEXT = { type: 'string' };
const STATUS = { enum: ['draft', 'published'] };
const ATTRIBUTES = { type: 'object', properties: { title: TEXT, status: STATUS } };

it.each<[string, JsonObject, readonly string[]]>([
  [
    'the members below the `attributes` of a resource object',
    { type: TEXT, id: TEXT, attributes: ATTRIBUTES },
    ['title', 'title', 'status'],
  ],
  ['the members of the element itself', { id: TEXT, title: TEXT, status: STATUS }, ['title', 'title', 'status']],
  ['no members below the `attributes` of an object without a type', { id: TEXT, attributes: ATTRIBUTES }, []],
])('finds the members by which a list is sorted and filtered: %s → $2', async (_, properties, want) => {
  const schema = { type: 'array', items: { type: 'object', properties } };
  const parameters = [
    { name: 'sort', in: 'query', schema: { enum: ['title', '-title'] } },
    { name: 'filter[status]', in: 'query', schema: STATUS },
  ];
  const get = {
    operationId: 'list',
    parameters,
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  };
  const contract = await contractOf({ paths: { '/notes': { get } } });
  const list = itemList(contract, operationOf(contract, 'list'));
  const keys = (list && listOrder(contract, list)?.keys.map(({ member }) => member)) ?? [];
  const filters = list === undefined ? [] : listFilters(contract.schemas, list).map(({ name }) => name);
  expect([...keys, ...filters]).toEqual(want);
});
