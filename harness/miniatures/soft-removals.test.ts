import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };

/**
 * The contract of a list of pages. `parameter` is the name of the query parameter that makes the list also contain
 * removed pages.
 */
function paths(parameter: string, preset?: boolean, absent = '', reading = ''): JsonObject {
  const page = { type: 'object', properties: { id: TEXT, title: TEXT, removed_at: TEXT } };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: { title: TEXT } };
  const shown = { description: '', ...json(page) };
  const requestBody = { required: true, ...json(body) };
  const parameters = [
    { name: parameter, in: 'query', schema: { type: 'boolean', ...(preset !== undefined && { default: preset }) } },
  ];
  return {
    '/pages': {
      get: {
        operationId: 'list',
        parameters,
        responses: { 200: { description: '', ...json({ type: 'array', items: page }) } },
      },
      post: { operationId: 'add', requestBody, responses: { 201: shown } },
    },
    '/pages/{page_id}': {
      parameters: [inPath('page_id')],
      get: { operationId: 'read', description: reading, responses: { 200: shown, 404: { description: absent } } },
      delete: { operationId: 'remove', responses: { 200: shown, 404: { description: '' } } },
    },
  };
}

/** A service of pages. `isListed` returns true if a list contains removed pages, given the value of the parameter. */
const service =
  (parameter: string, isListed: (isShown: boolean) => boolean): WrittenService =>
  () => {
    const pages = new Map<string, JsonObject>();
    return ({ method, segments: [, id = ''], query, json: body }) => {
      if (method === 'POST') {
        const title = isJsonObject(body) ? body['title'] : undefined;
        if (typeof title !== 'string' || !/^.{1,30}$/su.test(title)) return problem(422);
        const page = { title, id: `page-${pages.size + 1}` };
        pages.set(page.id, page);
        return reply(201, page);
      }
      if (id === '') {
        const isShown = query.get(parameter) === 'true';
        return reply(
          200,
          [...pages.values()].filter((page) => page['removed_at'] === undefined || isListed(isShown)),
        );
      }
      const page = pages.get(id);
      if (page === undefined) return problem(404);
      if (method === 'DELETE') pages.set(id, { ...page, removed_at: 'now' });
      return reply(200, pages.get(id) ?? page);
    };
  };

it.each<[string, string, (isShown: boolean) => boolean, readonly string[]]>([
  ['only if the parameter is true', 'show_deleted', (isShown) => isShown, []],
  ['always', 'show_deleted', () => true, ['state/removed still-listed']],
  ['never', 'includeDeleted', () => false, ['state/removed removed-not-listed']],
  ['always, and the parameter has another meaning', 'show_titles', () => true, []],
])('a check judges lists that contain removed items: %s → $3', async (_, parameter, isListed, want) => {
  expect(await foundIn(paths(parameter), service(parameter, isListed))).toEqual(want);
});

it('a list may contain removed items if its parameter for them is true by default', async () => {
  const always = service('show_deleted', () => true);
  expect(await foundIn(paths('show_deleted', true), always)).toEqual([]);
});

it.each<[string, string, readonly string[]]>([
  ['', '', []],
  ['There is no such page.', 'Reads a page.', []],
  ['The page does not exist or was deleted.', '', ['state/removed still-there']],
  ['', 'A page in the trash is not found.', ['state/removed still-there']],
  ['', 'A removed page is returned with `removed_at`.', []],
])(
  'a read returns a removed page; the descriptions of the 404 and of the read are "%s" and "%s" → %j',
  async (absent, reading, want) => {
    const shown = service('show_deleted', (isShown) => isShown);
    expect(await foundIn(paths('show_deleted', undefined, absent, reading), shown)).toEqual(want);
  },
);
