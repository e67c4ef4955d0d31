import { expect, it } from 'vitest';
import { type JsonObject, ownValue } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };
const PAGE = { type: 'object', required: ['id', 'title'], properties: { id: TEXT, title: TEXT } };
const NEW = { type: 'object', required: ['title'], additionalProperties: false, properties: { title: TEXT } };
const SHOWN = { description: '', ...json(PAGE) };

const paths = (description: string): JsonObject => ({
  '/pages': {
    post: { operationId: 'add', requestBody: { required: true, ...json(NEW) }, responses: { 201: SHOWN } },
  },
  '/pages/{page_id}': {
    parameters: [inPath('page_id')],
    get: {
      operationId: 'read',
      description,
      responses: { 200: SHOWN, 404: { description: '' }, 410: { description: '' } },
    },
    delete: { operationId: 'remove', responses: { 200: SHOWN, 404: { description: '' } } },
  },
});

/** A service of pages. `gone` is the status of the reply to a read of a removed page. */
const service =
  (gone: number): WrittenService =>
  () => {
    const pages = new Map<string, JsonObject | undefined>();
    return ({ method, segments: [, id = ''], json: body }) => {
      if (method === 'POST') {
        const title = ownValue(body, 'title');
        if (typeof title !== 'string' || !/^.{1,20}$/su.test(title)) return problem(422);
        const page = { title, id: `page-${pages.size + 1}` };
        pages.set(page.id, page);
        return reply(201, page);
      }
      if (!pages.has(id)) return problem(404);
      const page = pages.get(id);
      if (page === undefined) return problem(gone);
      if (method === 'GET') return reply(200, page);
      pages.set(id, undefined);
      return reply(200, page);
    };
  };

it.each<[string, number, readonly string[]]>([
  ['A deleted page answers 410.', 410, []],
  ['A deleted page answers 410.', 404, ['state/removed not-gone']],
  ['A deleted page may answer 410.', 404, []],
])(
  'a check of a service whose contract states "%s", and which answers %d, has these findings: %j',
  async (text, gone, want) => {
    expect(await foundIn(paths(text), service(gone))).toEqual(want);
  },
);
