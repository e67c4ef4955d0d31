import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import type { Json, JsonObject } from '../../json/json.js';
import { collectionsOf } from '../collections.js';
import { putLists } from './put-lists.js';

const TEXT = { type: 'string' };
const NO_REPLY = { description: '' };

function shown(schema: JsonObject): JsonObject {
  return { description: '', content: { 'application/json': { schema } } };
}

function objectOf(names: readonly string[]): JsonObject {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, TEXT])) };
}

interface Shape {
  readonly list?: string;
  readonly item?: string;
  readonly elements?: readonly string[];
  readonly members?: readonly string[];
  /** The statuses of the success replies that the PUT documents. */
  readonly statuses?: readonly string[];
  readonly isPosted?: true;
}

function paths({
  list = '/pages',
  item = '/pages/{slug}',
  elements = ['slug', 'title'],
  members = ['slug', 'title', 'text'],
  statuses = ['200', '201'],
  isPosted,
}: Shape): JsonObject {
  const parameters = [...item.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Json => {
    return { name, in: 'path', required: true, schema: TEXT };
  });
  const body = { required: true, content: { 'application/json': { schema: objectOf(['title']) } } };
  const page = shown(objectOf(members));
  const listing = shown({ type: 'array', items: objectOf(elements) });
  const above = parameters.filter((each) => list.includes(`{${String((each as JsonObject)['name'])}}`));
  return {
    [list]: {
      parameters: above,
      get: { operationId: 'list', responses: { 200: listing } },
      ...(isPosted && { post: { operationId: 'add', requestBody: body, responses: { 201: page } } }),
    },
    [item]: {
      parameters,
      get: { operationId: 'read', responses: { 200: page, 404: NO_REPLY } },
      put: {
        operationId: 'store',
        requestBody: body,
        responses: Object.fromEntries(statuses.map((status) => [status, page])),
      },
    },
  };
}

it.each<[string, Shape, string | undefined]>([
  ['items that only a PUT creates', {}, 'slug'],
  ['items below a parent', { list: '/wikis/{wiki}/pages', item: '/wikis/{wiki}/pages/{slug}' }, 'slug'],
  [
    'an identifier whose name differs from that of the path parameter',
    { item: '/pages/{page_id}', elements: ['id'], members: ['id', 'text'] },
    'id',
  ],
  ['elements without the identifier', { elements: ['title'] }, undefined],
  ['elements with a member that the item lacks', { elements: ['slug', 'size'] }, undefined],
  ['an item without the identifier', { members: ['title'], elements: ['slug', 'title'] }, undefined],
  ['a PUT that creates nothing', { statuses: ['200'] }, undefined],
  ['items that a POST creates too', { isPosted: true }, undefined],
  ['a list that is not above the item', { list: '/all-pages' }, undefined],
])('finds the list of items that a PUT creates: %s → $2', async (_, shape, want) => {
  const contract = await contractOf({ paths: paths(shape) });
  const [list] = putLists(contract, collectionsOf(contract).all);
  expect(list?.list.id).toBe(want);
});
