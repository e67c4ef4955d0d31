import { expect, it } from 'vitest';
import type { Contract } from '../contract.js';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { Json, JsonObject } from '../json/json.js';
import type { CollectionCorrection } from './collection.js';
import { itemList } from './item-list.js';
import { leadsOn, nextRequest } from './next-page.js';
import { queryLabel } from '../inputs/query-place.js';
import { cursorPlace } from './paging.js';

const INTEGER = { type: 'integer' };
const TEXT = { type: 'string' };
const URI = { type: ['string', 'null'], format: 'uri-reference' };

function query(name: string, schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { name, in: 'query', schema, ...more };
}

const PAGE = query('page', { type: 'object', properties: { number: INTEGER, size: INTEGER } }, { style: 'deepObject' });
const STATES = query('state', { type: 'array', items: TEXT });

function listContract(properties: JsonObject, parameters: readonly JsonObject[], header = false): Promise<Contract> {
  const schema = { type: 'object', properties: { items: { type: 'array', items: { type: 'object' } }, ...properties } };
  const content = { 'application/json': { schema } };
  const headers = header ? { Link: { schema: TEXT } } : {};
  const get = { operationId: 'list', parameters, responses: { '200': { description: '', content, headers } } };
  return contractOf({ paths: { '/items': { get } } });
}

it.each<[string, JsonObject, readonly JsonObject[], object | undefined]>([
  ['`links.next`', { links: { type: 'object', properties: { next: TEXT } } }, [PAGE], { pointer: '/links/next' }],
  [
    '`_links.next.href`',
    {
      _links: {
        type: 'object',
        properties: { next: { type: 'object', properties: { href: TEXT } }, prev: { type: 'object' } },
      },
    },
    [query('page', INTEGER)],
    { pointer: '/_links/next/href' },
  ],
  ['`next` with the format of a URI', { next: URI }, [query('page', INTEGER)], { pointer: '/next' }],
  ['`nextLink`', { nextLink: TEXT }, [query('$skip', INTEGER)], { pointer: '/nextLink' }],
  ['`@odata.nextLink`', { '@odata.nextLink': TEXT }, [], { pointer: '/@odata.nextLink' }],
])('a list is paged by the URI in %s', async (_, properties, parameters, want) => {
  const contract = await listContract(properties, parameters);
  const list = itemList(contract, operationOf(contract, 'list'));
  expect(list?.next).toEqual({ by: 'link', ...want });
  expect(list?.unknownPaging).toEqual([]);
});

it.each<[string, JsonObject, readonly JsonObject[]]>([
  ['`next` is any string', { next: TEXT }, []],
  ['two members contain the URI of a next page', { next: URI, nextLink: TEXT }, []],
])('a list is not paged by a link if %s', async (_, properties, parameters) => {
  const contract = await listContract(properties, parameters);
  expect(itemList(contract, operationOf(contract, 'list'))?.next).toBeUndefined();
});

it.each<[string, readonly JsonObject[], boolean, string | undefined]>([
  ['`after` is the cursor of a list with the header Link', [query('after', TEXT)], true, 'after'],
  [
    'no parameter is the cursor if two parameters have the name of a cursor',
    [query('after', TEXT), query('cursor', TEXT)],
    true,
    undefined,
  ],
  ['a page number is not a cursor', [query('page', INTEGER)], true, undefined],
  ['`after` is not a cursor without a link', [query('after', TEXT)], false, undefined],
])('the cursor of a list with links: %s', async (_, parameters, header, want) => {
  const contract = await listContract({}, parameters, header);
  const list = itemList(contract, operationOf(contract, 'list'));
  const place = list && cursorPlace(contract, list);
  expect(place && queryLabel(place)).toBe(want);
});

it.each<[string, Json, JsonObject | undefined]>([
  ['a link that is only a query', '?limit=2', { limit: 2 }],
  ['a link with the path of the operation', '/items?limit=2', { limit: 2 }],
  ['a link with the base path of a server and a slash at the end', '/api/v1/items/?limit=2', { limit: 2 }],
  ['a link that is a URL', 'https://shop.example/items?limit=2', { limit: 2 }],
  ['the members of an object parameter', '/items?page%5Bnumber%5D=2&page[size]=5', { page: { number: 2, size: 5 } }],
  ['the elements of a list parameter', '/items?state=a&state=b%20c', { state: ['a', 'b c'] }],
  ['no arguments, because the path is different', '/items/next?limit=2', undefined],
  ['no arguments, because the link is not a URI', 'http://[', undefined],
])('the query of a link is decoded to arguments: %s → $2', async (_, next, want) => {
  const contract = await listContract({ next: URI }, [query('limit', INTEGER), PAGE, STATES]);
  const operation = operationOf(contract, 'list');
  const page = { body: { next }, headers: [] };
  const follow = { by: 'link', pointer: '/next' } as const;
  expect(leadsOn(follow, page)).toBe(true);
  const made = nextRequest({ operation, schemas: contract.schemas }, follow, { query: { limit: 1 } }, page);
  expect(made?.input.query).toEqual(want);
  expect(made?.raw).toBeUndefined();
});

it.each<[string, string, JsonObject, string]>([
  ['a name is not a parameter', '/items?limit=2&$skiptoken=x%20y', { limit: 2 }, '/items?limit=2&$skiptoken=x%20y'],
  ['a number is repeated', 'https://shop.example/api/items/?limit=2&limit=3', { limit: 3 }, '/items/?limit=2&limit=3'],
])('the target of a link is requested unchanged if %s', async (_, next, known, target) => {
  const contract = await listContract({ next: URI }, [query('limit', INTEGER)]);
  const listing = { operation: operationOf(contract, 'list'), schemas: contract.schemas };
  const page = { body: { next }, headers: [] };
  const made = nextRequest(listing, { by: 'link', pointer: '/next' }, {}, page);
  expect(made).toMatchObject({ input: { query: known }, raw: { fault: 'link', target } });
});

it('a link that is too long for the head of a request is not followed', async () => {
  const contract = await listContract({ next: URI }, []);
  const listing = { operation: operationOf(contract, 'list'), schemas: contract.schemas };
  const page = { body: { next: `/items?token=${'a'.repeat(8000)}` }, headers: [] };
  expect(nextRequest(listing, { by: 'link', pointer: '/next' }, {}, page)).toBeUndefined();
});

it.each<[Json]>([[null], [''], [7], [{ href: '/items' }]])('no page follows if the link is %j', (next) => {
  expect(leadsOn({ by: 'link', pointer: '/next' }, { body: { next }, headers: [] })).toBe(false);
});

it('a list is found in the envelope of a reply, with its total and its next page', async () => {
  const items = { type: 'array', items: { type: 'object' } };
  const data = { type: 'object', properties: { items, total: INTEGER, next: URI } };
  const schema = { type: 'object', properties: { success: { type: 'boolean' }, data } };
  const responses = { '200': { description: '', content: { 'application/json': { schema } } } };
  const contract = await contractOf({ paths: { '/items': { get: { operationId: 'list', responses } } } });
  expect(itemList(contract, operationOf(contract, 'list'))).toMatchObject({
    elements: '/data/items',
    next: { by: 'link', pointer: '/data/next' },
    total: '/data/total',
  });
});

it('the list of a HAL document is embedded, with its total and its next page beside it', async () => {
  const link = { type: 'object', properties: { href: TEXT } };
  const properties = {
    _embedded: {
      type: 'object',
      properties: { items: { type: 'array', items: { type: 'object', properties: { id: TEXT } } } },
    },
    _links: { type: 'object', properties: { self: link, next: link } },
    total: INTEGER,
  };
  const content = { 'application/hal+json': { schema: { type: 'object', properties } } };
  const get = {
    operationId: 'list',
    parameters: [query('page', INTEGER)],
    responses: { '200': { description: '', content } },
  };
  const contract = await contractOf({ paths: { '/items': { get } } });
  expect(itemList(contract, operationOf(contract, 'list'))).toMatchObject({
    elements: '/_embedded/items',
    next: { by: 'link', pointer: '/_links/next/href' },
    total: '/total',
    unknownPaging: [],
  });
});

it.each<[string, CollectionCorrection['paging'], object]>([
  [
    'a page number',
    { by: 'page', parameter: 'page[number]' },
    { by: 'page', name: 'number', within: 'page', first: 1 },
  ],
  [
    'a cursor',
    { by: 'cursor', parameter: 'page[size]', pointer: '/x' },
    { name: 'size', within: 'page', pointer: '/x' },
  ],
  ['a parameter without brackets', { by: 'page', parameter: 'page' }, { by: 'page', name: 'page', first: 1 }],
])(
  'a configured paging parameter with brackets is a member of an object parameter: %s → $2',
  async (_, paging, want) => {
    const contract = await listContract({}, [PAGE]);
    expect(itemList(contract, operationOf(contract, 'list'), { paging })?.next).toMatchObject(want);
  },
);

it('a list argument keeps its elements if the link encodes the commas between them', async () => {
  const states = query('state', { type: 'array', items: TEXT }, { explode: false });
  const contract = await listContract({ next: URI }, [states]);
  const listing = { operation: operationOf(contract, 'list'), schemas: contract.schemas };
  const page = { body: { next: '/items?state=a%2Cb' }, headers: [] };
  const input = { query: { state: ['a', 'b'] } };
  expect(nextRequest(listing, { by: 'link', pointer: '/next' }, input, page)).toEqual({ input });
});
