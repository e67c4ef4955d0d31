import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };
const LABEL = { type: 'object', required: ['name'], properties: { name: TEXT, color: TEXT } };

/**
 * The contract of issues. A client creates an issue with the names of labels; the issue in the reply contains the label
 * objects. `id` is the name of the path parameter of an issue.
 */
function paths(id: string): JsonObject {
  const made = { type: 'object', required: ['title'], properties: { title: TEXT, labels: listOf(TEXT) } };
  const issue = {
    type: 'object',
    required: ['number', 'title', 'labels'],
    properties: { number: { type: 'integer' }, title: TEXT, labels: listOf(LABEL) },
  };
  const created = { description: '', headers: { Location: { schema: TEXT } }, ...json(issue) };
  const parameter = { ...inPath(id), schema: { type: 'integer' } };
  const refused = { 404: { description: '' }, 422: { description: '' } };
  return {
    '/issues': {
      post: {
        operationId: 'add',
        requestBody: { required: true, content: { 'application/json': { schema: made, example: { title: 'a' } } } },
        responses: { 201: created, ...refused },
      },
    },
    [`/issues/{${id}}`]: {
      parameters: [parameter],
      get: { operationId: 'read', responses: { 200: { description: '', ...json(issue) }, ...refused } },
    },
  };
}

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', maxItems: 3, items };
}

/** A service of issues. `kept` returns the title that the service stores. */
const service =
  (kept: (title: string) => string): WrittenService =>
  () => {
    const issues: JsonObject[] = [];
    return ({ method, segments: [, id = ''], json: body }) => {
      if (method === 'GET') {
        const found = /^\d+$/.test(id) ? issues[Number(id) - 1] : undefined;
        return found === undefined ? problem(404) : reply(200, { ...found, title: kept(String(found['title'])) });
      }
      const { title, labels = [] } = isJsonObject(body) ? body : {};
      if (typeof title !== 'string' || !Array.isArray(labels)) return problem(422);
      const own = labels.map((name: Json) => ({ name, color: 'red' }));
      const number = issues.push({ number: issues.length + 1, title, labels: own });
      return reply(201, issues.at(-1) ?? {}, [['Location', `/issues/${number}`]]);
    };
  };

const OTHER = ['state/stored changed'];

it.each<[string, (title: string) => string, readonly string[]]>([
  ['issue_number', (title) => title, []],
  ['issue_number', (title) => `${title}.`, OTHER],
  // The reply has no identifier with this name, so `Location` identifies the issue.
  ['issue_code', (title) => title, []],
  ['issue_code', (title) => `${title}.`, OTHER],
])(
  'a check judges issues that are created with names of labels and returned with label objects: the path has the parameter %s (%#)',
  async (id, kept, want) => {
    expect(await foundIn(paths(id), service(kept))).toEqual(want);
  },
);
