import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';

const BOOK = { type: 'object', properties: { id: { type: 'string' } } };
const BOOKS = { type: 'array', items: BOOK };
const TEXT = { type: 'string', format: 'uri' };
const TEXTS = { type: 'array', items: { type: 'string' } };

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties };
}

function embedded(properties: JsonObject): JsonObject {
  return { total: { type: 'integer' }, _embedded: { type: 'object', properties } };
}

it.each<[JsonObject, string | undefined]>([
  [{ data: BOOKS }, '/data'],
  [{ data: BOOKS, included: BOOKS }, '/data'],
  [{ books: BOOKS, errors: BOOKS, warnings: TEXTS }, '/books'],
  [{ items: BOOKS, shelves: BOOKS }, '/items'],
  [{ schemas: TEXTS, Resources: BOOKS }, '/Resources'],
  [{ books: BOOKS, shelves: BOOKS }, undefined],
  [{ items: BOOKS, results: BOOKS }, undefined],
  [{ schemas: TEXTS, Resources: BOOKS }, '/Resources'],
  [{ tags: TEXTS, resources: BOOKS }, '/resources'],
  [{ columns: TEXTS, values: TEXTS }, undefined],
  [{ codes: TEXTS, errors: BOOKS }, undefined],
  [embedded({ books: BOOKS }), '/_embedded/books'],
  [{ ...embedded({ books: BOOKS, shelf: BOOK, codes: TEXTS }), warnings: TEXTS }, '/_embedded/books'],
  [embedded({ books: BOOKS, shelves: BOOKS }), undefined],
  [embedded({ codes: TEXTS }), undefined],
  [embedded({ books: { type: ['array', 'object'], items: BOOK } }), undefined],
  [{ ...embedded({ books: BOOKS }), shelves: BOOKS }, '/shelves'],
])('the list in a reply with the members %j is %s', async (properties, want) => {
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const get = { operationId: 'list', responses: { 200: { description: '', content } } };
  const contract = await contractOf({ paths: { '/books': { get } } });
  expect(itemList(contract, operationOf(contract, 'list'))?.elements).toBe(want);
});

it.each<[string, JsonObject, string | undefined]>([
  ['beside the envelope', { Data: object({ Book: BOOKS }), Links: object({ Next: TEXT }) }, '/Links/Next'],
  [
    'in the member of Hydra',
    { 'hydra:member': BOOKS, 'hydra:view': object({ 'hydra:next': { type: 'string' } }) },
    '/hydra:view/hydra:next',
  ],
  ['in the envelope', { data: object({ items: BOOKS, links: object({ next: TEXT }) }) }, '/data/links/next'],
])('the link to the next page is %s', async (_, properties, want) => {
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const get = { operationId: 'list', responses: { 200: { description: '', content } } };
  const contract = await contractOf({ paths: { '/books': { get } } });
  expect(itemList(contract, operationOf(contract, 'list'))?.next).toEqual({ by: 'link', pointer: want });
});
