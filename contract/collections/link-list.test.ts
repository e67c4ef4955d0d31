import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { Json, JsonObject } from '../json/json.js';
import { itemList } from './item-list.js';
import { leadsOn, nextRequest } from './next-page.js';

const TEXT = { type: 'string' };
const RELATION = { type: 'string', enum: ['self', 'next', 'previous'] };
const NEXT = { by: 'link', pointer: '/links', inList: { relation: 'rel', target: 'href' } };

function listContract(link: JsonObject, description: string, name = 'links'): ReturnType<typeof contractOf> {
  const links = { type: 'array', items: { type: 'object', properties: link } };
  const books = { type: 'array', items: { type: 'object', properties: { id: TEXT } } };
  const schema = { type: 'object', properties: { books, [name]: links } };
  const offset = { name: 'offset', in: 'query', schema: { type: 'integer' } };
  const responses = { 200: { description: 'A page.', content: { 'application/json': { schema } } } };
  const get = { operationId: 'list', description, parameters: [offset], responses };
  return contractOf({ paths: { '/books': { get } } });
}

it.each<[string, JsonObject, string, object | undefined]>([
  ['an enumeration of relations', { rel: RELATION, href: TEXT }, '', NEXT],
  [
    'other names of the members',
    { relation: RELATION, url: TEXT },
    '',
    { ...NEXT, inList: { relation: 'relation', target: 'url' } },
  ],
  ['a sentence about the link', { rel: TEXT, href: TEXT }, 'Follow the link `next` for further books.', NEXT],
  ['a sentence about the relation', { rel: TEXT, href: TEXT }, 'The relation "next" leads to the next page.', NEXT],
  ['any relation and no sentence', { rel: TEXT, href: TEXT }, 'Has links.', undefined],
  ['a sentence about something else', { rel: TEXT, href: TEXT }, 'The button is named `next`.', undefined],
  ['an enumeration without the next page', { rel: { enum: ['self', 'prev'], ...TEXT }, href: TEXT }, '', undefined],
  ['no relation', { href: TEXT }, 'Follow the link `next`.', undefined],
])('a list is paged by the link `next` in an array of links: %s', async (_, link, description, want) => {
  const contract = await listContract(link, description);
  const next = itemList(contract, operationOf(contract, 'list'))?.next;
  expect(next).toEqual(want ?? expect.objectContaining({ by: 'offset' }));
});

it.each<[string, Json, JsonObject | undefined]>([
  [
    'the link',
    [
      { rel: 'self', href: '/books?offset=0' },
      { rel: 'next', href: '/books?offset=2' },
    ],
    { offset: 2 },
  ],
  ['no link with the relation', [{ rel: 'self', href: '/books' }], undefined],
  ['no target', [{ rel: 'next' }], undefined],
  ['no array', { next: '/books?offset=2' }, undefined],
  ['values that are no links', ['next', null, 7], undefined],
])('if a page has a list of links, the next page is requested by %s', async (_, links, want) => {
  const contract = await listContract({ rel: RELATION, href: TEXT }, '');
  const listing = { operation: operationOf(contract, 'list'), schemas: contract.schemas };
  const follow = itemList(contract, listing.operation)?.next;
  if (follow === undefined) throw new Error('The list has no next page.');
  const page = { body: { links }, headers: [] };
  expect(nextRequest(listing, follow, {}, page)?.input.query).toEqual(want);
  expect(leadsOn(follow, page)).toBe(want !== undefined);
});
