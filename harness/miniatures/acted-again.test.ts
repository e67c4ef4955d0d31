import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };
const PHOTO: JsonObject = {
  type: 'object',
  required: ['id', 'title', 'likes', 'liked', 'changed'],
  properties: {
    id: TEXT,
    title: TEXT,
    likes: { type: 'integer' },
    liked: { type: 'boolean' },
    changed: { type: 'string', format: 'date-time' },
  },
};
const NO_EFFECT = 'Likes a photo. Liking it twice has no further effect.';

function paths(description: string): JsonObject {
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: { title: TEXT } };
  const answers = (content: JsonObject): JsonObject => ({ description: '', ...content });
  const found = { 200: answers(json(PHOTO)), 404: answers({}) };
  return {
    '/photos': {
      post: {
        operationId: 'addPhoto',
        requestBody: { required: true, ...json(body) },
        responses: { 201: answers(json(PHOTO)), 422: answers({}) },
      },
    },
    '/photos/{id}': { parameters: [inPath('id')], get: { operationId: 'readPhoto', responses: found } },
    '/photos/{id}/like': {
      parameters: [inPath('id')],
      post: { operationId: 'likePhoto', description, responses: found },
    },
  };
}

type Fault = 'none' | 'counts again' | 'switches';

function service(fault: Fault): WrittenService {
  return () => {
    const photos = new Map<string, JsonObject>();
    return ({ method, segments: [root, id = '', action], json: body }) => {
      if (root !== 'photos') return problem(404);
      if (id === '' && method === 'POST') {
        const title = isJsonObject(body) && Object.keys(body).length === 1 ? body['title'] : undefined;
        if (typeof title !== 'string' || title === '' || [...title].length > 20) return problem(422);
        const photo = {
          id: `photo-${photos.size + 1}`,
          title,
          likes: 0,
          liked: false,
          changed: '2026-01-01T00:00:00Z',
        };
        photos.set(photo.id, photo);
        return reply(201, photo);
      }
      const photo = photos.get(id);
      if (photo === undefined) return problem(404);
      if (action === undefined) return reply(200, photo);
      const liked = fault === 'switches' ? photo['liked'] !== true : true;
      const likes = photo['liked'] === true && fault !== 'counts again' ? photo['likes'] : Number(photo['likes']) + 1;
      photos.set(id, { ...photo, liked, likes: likes ?? 0, changed: new Date().toISOString() });
      return reply(200, photos.get(id) ?? null);
    };
  };
}

const CHANGED = ['state/acted changed-by-second-call'];

it.each<[string, Fault, string, readonly string[]]>([
  ['a faithful service that stores the time of each call', 'none', NO_EFFECT, []],
  ['the second call increases a number', 'counts again', NO_EFFECT, CHANGED],
  ['the second call undoes the first', 'switches', NO_EFFECT, CHANGED],
  ['the second call increases a number, and no text states its effect', 'counts again', 'Likes a photo.', []],
  ['the second call undoes the first, as the text states', 'switches', 'Likes a photo, or no longer likes it.', []],
])('a check calls an action twice: %s → $3', async (_, fault, description, want) => {
  expect(await foundIn(paths(description), service(fault), { sequences: /acted/ })).toEqual(want);
});
