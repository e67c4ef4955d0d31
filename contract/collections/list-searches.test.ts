import { expect, it } from 'vitest';
import type { Contract } from '../contract.js';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import type { ItemList } from './collection.js';
import { itemList } from './item-list.js';
import { listExpressions } from './expressions/list-expressions.js';
import { type ListSearch, listSearches } from './list-searches.js';

const TEXT = { type: 'string' };

async function searches(parameter: JsonObject, description = ''): Promise<readonly string[]> {
  return (await found(parameter, description)).map(({ name }) => name);
}

async function found(
  parameter: JsonObject,
  description: string,
  properties: JsonObject = { id: TEXT, term: TEXT },
): Promise<readonly ListSearch[]> {
  const { list, contract } = await listWith(parameter, description, properties);
  return list === undefined ? [] : listSearches(contract.schemas, list);
}

async function listWith(
  parameter: JsonObject,
  description: string,
  properties: JsonObject,
): Promise<{ readonly list: ItemList | undefined; readonly contract: Contract }> {
  const items = { type: 'array', items: { type: 'object', properties } };
  const responses = { '200': { description: '', content: { 'application/json': { schema: items } } } };
  const get = { operationId: 'list', description, parameters: [{ in: 'query', ...parameter }], responses };
  const contract = await contractOf({ paths: { '/items': { get } } });
  const [operation] = contract.operations;
  return { list: operation && itemList(contract, operation), contract };
}

it.each<[string, JsonObject, string, readonly string[]]>([
  ['a string with the name q', { name: 'q', schema: TEXT }, '', ['q']],
  ['a string with the name search', { name: 'search', schema: { ...TEXT, minLength: 3 } }, '', ['search']],
  ['a string with the name keywords', { name: 'keywords', schema: TEXT }, 'Lists all notes.', ['keywords']],
  ['an enumeration with the name q', { name: 'q', schema: { enum: ['a', 'b'] } }, '', []],
  ['a number with the name q', { name: 'q', schema: { type: 'integer' } }, '', []],
  ['a string with the name of a member of the elements', { name: 'term', schema: TEXT }, '', []],
  [
    'a parameter that is described as ranking elements',
    { name: 'q', schema: TEXT, description: 'A semantic search.' },
    '',
    [],
  ],
  ['a parameter of an operation that ranks elements', { name: 'q', schema: TEXT }, 'Sorts the notes by relevance.', []],
  ['a string with an unrelated name', { name: 'title', schema: TEXT }, '', []],
])('finds the search parameters of a list: %s → $3', async (_, parameter, description, want) => {
  expect(await searches(parameter, description)).toEqual(want);
});

it.each<[string, readonly string[], boolean]>([
  ['Text in `title` or `term`, without regard to upper and lower case.', ['title', 'term'], true],
  ['Case-insensitive search in `title`; see `id` and `size`.', ['title', 'id'], true],
  ['Searches the title.', [], false],
])(
  'the description of a search names its members, and states whether case matters: %s',
  async (about, want, isFree) => {
    const members = { id: TEXT, title: TEXT, term: TEXT, size: { type: 'integer' } };
    const [search] = await found({ name: 'q', schema: TEXT, description: about }, '', members);
    expect([search?.members, search?.isCaseFree === true]).toEqual([want, isFree]);
  },
);

it.each<[JsonObject, readonly string[]]>([
  [{ name: '$filter', schema: TEXT, example: "title eq 'a'" }, ["$filter: title eq 'a'"]],
  [{ name: 'filter', schema: TEXT }, ['filter: ']],
  [{ name: 'filter', schema: { type: 'object', properties: { title: TEXT } } }, []],
  [{ name: 'filter', description: 'The most relevant first.', schema: TEXT }, []],
  [{ name: 'title', schema: TEXT }, []],
])('finds the parameters that take an expression: %j → %j', async (parameter, want) => {
  const { list, contract } = await listWith(parameter, '', { id: TEXT });
  const expressions = list === undefined ? [] : listExpressions(contract.schemas, list);
  expect(expressions.map(({ name, examples }) => `${name}: ${examples.join()}`)).toEqual(want);
});
