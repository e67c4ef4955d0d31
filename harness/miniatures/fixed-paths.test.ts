import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 20 };
const MEMBERS = { name: TEXT, title: TEXT, mood: TEXT };

/**
 * The contract of a profile that is changed at `/users/me` and read at `/users/{user_id}`. `text` is the description of
 * `user_id`.
 */
function paths(text: string): JsonObject {
  const profile = { type: 'object', required: ['name'], additionalProperties: false, properties: MEMBERS };
  const shown = '#/paths/~1users~1{user_id}/get/responses/200/content/application~1json/schema';
  const refused = { 404: { description: '' }, 422: { description: '' } };
  const body = { type: 'object', minProperties: 1, additionalProperties: false, properties: MEMBERS };
  const parameter = { name: 'user_id', in: 'path', required: true, description: text, schema: TEXT };
  return {
    '/users/{user_id}': {
      parameters: [parameter],
      get: { operationId: 'read', responses: { 200: { description: '', ...json(profile) }, ...refused } },
    },
    '/users/me': {
      patch: {
        operationId: 'change',
        description: 'Changes the members of the body and nothing else.',
        requestBody: { required: true, ...json(body) },
        responses: { 200: { description: '', ...json({ $ref: shown }) }, ...refused },
      },
    },
  };
}

/** A service of one profile. `patched` computes the stored profile after a PATCH. */
const service =
  (patched: (before: JsonObject, body: JsonObject) => JsonObject): WrittenService =>
  () => {
    let profile: JsonObject = { name: 'Ann' };
    const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && [...value].length <= 20;
    return ({ method, segments: [, id], json: body }) => {
      if (id !== 'me') return problem(404);
      if (method === 'GET') return reply(200, profile);
      const entries = isJsonObject(body) ? Object.entries(body) : [];
      if (entries.length === 0 || !entries.every(([name, value]) => name in MEMBERS && isText(value)))
        return problem(422);
      profile = patched(profile, Object.fromEntries(entries));
      return reply(200, profile);
    };
  };

const merged = service((before, body) => ({ ...before, ...body }));
const replaced = service((before, body) => ({ name: before['name'] ?? '', ...body }));
const TEXT_OF_ME = 'The id of a user, or `me` for you.';

it.each<[string, string, WrittenService, readonly string[]]>([
  ['other members are kept', TEXT_OF_ME, merged, []],
  ['other members are lost', TEXT_OF_ME, replaced, ['state/updated reset-by-patch']],
  ['no description states that `me` is an id', 'The id of a user.', replaced, []],
])('a PATCH of `/users/me` is checked by reading `/users/{user_id}`: %s → $3', async (_, text, served, want) => {
  expect(await foundIn(paths(text), served)).toEqual(want);
});
