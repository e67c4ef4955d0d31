import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

/** How the service changes a tag. */
interface Ways {
  /** The status of the reply to a request whose body contains a different identifier from the path. */
  readonly status?: number;
  /**
   * The members that a PUT or a PATCH stores. Default: a PUT stores the body, and a PATCH stores the body merged into
   * the earlier members.
   */
  readonly put?: (body: JsonObject, before: JsonObject) => JsonObject;
  readonly patch?: (body: JsonObject, before: JsonObject) => JsonObject;
  /** Set if a PATCH accepts a note that is longer than the contract allows. */
  readonly isUnchecked?: true;
}

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };

function paths(isWrapped: boolean): JsonObject {
  const object = (properties: JsonObject, required: readonly string[]): JsonObject => {
    const item = { type: 'object', additionalProperties: false, properties, required };
    return isWrapped ? { type: 'object', required: ['data'], properties: { data: item } } : item;
  };
  const tag = { description: '', ...json(object({ id: TEXT, label: TEXT, note: TEXT }, ['id', 'label'])) };
  const bodyOf = (...required: string[]): JsonObject => {
    const own = required.includes('id') ? { id: TEXT } : {};
    return { required: true, ...json(object({ ...own, label: TEXT, note: TEXT }, required)) };
  };
  const refused = { 404: { description: '' }, 422: { description: '' } };
  return {
    '/tags': {
      post: { operationId: 'add', requestBody: bodyOf('label'), responses: { 201: tag, 422: refused[422] } },
    },
    '/tags/{tag_id}': {
      parameters: [inPath('tag_id')],
      get: { operationId: 'read', responses: { 200: tag, 404: refused[404] } },
      put: {
        operationId: 'replace',
        description: 'Replaces the tag.',
        requestBody: bodyOf('id', 'label'),
        responses: { 200: tag, ...refused },
      },
      patch: { operationId: 'change', requestBody: bodyOf('id'), responses: { 200: tag, ...refused } },
      delete: { operationId: 'remove', responses: { 204: { description: '' }, 404: refused[404] } },
    },
  };
}

function isValid(tag: JsonObject, longest = 20): boolean {
  const { id = 'a', label = 'a', note = 'a', ...others } = tag;
  const isText = (value: Json, most = 20): boolean =>
    typeof value === 'string' && value !== '' && [...value].length <= most;
  return Object.keys(others).length === 0 && [id, label].every((value) => isText(value)) && isText(note, longest);
}

const service =
  (isWrapped: boolean, { status = 422, put = (body) => body, patch = merged, isUnchecked }: Ways): WrittenService =>
  () => {
    const tags = new Map<string, JsonObject>();
    let count = 0;
    const shown = (code: number, tag: JsonObject) => reply(code, isWrapped ? { data: tag } : tag);
    return ({ method, segments: [, id = ''], json: whole }) => {
      const body = isWrapped && isJsonObject(whole) ? whole['data'] : whole;
      const sent = isJsonObject(body) ? body : undefined;
      if (id === '') {
        if (sent?.['label'] === undefined || Object.hasOwn(sent, 'id') || !isValid(sent)) return problem(422);
        const tag = { id: `tag-${(count += 1)}`, ...sent };
        tags.set(tag.id, tag);
        return shown(201, tag);
      }
      const before = tags.get(id);
      if (before === undefined) return problem(404);
      if (method === 'GET') return shown(200, before);
      if (method === 'DELETE') {
        tags.delete(id);
        return empty(204);
      }
      if (sent?.['id'] === undefined || (method === 'PUT' && sent['label'] === undefined)) return problem(422);
      if (!isValid(sent, method === 'PATCH' && isUnchecked ? Infinity : 20)) return problem(422);
      if (sent['id'] !== id) return problem(status);
      const after = method === 'PUT' ? put(sent, before) : patch(sent, before);
      tags.set(id, after);
      return shown(200, method === 'PUT' ? sent : { ...before, ...sent });
    };
  };

function merged(body: JsonObject, before: JsonObject): JsonObject {
  return { ...before, ...body };
}

const LOST = ['state/updated not-stored'];

it.each<[string, Ways, readonly string[]]>([
  ['a service without a fault', {}, []],
  ['a 400 for another identifier in the body', { status: 400 }, []],
  ['a PUT that keeps omitted members', { put: merged }, ['state/replaced kept-by-put']],
  ['a PUT that stores nothing', { put: (_, before) => before }, LOST],
  ['a PATCH that stores nothing', { patch: (_, before) => before }, LOST],
  [
    'a PATCH that removes the other members',
    { patch: (body, before) => ({ label: before['label'] ?? '', ...body }) },
    ['state/updated reset-by-patch'],
  ],
  ['a PATCH that accepts a long note', { isUnchecked: true }, ['conformance/invalid-rejected invalid-accepted']],
])('a check judges changes whose body repeats the identifier: %s → $2', async (_, ways, want) => {
  const phases = ['examples', 'generated', 'invalid', 'sequences'];
  expect(await foundIn(paths(false), service(false, ways), { phases })).toEqual(want);
});

it.each<[string, Ways, readonly string[]]>([
  ['a service without a fault', {}, []],
  ['a PUT that stores nothing', { put: (_, before) => before }, LOST],
])('a check judges changes whose body repeats the identifier in an object: %s → $2', async (_, ways, want) => {
  expect(await foundIn(paths(true), service(true, ways))).toEqual(want);
});
