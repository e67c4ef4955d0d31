import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const NAME: JsonObject = { type: 'string', minLength: 1, maxLength: 20, pattern: '^[a-z]+$' };
const LIST: JsonObject = {
  type: 'object',
  required: ['id', 'name', 'shuffles'],
  properties: { id: { type: 'string' }, name: NAME, shuffles: { type: 'integer' } },
};
const TRACK: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: NAME },
};
const SHUFFLE = 'Shuffles a playlist. It can be shuffled twice; a third shuffle is refused with 409.';
const ADD = 'Adds a track. A playlist has at most three tracks; a fourth is refused with 409.';

function paths(shuffle: string, add: string): JsonObject {
  const body = { type: 'object', required: ['name'], additionalProperties: false, properties: { name: NAME } };
  const requestBody = { required: true, ...json(body) };
  const answers = (status: number, schema: JsonObject): JsonObject => ({
    responses: { [status]: { description: '', ...json(schema) }, ...REFUSED },
  });
  return {
    '/playlists': { post: { operationId: 'addPlaylist', requestBody, ...answers(201, LIST) } },
    '/playlists/{id}': { parameters: [inPath('id')], get: { operationId: 'readPlaylist', ...answers(200, LIST) } },
    '/playlists/{id}/shuffle': {
      parameters: [inPath('id')],
      post: { operationId: 'shufflePlaylist', description: shuffle, ...answers(200, LIST) },
    },
    '/playlists/{id}/tracks': {
      parameters: [inPath('id')],
      post: { operationId: 'addTrack', description: add, requestBody, ...answers(201, TRACK) },
    },
    '/playlists/{id}/tracks/{track}': {
      parameters: [inPath('id'), inPath('track')],
      get: { operationId: 'readTrack', ...answers(200, TRACK) },
    },
  };
}

const REFUSED: JsonObject = { 404: { description: '' }, 409: { description: '' }, 422: { description: '' } };

interface Limits {
  readonly shuffles: number;
  readonly tracks: number;
}

function service({ shuffles, tracks }: Limits): WrittenService {
  return () => {
    const lists = new Map<string, JsonObject>();
    const added = new Map<string, Map<string, JsonObject>>();
    return ({ method, segments: [root, id = '', part, track = ''], json: body }) => {
      if (root !== 'playlists') return problem(404);
      const name = isJsonObject(body) && Object.keys(body).length === 1 ? body['name'] : undefined;
      const isNamed = typeof name === 'string' && /^[a-z]{1,20}$/.test(name);
      if (id === '') {
        if (!isNamed) return problem(422);
        const made = { id: `list-${lists.size + 1}`, name, shuffles: 0 };
        lists.set(made.id, made);
        added.set(made.id, new Map());
        return reply(201, made);
      }
      const [list, own] = [lists.get(id), added.get(id)];
      if (list === undefined || own === undefined) return problem(404);
      if (part === undefined) return reply(200, list);
      if (part === 'shuffle') {
        const count = Number(list['shuffles']) + 1;
        if (count > shuffles) return problem(409);
        lists.set(id, { ...list, shuffles: count });
        return reply(200, { ...list, shuffles: count });
      }
      if (method === 'GET') return own.has(track) ? reply(200, own.get(track) ?? null) : problem(404);
      if (!isNamed) return problem(422);
      if (own.size >= tracks) return problem(409);
      const made = { id: `track-${own.size + 1}`, name };
      own.set(made.id, made);
      return reply(201, made);
    };
  };
}

const FOUND = 'state/call-limit accepted-beyond-limit';

it.each<[string, Limits, readonly [shuffle: string, add: string], readonly string[]]>([
  ['a service that counts as the contract states', { shuffles: 2, tracks: 3 }, [SHUFFLE, ADD], []],
  ['one call of the action more', { shuffles: 3, tracks: 3 }, [SHUFFLE, ADD], [FOUND]],
  ['one element more', { shuffles: 2, tracks: 4 }, [SHUFFLE, ADD], [FOUND]],
  ['no limits, and none is stated', { shuffles: 99, tracks: 99 }, ['Shuffles a playlist.', 'Adds a track.'], []],
  ['a service that permits fewer calls', { shuffles: 1, tracks: 2 }, [SHUFFLE, ADD], []],
])('a check makes more calls than the contract permits: %s → $3', async (_, limits, texts, want) => {
  expect(await foundIn(paths(...texts), service(limits), { sequences: /limited/ })).toEqual(want);
});
