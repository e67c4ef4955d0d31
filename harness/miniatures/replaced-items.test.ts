import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

interface Shape {
  /** The names of the members: the unique code, a number, an object, and the two members of this object. */
  readonly names: readonly [code: string, number: string, object: string, first: string, second: string];
  /** The member of a reply that contains the item. Default: the reply is the item. */
  readonly envelope?: string;
  readonly description?: string;
  /** The schema of the unique member. */
  readonly unique: JsonObject;
}

const SNAKE: Shape = {
  names: ['short_code', 'item_count', 'own_settings', 'max_size', 'is_open'],
  unique: { type: 'string', enum: ['north', 'east', 'south'] },
};
const CAMEL: Shape = {
  names: ['shortCode', 'itemCount', 'ownSettings', 'maxSize', 'isOpen'],
  envelope: 'data',
  unique: { type: 'string', pattern: '^[A-Z]{2,8}$' },
};

/** The contract of items with a unique code. The create and the PUT refuse a code that another item has. */
function paths({ names, envelope, description = '', unique }: Shape): JsonObject {
  const [code, count, settings, first, second] = names;
  const number = { type: 'integer', minimum: 1, maximum: 999 };
  const body = {
    type: 'object',
    required: [code, 'name'],
    additionalProperties: false,
    properties: {
      [code]: unique,
      name: { type: 'string', minLength: 1, maxLength: 30 },
      level: { type: 'string', enum: ['low', 'middle', 'high'] },
      [count]: number,
      [settings]: {
        type: 'object',
        additionalProperties: false,
        properties: { [first]: number, [second]: { type: 'boolean' } },
      },
    },
  };
  const item = { type: 'object', required: ['id'], properties: { ...body.properties, id: { type: 'string' } } };
  const shown = {
    description: '',
    ...json(envelope === undefined ? item : { type: 'object', properties: { [envelope]: item } }),
  };
  const refused = { 404: { description: '' }, 409: { description: '' }, 422: { description: '' } };
  const requestBody = { required: true, ...json(body) };
  return {
    '/items': { post: { operationId: 'add', requestBody, responses: { 201: shown, ...refused } } },
    '/items/{item_id}': {
      parameters: [inPath('item_id')],
      get: { operationId: 'read', responses: { 200: shown, 404: { description: '' } } },
      put: { operationId: 'replace', description, requestBody, responses: { 200: shown, ...refused } },
    },
  };
}

/** Returns the item that is stored after a PUT. */
type Replace = (before: JsonObject, sent: JsonObject, shape: Shape) => JsonObject;

/**
 * A service of items. It assigns a level to an item whose request has no level. `replace` returns the item that is
 * stored after a PUT.
 */
function service(shape: Shape, replace: Replace): WrittenService {
  const [code] = shape.names;
  return () => {
    const items = new Map<string, JsonObject>();
    const shown = (id: string): JsonObject => {
      const item = { ...items.get(id), id };
      return shape.envelope === undefined ? item : { [shape.envelope]: item };
    };
    return ({ method, segments: [root, given], json: body }) => {
      const id = given ?? `item-${items.size + 1}`;
      const before = items.get(id);
      if (root !== 'items' || (given !== undefined && before === undefined)) return problem(404);
      if (method === 'GET') return reply(200, shown(id));
      if (!isJsonObject(body) || typeof body[code] !== 'string') return problem(422);
      const isTaken = [...items].some(([other, item]) => other !== id && item[code] === body[code]);
      if (isTaken) return problem(409);
      items.set(id, { level: 'middle', ...(before === undefined ? body : replace(before, body, shape)) });
      return reply(before === undefined ? 201 : 200, shown(id));
    };
  };
}

const KEPT = ['state/replaced kept-by-put'];
const merge: Replace = (before, sent) => ({ ...before, ...sent });
const keepLevel: Replace = ({ level = null }, sent) => ({ level, ...sent });
const keepObject: Replace = (before, sent, { names: [, , settings] }) =>
  before[settings] === undefined ? sent : { [settings]: before[settings], ...sent };
const mergeObject: Replace = (before, sent, { names: [, , settings] }) => {
  const [old, now] = [before[settings], sent[settings]];
  return isJsonObject(old) && isJsonObject(now) ? { ...sent, [settings]: { ...old, ...now } } : sent;
};

it.each<[string, Shape, Replace, readonly string[]]>([
  ['replaces the item', SNAKE, (_, sent) => sent, []],
  ['replaces the item, in an envelope', CAMEL, (_, sent) => sent, []],
  ['keeps all members', SNAKE, merge, KEPT],
  ['keeps all members, in an envelope', CAMEL, merge, KEPT],
  ['is described as a merge', { ...SNAKE, description: 'Members that are omitted keep their value.' }, merge, []],
  ['keeps a member to which the service otherwise assigns a value', SNAKE, keepLevel, KEPT],
  ['keeps an object', CAMEL, keepObject, KEPT],
  ['keeps the members of an object', SNAKE, mergeObject, KEPT],
  ['keeps the members of an object, in an envelope', CAMEL, mergeObject, KEPT],
])('a check judges a PUT that %s → $3', async (_, shape, replace, want) => {
  const sequences = /^(?:replaced|stored-0|updated)/;
  expect(await foundIn(paths(shape), service(shape, replace), { sequences })).toEqual(want);
});
