import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };
const KEY = { type: 'string' };
const TAGS = { type: 'array', maxItems: 4, uniqueItems: true, items: { type: 'string', pattern: '^[a-z]{1,9}$' } };
const REFUSED = { description: '' };

interface Shape {
  /** Set if a POST creates the pages. Default: a PUT creates them at a path that the client chooses. */
  readonly isPosted?: true;
  /** The description of the PUT that sets the tags. */
  readonly text?: string;
}

function paths({ isPosted, text = 'Replace all tags of a page.' }: Shape): JsonObject {
  const page = {
    type: 'object',
    required: ['key', 'title', 'tags'],
    properties: { key: KEY, title: TEXT, tags: { type: 'array', items: KEY } },
  };
  const shown = { description: '', ...json(page) };
  const bodyOf = (properties: JsonObject): JsonObject => ({
    required: true,
    ...json({ type: 'object', required: Object.keys(properties), additionalProperties: false, properties }),
  });
  const make = { requestBody: bodyOf({ title: TEXT }), responses: { 200: shown, 201: shown, 422: REFUSED } };
  const read = { operationId: 'read', responses: { 200: shown, 404: REFUSED } };
  return {
    ...(isPosted && { '/pages': { post: { operationId: 'add', ...make } } }),
    '/pages/{key}': {
      parameters: [inPath('key')],
      get: read,
      ...(!isPosted && { put: { operationId: 'store', ...make } }),
    },
    '/pages/{key}/tags': {
      parameters: [inPath('key')],
      put: {
        operationId: 'tag',
        description: text,
        requestBody: bodyOf({ tags: TAGS }),
        responses: { 200: shown, 404: REFUSED, 422: REFUSED },
      },
    },
  };
}

/** Returns the stored tags after a PUT, given the old tags and the tags of the request. */
type Ways = (old: readonly Json[], sent: readonly Json[]) => readonly Json[];

function service(tagged: Ways): WrittenService {
  return () => {
    const pages = new Map<string, JsonObject>();
    return ({ method, segments: [root, key = '', below], json: body }) => {
      if (root !== 'pages') return problem(404);
      const page = pages.get(key);
      if (method === 'POST' || (method === 'PUT' && below === undefined)) {
        if (!isJsonObject(body)) return problem(422);
        const name = key === '' ? `page-${pages.size + 1}` : key;
        const made = { key: name, tags: [], ...page, ...body };
        pages.set(name, made);
        return reply(page === undefined ? 201 : 200, made);
      }
      if (page === undefined) return problem(404);
      if (method === 'GET') return reply(200, page);
      const sent = ownValue(body, 'tags');
      const [old, wanted] = [page['tags'], sent].map((each) => (Array.isArray(each) ? (each as readonly Json[]) : []));
      const changed = { ...page, tags: [...new Set(tagged(old ?? [], wanted ?? []))] };
      pages.set(key, changed);
      return reply(200, changed);
    };
  };
}

const replaces: Ways = (_, sent) => sent;
const adds: Ways = (old, sent) => [...old, ...sent];
const KEPT = ['state/replaced kept-by-put'];

it.each<[string, Ways, Shape, readonly string[]]>([
  ['a PUT replaces the tags', replaces, {}, []],
  ['a PUT adds tags', adds, {}, KEPT],
  ['a PUT replaces the tags of a posted page', replaces, { isPosted: true }, []],
  ['a PUT adds tags to a posted page', adds, { isPosted: true }, KEPT],
  ['a PUT adds tags, as its description states', adds, { text: 'Adds tags to a page.' }, []],
  ['a PUT stores the tags in a different form', (_, sent) => sent.map((tag) => `#${String(tag)}`), {}, []],
])('a check judges a list that PUTs set at a path below an item: %s → $3', async (_, ways, shape, want) => {
  expect(await foundIn(paths(shape), service(ways))).toEqual(want);
});
