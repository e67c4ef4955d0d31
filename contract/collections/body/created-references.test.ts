import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { JsonObject } from '../../json/json.js';
import { collectionsOf } from '../collections.js';
import { createdReferences, referencePlaces, withoutReference } from './created-references.js';

const TEXT = { type: 'string' };
const KEY = { $ref: '#/components/schemas/TicketKey' };
const reply = (schema: JsonObject): JsonObject => ({ description: '', content: { 'application/json': { schema } } });

function collection(name: string, id: string, schema: JsonObject, member = 'id'): JsonObject {
  const item = { type: 'object', required: [member], properties: { [member]: schema, title: TEXT } };
  const parameters = [{ name: id, in: 'path', required: true, schema }];
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties: { title: TEXT } } } } };
  return {
    [`/${name}`]: { post: { operationId: `add-${name}`, requestBody, responses: { 201: reply(item) } } },
    [`/${name}/{${id}}`]: { get: { operationId: `read-${name}`, parameters, responses: { 200: reply(item) } } },
  };
}

function list(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

function object(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties).slice(0, 1), properties };
}

/** The references in the body of an operation, as `member: operation that creates the item`, with `!` if required. */
async function references(properties: JsonObject, envelope?: string, path = '/links'): Promise<readonly string[]> {
  const item: JsonObject = { type: 'object', required: Object.keys(properties).slice(0, 1), properties };
  const schema: JsonObject = envelope === undefined ? item : { type: 'object', properties: { [envelope]: item } };
  const post = {
    operationId: 'link',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 201: reply(schema) },
  };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: TEXT }));
  const contract = await contractOf({
    components: { schemas: { TicketKey: TEXT } },
    paths: {
      ...collection('authors', 'author_id', TEXT),
      ...collection('products', 'sku', TEXT, 'sku'),
      ...collection('tickets', 'key', KEY, 'key'),
      '/shelves/{shelf}/copies': {
        parameters: [{ name: 'shelf', in: 'path', required: true, schema: TEXT }],
        post: {
          operationId: 'add-copy',
          requestBody: { content: { 'application/json': { schema: object({ title: TEXT }) } } },
          responses: { 201: reply(object({ id: TEXT, title: TEXT })) },
        },
      },
      '/branches': { get: { operationId: 'list-branches', responses: { 200: reply(list(object({ id: TEXT }))) } } },
      [path]: { parameters, post },
    },
  });
  const { all } = collectionsOf(contract);
  const found = createdReferences(contract, contract.operations, all, operationOf(contract, 'link'));
  return found.map(
    ({ member, within, at, create, isRequired }) =>
      `${at ?? (within === undefined ? member : `${within}.${member}`)}${isRequired ? '!' : ''}: ${create.id}`,
  );
}

it.each<[string, JsonObject, readonly string[]]>([
  ['the name of a collection', { author_id: TEXT, editor_id: TEXT }, ['author_id!: add-authors']],
  ['the name of a path parameter', { name: TEXT, sku: TEXT }, ['sku: add-products']],
  ['the named schema of a path parameter', { from: KEY, to: KEY }, ['from!: add-tickets', 'to: add-tickets']],
  ['a name that many parameters have', { key: TEXT }, []],
  ['a list of identifiers', { author_ids: list(TEXT) }, ['/author_ids/*!: add-authors']],
  [
    'a list of identifiers by its description',
    { writers: list({ ...TEXT, description: 'The ids of the authors.' }) },
    ['/writers/*!: add-authors'],
  ],
  ['a list of keys', { blocks: list(KEY) }, ['/blocks/*!: add-tickets']],
  ['a list of names', { authors: list(TEXT) }, []],
  ['the objects of a list', { lines: list(object({ sku: TEXT, note: TEXT })) }, ['/lines/*/sku!: add-products']],
  [
    'an object in a list',
    { lines: list(object({ author: object({ id: TEXT }) })) },
    ['/lines/*/author/id!: add-authors'],
  ],
  ['the identifiers of parts', { lines: list(object({ id: TEXT })) }, []],
  ['a text with the name of a collection, in an object', { note: TEXT, book: object({ author: TEXT }) }, []],
  ['an optional text', { note: TEXT, author: TEXT }, ['author: add-authors']],
  ['an optional text that is shorter than many identifiers', { note: TEXT, author: { ...TEXT, maxLength: 20 } }, []],
  [
    'a short identifier',
    {
      note: TEXT,
      author_id: { ...TEXT, maxLength: 20 },
      author: { ...TEXT, maxLength: 20, description: 'The id of an author.' },
    },
    ['author_id: add-authors', 'author: add-authors'],
  ],
  [
    'a short text with the name of a path parameter',
    { note: TEXT, sku: { ...TEXT, maxLength: 20 } },
    ['sku: add-products'],
  ],
  ['an optional number with a maximum', { note: TEXT, author: { type: 'integer', maximum: 100 } }, []],
  ['the only create of items that cannot be read', { copy_id: TEXT, code_id: TEXT }, ['copy_id!: add-copy']],
  ['the list of items that cannot be created', { branch_id: TEXT }, ['branch_id!: list-branches']],
  ['a type that the identifier does not have', { copy_id: { type: 'integer' } }, []],
  ['a text with the name of items that cannot be read', { copy: TEXT }, []],
  ['listed values', { author_id: { enum: ['a', 'b'] } }, []],
  ['no identifier', { author_id: { type: 'boolean' } }, []],
])('finds the members that refer to items which can be created: %s → $2', async (_, properties, want) => {
  expect(await references(properties)).toEqual(want);
});

it('finds the members that refer to other items inside an envelope', async () => {
  expect(await references({ author_id: TEXT }, 'data')).toEqual(['data.author_id!: add-authors']);
});

it('finds the places of a reference in lists, and removes it', () => {
  const body = { data: { lines: [{ sku: 'a' }, { note: 'b' }, { sku: 'c' }], sku: 'd' } };
  const reference = { member: 'sku', at: '/data/lines/*/sku' };
  expect(referencePlaces(body, reference)).toEqual([
    { pointer: '/data/lines/0/sku', value: 'a' },
    { pointer: '/data/lines/2/sku', value: 'c' },
  ]);
  expect(withoutReference(body, reference)).toEqual({ data: { lines: [{}, { note: 'b' }, {}], sku: 'd' } });
  expect(withoutReference({ ids: ['a', 'b'] }, { member: 'ids', at: '/ids/*' })).toEqual({ ids: [] });
});

it('in a body that is sent to a path below an item, a member with the name of the path parameter is no reference', async () => {
  expect(await references({ sku: TEXT }, undefined, '/products/{sku}/copies')).toEqual([]);
});
