import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import { problem } from './notes-service.js';
import type { Reply } from './workloads.js';
import { type WrittenService, foundIn, inPath } from './written-service.js';

const JSON_API = 'application/vnd.api+json';
const TEXT = { type: 'string', minLength: 1, maxLength: 20 };
const SUMMARY = { type: ['string', 'null'], minLength: 1, maxLength: 20 };
const ATTRIBUTES = { title: TEXT, summary: SUMMARY };

/**
 * A document with one resource object, as JSON:API describes it. The members in `optional` may be omitted. The object
 * has no other members.
 */
function document(
  required: readonly string[],
  attributes: readonly string[],
  optional: readonly string[] = [],
): JsonObject {
  const object = (properties: JsonObject, names: readonly string[]): JsonObject => ({
    type: 'object',
    additionalProperties: false,
    properties,
    required: names,
  });
  const members: JsonObject = {
    type: { const: 'notes' },
    id: TEXT,
    attributes: object(ATTRIBUTES, attributes),
    relationships: object({ folder: object({ id: TEXT }, ['id']) }, ['folder']),
  };
  const names = [...required, ...optional];
  const own = Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
  return { content: { [JSON_API]: { schema: object({ data: object(own, required) }, ['data']) } } };
}

const NOTE = { description: '', ...document(['type', 'id', 'attributes'], ['title', 'summary']) };
const REFUSED = { 404: { description: '' }, 409: { description: '' }, 422: { description: '' } };
const CHANGED = document(['type', 'id', 'attributes'], []);
const OPTIONAL = document(['type', 'id'], [], ['attributes', 'relationships']);
const paths = (changed: JsonObject): JsonObject => ({
  '/notes': {
    post: {
      operationId: 'add',
      requestBody: { required: true, ...document(['type', 'attributes'], ['title']) },
      responses: { 201: NOTE, 422: REFUSED[422] },
    },
  },
  '/notes/{note_id}': {
    parameters: [inPath('note_id')],
    get: { operationId: 'read', responses: { 200: NOTE, 404: REFUSED[404] } },
    patch: {
      operationId: 'change',
      requestBody: { required: true, ...changed },
      responses: { 200: NOTE, ...REFUSED },
    },
  },
});

function isValid(attributes: JsonObject): boolean {
  const { title = 'a', summary = null, ...others } = attributes;
  const isText = (value: Json): boolean => typeof value === 'string' && value !== '' && [...value].length <= 20;
  return Object.keys(others).length === 0 && isText(title) && (summary === null || isText(summary));
}

type Change = (attributes: JsonObject, before: JsonObject) => JsonObject;

const service =
  (change: Change): WrittenService =>
  () => {
    const notes = new Map<string, JsonObject>();
    const shown = (status: number, id: string): Reply => ({
      kind: 'response',
      status,
      headers: [['content-type', JSON_API]],
      body: new TextEncoder().encode(JSON.stringify({ data: { type: 'notes', id, attributes: notes.get(id) ?? {} } })),
    });
    return ({ method, segments: [, id = ''], json }) => {
      const data = ownValue(json, 'data') ?? null;
      const attributes = ownValue(data, 'attributes') ?? (method === 'PATCH' ? {} : null);
      const sent = isJsonObject(attributes) && isValid(attributes) ? attributes : undefined;
      if (id === '') {
        if (sent?.['title'] === undefined) return problem(422);
        const made = `note-${notes.size + 1}`;
        notes.set(made, { summary: null, ...sent });
        return shown(201, made);
      }
      const before = notes.get(id);
      if (before === undefined) return problem(404);
      if (method === 'GET') return shown(200, id);
      if (sent === undefined) return problem(422);
      if (ownValue(data, 'id') !== id) return problem(409);
      // The service has no folders, so each relationship to a folder is unknown.
      if (ownValue(data, 'relationships') !== undefined) return problem(404);
      notes.set(id, change(sent, before));
      return shown(200, id);
    };
  };

it.each<[string, Change, readonly string[]]>([
  ['keeps the other attributes', (sent, before) => ({ ...before, ...sent }), []],
  [
    'resets another attribute',
    (sent, before) => ({ ...before, summary: null, ...sent }),
    ['state/updated reset-by-patch'],
  ],
  ['stores no attribute', (_, before) => before, ['state/updated changed']],
])('a check judges a PATCH of a resource object that %s: $2', async (_, change, want) => {
  expect(await foundIn(paths(CHANGED), service(change))).toEqual(want);
  expect(await foundIn(paths(OPTIONAL), service(change))).toEqual(want);
});
