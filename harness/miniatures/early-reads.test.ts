import { expect, it } from 'vitest';
import { type JsonObject, ownValue } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };
const PAGE = {
  type: 'object',
  required: ['id', 'title'],
  additionalProperties: false,
  properties: { id: TEXT, title: TEXT },
};
const SHOWN = { description: '', ...json(PAGE) };
const paths: JsonObject = {
  '/pages': {
    post: {
      operationId: 'add',
      requestBody: { required: true, ...json(PAGE) },
      responses: { 201: SHOWN, 409: { description: 'The identifier is taken.' } },
    },
  },
  '/pages/{page_id}': {
    parameters: [{ ...inPath('page_id'), schema: TEXT }],
    get: { operationId: 'read', responses: { 200: SHOWN, 404: { description: '' } } },
  },
};

/** A service of pages whose identifiers the client chooses. With `remembers`, an id that was unknown stays unknown. */
const service =
  (remembers: boolean): WrittenService =>
  () => {
    const pages = new Map<string, JsonObject>();
    const unknown = new Set<string>();
    return ({ method, segments: [, id = ''], json: body }) => {
      if (method === 'GET') {
        const page = remembers && unknown.has(id) ? undefined : pages.get(id);
        if (page === undefined) unknown.add(id);
        return page === undefined ? problem(404) : reply(200, page);
      }
      const [own, title] = [ownValue(body, 'id'), ownValue(body, 'title')];
      const isValid = [own, title].every((text) => typeof text === 'string' && /^.{1,20}$/su.test(text));
      if (!isValid || Object.keys(body as JsonObject).length > 2) return problem(422);
      if (pages.has(String(own))) return problem(409);
      pages.set(String(own), body as JsonObject);
      return reply(201, body as JsonObject);
    };
  };

it.each<[boolean, readonly string[]]>([
  [false, []],
  [true, ['state/stored not-found']],
])('a check of a service that remembers unknown identifiers (%s) has these findings: %j', async (remembers, want) => {
  expect(await foundIn(paths, service(remembers))).toEqual(want);
});
