import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { collectionsOf } from './collections.js';
import { itemList } from './item-list.js';

const TEXT = { type: 'string' };
const ID = { before: 'Only posts with a smaller id.', after: 'Only posts with a greater id.' };
const PAGES = { before: 'Cursor of the previous page.', after: 'Cursor of the next page.' };

interface Given {
  readonly description?: string;
  /** Maps the names of the parameters to their descriptions. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The name of the member with the next cursor. */
  readonly member?: string;
}

async function contractWith({ description = '', parameters, member = 'next_cursor' }: Given) {
  const meta = { type: 'object', properties: { [member]: { type: ['string', 'null'] } } };
  const data = { type: 'array', items: { type: 'object', properties: { id: TEXT } } };
  const content = { 'application/json': { schema: { type: 'object', properties: { data, meta } } } };
  const query = Object.entries(parameters).map(([name, about]): JsonObject => ({
    name,
    in: 'query',
    description: about,
    schema: TEXT,
  }));
  const get = {
    operationId: 'list',
    description,
    parameters: query,
    responses: { '200': { description: '', content } },
  };
  return contractOf({ paths: { '/posts': { get } } });
}

it.each<[string, Given, string | undefined, readonly string[]]>([
  [
    'the text names the parameter, also across lines',
    { description: 'Newest first. For the next page, send\n`meta.next_cursor` as `before`.', parameters: ID },
    'before',
    [],
  ],
  [
    'the text names the parameter for the opposite direction',
    { description: 'For the next page, send `next_cursor` as `after`.', parameters: ID },
    'after',
    [],
  ],
  [
    'the description of a parameter names the cursor',
    { parameters: { ...ID, before: 'The `next_cursor` of the last page.' } },
    'before',
    [],
  ],
  ['the descriptions are about cursors', { parameters: PAGES }, 'after', []],
  ['the cursor has the name of the parameter', { parameters: ID, member: 'after' }, 'after', []],
  ['there is no parameter for the opposite direction', { parameters: { after: ID.after } }, 'after', []],
  ['no text names the parameter', { parameters: ID }, undefined, ['before', 'after']],
  [
    'a sentence names both parameters',
    { description: 'Send `next_cursor` as `before` or `after`.', parameters: ID },
    undefined,
    ['before', 'after'],
  ],
])('which parameter gets the next cursor: %s', async (_, given, want, unknown) => {
  const contract = await contractWith(given);
  const list = itemList(contract, operationOf(contract, 'list'));
  expect(list?.next && 'name' in list.next ? list.next.name : undefined).toBe(want);
  expect(list?.unknownPaging).toEqual(unknown);
});

it('a note states what is not compared because of unknown paging parameters', async () => {
  const contract = await contractWith({ parameters: { ...PAGES, since: 'Newer ones.' } });
  expect(collectionsOf(contract).notes).toEqual([
    'list has paging parameters that are not recognised (since): items that are missing from the pages are not reported.',
  ]);
});
