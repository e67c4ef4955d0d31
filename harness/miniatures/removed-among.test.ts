import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const NOTE = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'string' }, text: { type: 'string', minLength: 1, maxLength: 30 } },
};

/** The contract of notes. `list` is the path of the list, which may differ from the path of the create. */
function paths(list: string): JsonObject {
  const text = NOTE.properties.text;
  const body = { type: 'object', required: ['text'], additionalProperties: false, properties: { text } };
  const shown = (schema: JsonObject): JsonObject => ({ description: '', ...json(schema) });
  const absent = { 404: { description: '' } };
  const get = { operationId: 'list', responses: { 200: shown({ type: 'array', items: NOTE }) } };
  const limit = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 99 } };
  const post = { operationId: 'add', requestBody: { required: true, ...json(body) }, responses: { 201: shown(NOTE) } };
  const listed = { get: { ...get, parameters: [limit] } };
  return {
    '/notes': { post, ...(list === '/notes' && { get }) },
    ...(list !== '/notes' && { [list]: listed }),
    '/notes/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'read', responses: { 200: shown(NOTE), ...absent } },
      delete: { operationId: 'remove', responses: { 204: { description: '' }, ...absent } },
    },
  };
}

interface Behaviour {
  /** Returns the ids of other notes that the removal of a note also removes. */
  readonly alsoRemoved?: (ids: readonly string[], id: string) => readonly string[];
  /** The number of notes that the list contains, the newest first. Default: all. */
  readonly most?: number;
  /** Set if each create adds a second note, which belongs to the first one. */
  readonly isPair?: true;
}

const service =
  ({ alsoRemoved = () => [], most, isPair }: Behaviour): WrittenService =>
  () => {
    const notes = new Map<string, JsonObject>(['old-1', 'old-2'].map((id) => [id, { id, text: id }]));
    let count = 0;
    return ({ method, segments: [root, id = ''], query, json: body }) => {
      if (method === 'POST') {
        const text = isJsonObject(body) ? body['text'] : undefined;
        if (typeof text !== 'string' || text === '' || [...text].length > 30) return problem(422);
        const note = { id: `new-${(count += 1)}`, text };
        notes.set(note.id, note);
        if (isPair === true) notes.set(`${note.id}-b`, { id: `${note.id}-b`, text });
        return reply(201, note);
      }
      if (id === '') {
        const all = [...notes.values()].toReversed().slice(0, most);
        return reply(200, root === 'notes' || (query.get('page') ?? '1') === '1' ? all : []);
      }
      const note = notes.get(id);
      if (note === undefined) return problem(404);
      if (method === 'GET') return reply(200, note);
      for (const each of [id, ...alsoRemoved([...notes.keys()], id)]) notes.delete(each);
      return empty(204);
    };
  };

const LOST = ['state/removed other-removed'];
const oldest = (ids: readonly string[]): readonly string[] => ids.slice(0, 1);

it.each<[string, string, Behaviour, readonly string[]]>([
  ['a faithful service', '/notes', {}, []],
  ['a faithful service with a timeline', '/timeline', {}, []],
  ['a removal removes the oldest item', '/notes', { alsoRemoved: oldest }, LOST],
  ['a removal removes the oldest item of a timeline', '/timeline', { alsoRemoved: oldest }, LOST],
  ['a list has only the newest items', '/timeline', { most: 2 }, []],
  [
    'a removal removes an item that the create added',
    '/timeline',
    { isPair: true, alsoRemoved: (_, id) => [`${id}-b`] },
    [],
  ],
])('a check compares the lists around a removal: %s → $3', async (_, list, behaviour, want) => {
  const sequences = /^removed-among/;
  expect(await foundIn(paths(list), service(behaviour), { sequences })).toEqual(want);
});
