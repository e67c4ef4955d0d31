import { expect, it } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';
import { listSearches } from './list-searches.js';

const TEXT = { type: 'string' };

async function searches(parameter: JsonObject, description = ''): Promise<readonly string[]> {
  const items = { type: 'array', items: { type: 'object', properties: { id: TEXT, term: TEXT } } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const get = { operationId: 'list', description, parameters: [{ in: 'query', ...parameter }], responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const [operation] = contract.operations;
  const list = operation && itemList(contract, operation);
  return list === undefined ? [] : listSearches(contract.schemas, list).map(({ name }) => name);
}

it.each<[string, JsonObject, string, readonly string[]]>([
  ['a string with the name q', { name: 'q', schema: TEXT }, '', ['q']],
  ['a string with the name search', { name: 'search', schema: { ...TEXT, minLength: 3 } }, '', ['search']],
  ['a string with the name keywords', { name: 'keywords', schema: TEXT }, 'Lists all notes.', ['keywords']],
  ['the values of the parameter are listed', { name: 'q', schema: { enum: ['a', 'b'] } }, '', []],
  ['the parameter is a number', { name: 'q', schema: { type: 'integer' } }, '', []],
  ['elements have a member with the name', { name: 'term', schema: TEXT }, '', []],
  ['the parameter ranks elements', { name: 'q', schema: TEXT, description: 'A semantic search.' }, '', []],
  ['the operation ranks elements', { name: 'q', schema: TEXT }, 'Sorts the notes by relevance.', []],
  ['another name', { name: 'title', schema: TEXT }, '', []],
])('finds the searches of a list: %s', async (_, parameter, description, want) => {
  expect(await searches(parameter, description)).toEqual(want);
});
