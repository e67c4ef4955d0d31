import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

interface Shape {
  /** The name of the member that contains the object, and the members of this object. */
  readonly member: string;
  readonly properties: JsonObject;
  /** Set if each item must have its own code. */
  readonly isUnique?: true;
  readonly envelope?: string;
}

/**
 * Returns the object that the service stores, given the object of a request (`given`). `earlier` contains the objects
 * of all earlier requests, merged into one.
 */
type Store = (given: JsonObject, earlier: JsonObject, count: number) => JsonObject;

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 12 };
const OPTIONS: Shape = {
  member: 'options',
  properties: { level: { type: 'integer', minimum: 1, maximum: 9 }, isLoud: { type: 'boolean' }, label: TEXT },
};
const LIMITS: Shape = {
  member: 'rate_limits',
  properties: { per_day: { type: 'integer', minimum: 1, maximum: 900 }, hosts: { type: 'array', items: TEXT } },
  isUnique: true,
  envelope: 'data',
};

function paths({ member, properties, isUnique, envelope }: Shape): JsonObject {
  const object = { type: 'object', additionalProperties: false, properties };
  const members = { code: TEXT, [member]: object };
  const body = { type: 'object', required: ['code'], additionalProperties: false, properties: members };
  const item = { type: 'object', required: ['id', 'code'], properties: { id: { type: 'string' }, ...members } };
  const shown = envelope === undefined ? item : { type: 'object', properties: { [envelope]: item } };
  const conflict = isUnique === true ? { 409: { description: '' } } : {};
  return {
    '/keys': {
      post: {
        operationId: 'addKey',
        requestBody: { required: true, ...json(body) },
        responses: { 201: { description: '', ...json(shown) }, 422: { description: '' }, ...conflict },
      },
    },
    '/keys/{id}': {
      get: {
        operationId: 'readKey',
        parameters: [inPath('id')],
        responses: { 200: { description: '', ...json(shown) }, 404: { description: '' } },
      },
    },
  };
}

function service({ member, isUnique, envelope }: Shape, store: Store): WrittenService {
  return () => {
    const items = new Map<string, JsonObject>();
    let earlier: JsonObject = {};
    const shown = (item: JsonObject): JsonObject => (envelope === undefined ? item : { [envelope]: item });
    return ({ method, segments: [root, id = ''], json: body }) => {
      if (root !== 'keys') return problem(404);
      const known = items.get(id);
      if (method === 'GET') return known === undefined ? problem(404) : reply(200, shown(known));
      if (!isJsonObject(body) || typeof body['code'] !== 'string' || body['code'] === '') return problem(422);
      if (isUnique === true && [...items.values()].some(({ code }) => code === body['code'])) return problem(409);
      const given = body[member];
      const item = { ...body, id: `key-${items.size + 1}` };
      if (!isJsonObject(given)) {
        items.set(item.id, item);
        return reply(201, shown(item));
      }
      const stored = { ...item, [member]: store(given, earlier, items.size) };
      earlier = { ...earlier, ...given };
      items.set(item.id, stored);
      return reply(201, shown(stored));
    };
  };
}

const SHARED = ['state/own-members value-of-another-request'];

it.each<[string, Shape, Store, readonly string[]]>([
  ['each object is stored as it is sent', OPTIONS, (given) => given, []],
  ['each object is stored as it is sent, in items with a code of their own', LIMITS, (given) => given, []],
  ['the object is shared', OPTIONS, (given, earlier) => ({ ...earlier, ...given }), SHARED],
  ['the object is shared, in items with a code of their own', LIMITS, (given, all) => ({ ...all, ...given }), SHARED],
  ['members have a default', OPTIONS, (given) => ({ level: 5, label: 'plain', ...given }), []],
  ['a member counts the items', OPTIONS, (given, _, count) => ({ level: 1 + (count % 9), ...given }), []],
  ['the service sets a text in a member', LIMITS, (given, _, count) => ({ hosts: [`host-${count}`], ...given }), []],
])('a check judges the objects that creates return: %s → $3', async (_, shape, store, want) => {
  expect(
    await foundIn(paths(shape), service(shape, store), {
      sequences: /shared/,
      phases: ['valid', 'boundary', 'sequences'],
    }),
  ).toEqual(want);
});
