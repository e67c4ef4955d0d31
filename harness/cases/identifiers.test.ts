import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { CaseInput, Expectation } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { contractAt, contractOf, operationOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { identifiersIn } from '../../contract/inputs/identifiers.js';
import { CaseMaker } from './make-cases.js';

const folder = mkdtempSync(join(tmpdir(), 'identifiers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TEXT = { type: 'string' };

function parameter(place: string, name: string, schema: object = TEXT): object {
  return { name, in: place, required: place === 'path', schema };
}

const Order = {
  type: 'object',
  properties: {
    customer_id: TEXT,
    productId: { type: 'integer' },
    itemIDs: { type: 'array', items: TEXT },
    token: { type: 'string', format: 'uuid' },
    maker: { $ref: '#/components/schemas/PersonId' },
    username: TEXT,
    mentor: { $ref: '#/components/schemas/UserKey' },
    title: { $ref: '#/components/schemas/Title' },
    paid: TEXT,
    grid: TEXT,
    valid: { type: 'boolean' },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { sku_id: { type: ['string', 'null'] }, note: TEXT } },
    },
  },
};

/** A contract with one operation that has every kind of argument, and the given error responses. */
async function contractWith(...failures: readonly string[]): Promise<Contract> {
  const statuses = Object.fromEntries([...failures, '201'].map((status) => [status, { description: 'It is so.' }]));
  const parameters = [
    ...['list_id', 'page', 'cursor', 'q'].map((name) => parameter('query', name)),
    ...['X-Request-Id', 'X-Tenant-Id', 'Last-Event-ID'].map((name) => parameter('header', name)),
  ];
  const requestBody = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } };
  const list = {
    description: 'Found.',
    links: { next: { operationId: 'order', parameters: { 'query.cursor': '$response.body#/next' } } },
  };
  const paths = {
    '/orders': { post: { operationId: 'order', parameters, requestBody, responses: statuses } },
    '/users/{username}': {
      get: {
        operationId: 'getUser',
        parameters: [parameter('path', 'username', { $ref: '#/components/schemas/UserKey' })],
        responses: { ...statuses, 200: list },
      },
    },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths,
    components: { schemas: { Order, PersonId: TEXT, UserKey: TEXT, Title: TEXT } },
  };
  const file = join(folder, `${failures.join('-')}.json`);
  writeFileSync(file, JSON.stringify(document));
  return contractAt(file, { root: folder });
}

const inputs: readonly (readonly [name: string, input: CaseInput, want: readonly string[]])[] = [
  ['no identifier in an input without members', {}, []],
  ['a parameter whose name ends with `_id`', { query: { list_id: 'a' } }, ['list_id']],
  ['no identifier in parameters with other names', { query: { page: 'a', q: 'b' } }, []],
  ['a parameter that an OpenAPI link sets', { query: { cursor: 'a' } }, ['cursor']],
  [
    'no identifier in headers that identify only the request',
    { header: { 'X-Request-Id': 'a', 'Last-Event-ID': 'b' } },
    [],
  ],
  ['a header whose name ends with `-Id`', { header: { 'X-Tenant-Id': 'a' } }, ['X-Tenant-Id']],
  ['a body member in snake case', { body: { customer_id: 'a' } }, ['customer_id']],
  ['a body member in camel case', { body: { productId: 7 } }, ['productId']],
  ['a body member with an array of identifiers', { body: { itemIDs: ['a', 'b'] } }, ['itemIDs', 'itemIDs']],
  ['no identifier in an empty array of identifiers', { body: { itemIDs: [] } }, []],
  ['a UUID', { body: { token: '7c1f9c3e-0000-4000-8000-000000000000' } }, ['token']],
  ['a body member whose schema has the name of an identifier', { body: { maker: 'a' } }, ['maker']],
  ['a body member with the named schema of a path parameter', { body: { mentor: 'a', title: 'b' } }, ['mentor']],
  ['a body member with the name of a path parameter', { body: { username: 'a' } }, ['username']],
  [
    'no identifier in members whose names only end with the letters of an identifier',
    { body: { paid: 'a', grid: 'b', valid: true } },
    [],
  ],
  ['members of the items of an array', { body: { lines: [{ sku_id: 'a', note: 'b' }, { sku_id: null }] } }, ['sku_id']],
  ['a member that no schema declares', { body: { more: { shelf_id: 'a' } } }, ['shelf_id']],
  [
    'a name that ends with `identifier`',
    { body: { shelf_identifier: 'a', rowIdentifiers: ['b'] } },
    ['shelf_identifier', 'rowIdentifiers'],
  ],
  ['only the name `identifier`, which a client may choose', { body: { identifier: 'a' } }, []],
];

it.each(inputs)('finds the identifiers in an input: %s → $2', async (_, input, want) => {
  const contract = await contractWith('404');
  expect(identifiersIn(contract, operationOf(contract, 'order'), input).map(({ name }) => name)).toEqual(want);
});

it.each<[name: string, path: string, CaseInput, want: readonly string[]]>([
  ['a query argument', '/orders/{order}', { query: { order_id: 'a' } }, []],
  ['a member of the body', '/orders/{order_id}', { body: { orderId: 'a' } }, []],
  ['`id` may also be a reference', '/orders/{id}', { body: { id: 'a' } }, ['id']],
  ['a member of an object in the body', '/orders/{order}', { body: { old: { order_id: 'a' } } }, ['order_id']],
  ['the identifier of another kind of item', '/orders/{order}', { query: { shop_id: 'a' } }, ['shop_id']],
  [
    'an item whose path parameter has the name of another kind of item',
    '/orders/{shop_id}',
    { query: { shop_id: 'a' } },
    ['shop_id'],
  ],
  ['an item of another collection', '/lists/{list}/shops/{shop}', { query: { shop_id: 'a' } }, ['shop_id']],
])('the identifier that a client chooses for a new item is not a reference: %s → $3', async (_, path, input, want) => {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const parameters = (names: readonly string[], place: string): JsonObject[] =>
    names.map((name) => ({ name, in: place, required: place === 'path', schema: TEXT }));
  const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
  const above = parameters(inPath.slice(0, -1), 'path');
  const responses = { 200: { description: '' } };
  const post = {
    operationId: 'add',
    parameters: [...parameters(['order_id', 'shop_id'], 'query'), ...above],
    requestBody,
    responses,
  };
  const contract = await contractOf({
    paths: {
      [path.slice(0, path.lastIndexOf('/'))]: { post },
      [path]: { get: { operationId: 'read', parameters: parameters(inPath, 'path'), responses } },
      '/shops/{shop}': { get: { operationId: 'readShop', parameters: parameters(['shop'], 'path'), responses } },
    },
  });
  expect(identifiersIn(contract, operationOf(contract, 'add'), input).map(({ name }) => name)).toEqual(want);
});

const HOLDER = { type: 'string', pattern: '^h_[0-9]{4}$' };

it.each<[name: string, path: string, schema: JsonObject, value: Json, want: readonly string[]]>([
  [
    'the singular of another collection, with the pattern of its identifiers',
    '/orders',
    HOLDER,
    'h_0001',
    ['card_holder'],
  ],
  ['any number', '/orders', { type: 'integer' }, 1, []],
  [
    'a text that is described as an identifier',
    '/orders',
    { ...TEXT, description: 'ID of the holder.' },
    'a',
    ['card_holder'],
  ],
  ['any text', '/orders', TEXT, 'a', []],
  ['a text with another pattern', '/orders', { ...TEXT, pattern: '^[A-Z]' }, 'A', []],
  ['the singular of the collection of the operation', '/card_holders', HOLDER, 'h_0001', []],
  ['a listed value', '/orders', { enum: [1, 2] }, 1, []],
])('a member of the body identifies an item of another collection: %s → $4', async (_, path, schema, value, want) => {
  const body = { type: 'object', properties: { card_holder: schema } };
  const requestBody = { content: { 'application/json': { schema: body } } };
  const responses = { 200: { description: '' } };
  const id = { name: 'number', in: 'path', required: true, schema: HOLDER };
  const contract = await contractOf({
    paths: {
      [path]: { post: { operationId: 'add', requestBody, responses } },
      '/card_holders/{number}': { get: { operationId: 'read', parameters: [id], responses } },
    },
  });
  const found = identifiersIn(contract, operationOf(contract, 'add'), { body: { card_holder: value } });
  expect(found.map(({ name }) => name)).toEqual(want);
});

async function expected(
  failures: readonly string[],
  input: CaseInput,
  known: Readonly<Record<string, readonly Json[]>> = {},
): Promise<Expectation['kind']> {
  const contract = await contractWith(...failures);
  const values = new Map(Object.entries(known).map(([name, all]) => [name, { known: all, only: false }]));
  return new CaseMaker(contract, { seed: 1, runs: 1, values }).expectation(
    operationOf(contract, 'path' in input ? 'getUser' : 'order'),
    input,
  ).kind;
}

const UNKNOWN = { body: { customer_id: 'a' } };
const BOTH = { query: { list_id: 'l' }, body: { customer_id: 'a' } };

it.each<readonly [string, Expectation['kind'], Parameters<typeof expected>]>([
  ['the response 404 is documented', 'accepted-or-absent', [['404'], UNKNOWN]],
  ['the response range 4XX is documented', 'accepted-or-absent', [['4XX'], UNKNOWN]],
  ['the default response is documented', 'accepted-or-absent', [['default'], UNKNOWN]],
  ['the response 404 is not documented', 'accepted', [['422'], UNKNOWN]],
  ['the input contains no identifiers', 'accepted', [['404'], { body: { paid: 'a' } }]],
  ['the identifier is known', 'accepted', [['404'], UNKNOWN, { customer_id: ['a'] }]],
  ['only a different identifier is known', 'accepted-or-absent', [['404'], UNKNOWN, { customer_id: ['b'] }]],
  ['one of two identifiers is known', 'accepted-or-absent', [['404'], BOTH, { customer_id: ['a'] }]],
  ['both identifiers are known', 'accepted', [['404'], BOTH, { customer_id: ['a'], list_id: ['l'] }]],
  [
    'the response 404 is documented, and the input has a path parameter',
    'accepted-or-absent',
    [['404'], { path: { username: 'a' } }],
  ],
  [
    'only the default response is documented, and the input has a path parameter',
    'accepted-or-absent',
    [['default'], { path: { username: 'a' } }],
  ],
  ['the value of the path parameter is known', 'accepted', [['404'], { path: { username: 'a' } }, { username: ['a'] }]],
])('decides whether a service may answer a valid input with 404: %s → $1', async (_, want, given) => {
  expect(await expected(...given)).toBe(want);
});

it.each<readonly [string, Readonly<Record<string, readonly Json[]>>, Expectation['kind']]>([
  ['one parent and several items', { shop: ['s'], order: ['a', 'b'] }, 'accepted'],
  ['several parents and one item', { shop: ['s', 't'], order: ['a'] }, 'accepted-or-absent'],
  ['several parents and several items', { shop: ['s', 't'], order: ['a', 'b'] }, 'accepted-or-absent'],
  ['a parent that is stated twice', { shop: ['s', 's'], order: ['a'] }, 'accepted'],
  ['no parent', { order: ['a'] }, 'accepted-or-absent'],
])(
  'a service must find the item of configured path identifiers only if they certainly belong together: %s → $2',
  async (_, known, want) => {
    const parameters = ['shop', 'order'].map((name) => ({ name, in: 'path', required: true, schema: TEXT }));
    const responses = { 200: { description: '' }, 404: { description: '' } };
    const contract = await contractOf({
      paths: { '/shops/{shop}/orders/{order}': { parameters, get: { operationId: 'getOrder', responses } } },
    });
    const values = new Map(Object.entries(known).map(([name, all]) => [name, { known: all, only: false }]));
    const maker = new CaseMaker(contract, { seed: 1, runs: 1, values });
    expect(maker.expectation(operationOf(contract, 'getOrder'), { path: { shop: 's', order: 'a' } }).kind).toBe(want);
  },
);

it.each([
  ['a part that clients create by PUT', 'put', 'accepted-or-absent'],
  ['a part that clients do not create by PUT', 'post', 'accepted'],
])('decides whether a part of a known item may be missing: %s → $2', async (_, method, want) => {
  const parameters = [{ name: 'item_id', in: 'path', required: true, schema: TEXT }];
  const responses = { '200': { description: '' }, '404': { description: '' } };
  const get = { operationId: 'getPart', parameters, responses };
  const paths = { '/items/{item_id}/part': { get, [method]: { ...get, operationId: 'change' } } };
  const contract = await contractOf({ paths });
  const values = new Map([['item_id', { known: ['a'], only: false }]]);
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values });
  expect(maker.expectation(operationOf(contract, 'getPart'), { path: { item_id: 'a' } }).kind).toBe(want);
});

it('a member `id` inside an object may identify any kind of item', async () => {
  const reference = { type: 'object', properties: { id: TEXT, maker_id: TEXT } };
  const schema = { type: 'object', properties: { id: TEXT, maker: reference } };
  const requestBody = { content: { 'application/json': { schema } } };
  const responses = { 201: { description: '' } };
  const contract = await contractOf({ paths: { '/toys': { post: { operationId: 'make', requestBody, responses } } } });
  const body = { id: 'x', maker: { id: 'y', maker_id: 'z' } };
  const found = identifiersIn(contract, operationOf(contract, 'make'), { body });
  expect(found.filter(({ isOfAnyKind }) => isOfAnyKind)).toEqual([{ name: 'id', value: 'y', isOfAnyKind: true }]);
  expect(found.map(({ value }) => value)).toEqual(['x', 'y', 'z']);
});
