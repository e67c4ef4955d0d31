import { expect, test } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { collectionsOf } from './collections.js';

const NOTE = { $ref: '#/components/schemas/Note' };
const OTHER = { $ref: '#/components/schemas/Other' };
const OWN = '/v1/books/{book_id}/notes';

function reply(schema: JsonObject): JsonObject {
  return { '200': { description: 'A reply.', content: { 'application/json': { schema } } } };
}

function parameters(path: string): readonly JsonObject[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    in: 'path',
    name,
    required: true,
    schema: { type: 'string' },
  }));
}

function made(path: string, schema: JsonObject): JsonObject {
  const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
  const post = { operationId: `post ${path}`, parameters: parameters(path), requestBody, responses: reply(schema) };
  return { [path]: { post } };
}

function read(path: string, schema: JsonObject): JsonObject {
  return { [path]: { get: { operationId: `get ${path}`, parameters: parameters(path), responses: reply(schema) } } };
}

test.each<[string, JsonObject, string | undefined]>([
  [
    'are read from a top-level path with the same collection name and schema',
    { ...made(OWN, NOTE), ...read('/v1/notes/{note_id}', NOTE) },
    'get /v1/notes/{note_id}',
  ],
  [
    'are read from the path below the create operation, even if a top-level path exists',
    { ...made(OWN, NOTE), ...read('/v1/notes/{note_id}', NOTE), ...read(`${OWN}/{note_id}`, NOTE) },
    `get ${OWN}/{note_id}`,
  ],
  [
    'are not read from a top-level path that returns a different schema',
    { ...made(OWN, NOTE), ...read('/v1/notes/{note_id}', OTHER) },
    undefined,
  ],
  [
    'are not read from a top-level path with a different base path',
    { ...made(OWN, NOTE), ...read('/v2/notes/{note_id}', NOTE) },
    undefined,
  ],
  [
    'are not read from a top-level path with a different collection name, such as memos for notes',
    { ...made(OWN, NOTE), ...read('/v1/memos/{note_id}', NOTE) },
    undefined,
  ],
  [
    'are not read from a top-level path that has its own create operation',
    { ...made(OWN, NOTE), ...made('/v1/notes', OTHER), ...read('/v1/notes/{note_id}', NOTE) },
    undefined,
  ],
])('items that are created below another item %s', async (_, paths, want) => {
  const item = { type: 'object', properties: { id: { type: 'string' } } };
  const contract = await contractOf({
    paths,
    components: { schemas: { Note: item, Other: { type: 'object', properties: { name: { type: 'string' } } } } },
  });
  const collection = collectionsOf(contract).all.find(({ create }) => create?.path === OWN);
  expect(collection?.read?.operation.id).toBe(want);
});

test.each([
  ['/v1/notes', '/v1/notes/{note_id}'],
  ['/v1/notes/', '/v1/notes/{note_id}/'],
  ['/v1/notes/', '/v1/notes/{note_id}'],
])('items that are created at %s are read at %s', async (collection, item) => {
  const components = { schemas: { Note: { type: 'object', properties: { id: { type: 'string' } } } } };
  const contract = await contractOf({ paths: { ...made(collection, NOTE), ...read(item, NOTE) }, components });
  expect(collectionsOf(contract).all.map((each) => each.read?.operation.id)).toEqual([`get ${item}`]);
});
