import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

interface Shape {
  /** The segments of the paths, and the names of their parameters. */
  readonly names?: readonly [parents: string, parent: string, items: string, item: string];
  /** The schema of the name of an item. */
  readonly name?: JsonObject;
  /** The member of a reply that contains the item. */
  readonly envelope?: string;
  /** The description of the PUT. */
  readonly text?: string;
}

/** How the service stores the items below a parent. */
interface Ways {
  /** The key under which the service stores an item. Default: its path. */
  readonly placeOf?: (parent: string, name: string) => string;
  /** Names of items that each PUT stores in addition to its own item. */
  readonly alsoStores?: readonly string[];
  /** Set if the items of a removed parent can still be read. */
  readonly isKept?: true;
}

const CUSTOMERS = ['customers', 'customer_id', 'addresses', 'kind'] as const;
const USERS = ['users', 'userId', 'settings', 'settingName'] as const;
const KINDS = ['billing', 'shipping'];
const TEXT = { type: 'string', minLength: 1, maxLength: 20 };

function paths({ names = CUSTOMERS, name = { enum: KINDS }, envelope, text = '' }: Shape): JsonObject {
  const [parents, parent, items, item] = names;
  const body = {
    type: 'object',
    required: ['city'],
    additionalProperties: false,
    properties: { city: TEXT, zip: TEXT },
  };
  const made = { type: 'object', required: ['id'], properties: { id: TEXT, title: TEXT } };
  const input = { type: 'object', required: ['title'], additionalProperties: false, properties: { title: TEXT } };
  const whole = envelope ? { type: 'object', required: [envelope], properties: { [envelope]: body } } : body;
  const refused = { 404: { description: '' }, 422: { description: '' } };
  const answer = (schema: JsonObject): JsonObject => ({ description: '', ...json(schema) });
  const [shown, parentShown] = [answer(whole), answer(made)];
  return {
    [`/${parents}`]: {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(input) },
        responses: { 201: parentShown, ...refused },
      },
    },
    [`/${parents}/{${parent}}`]: {
      parameters: [inPath(parent)],
      get: { operationId: 'readParent', responses: { 200: parentShown, ...refused } },
      delete: { operationId: 'removeParent', responses: { 204: { description: '' }, ...refused } },
    },
    [`/${parents}/{${parent}}/${items}/{${item}}`]: {
      parameters: [inPath(parent), { name: item, in: 'path', required: true, schema: name }],
      get: { operationId: 'read', responses: { 200: shown, ...refused } },
      put: {
        operationId: 'store',
        description: text,
        requestBody: { required: true, ...json(body) },
        responses: { 200: shown, 201: shown, ...refused },
      },
    },
  };
}

function service({ names = CUSTOMERS, envelope }: Shape, { placeOf, alsoStores = [], isKept }: Ways): WrittenService {
  const [parents] = names;
  return () => {
    const known = new Map<string, JsonObject>();
    const removed = new Set<string>();
    const items = new Map<string, JsonObject>();
    const place = (parent: string, name: string): string => placeOf?.(parent, name) ?? `${parent}/${name}`;
    return ({ method, segments: [root, id = '', below, name = ''], json: body }) => {
      if (root !== parents) return problem(404);
      if (id === '') {
        const item = { ...(isJsonObject(body) && body), id: `parent-${known.size + 1}` };
        known.set(item.id, item);
        return isJsonObject(body) ? reply(201, item) : problem(422);
      }
      const parent = known.get(id);
      if (parent === undefined || (removed.has(id) && !(isKept && below !== undefined && method === 'GET')))
        return problem(404);
      if (below === undefined && method === 'DELETE') {
        removed.add(id);
        return empty(204);
      }
      if (below === undefined) return reply(200, parent);
      const at = place(id, name);
      const old = items.get(at);
      if (method === 'PUT' && isJsonObject(body))
        for (const each of [name, ...alsoStores]) items.set(place(id, each), body);
      const item = items.get(at);
      if (item === undefined) return problem(404);
      return reply(old === undefined ? 201 : 200, envelope ? { [envelope]: item } : item);
    };
  };
}

const LOWER = (_: string, name: string): string => name.toLowerCase();
const FREE: Shape = { names: USERS, name: { type: 'string', pattern: '^[A-Za-z]{3,12}$' }, envelope: 'setting' };
const OTHER = ['state/put-item other-changed'];
const BELOW = ['state/put-item found-below-other'];
const KEPT = ['state/removed-parent child-still-there'];

it.each<[string, Ways, Shape, readonly string[]]>([
  ['each parent has its own items', {}, {}, []],
  ['each parent has its own items, with unrestricted names', {}, FREE, []],
  ['a PUT stores two names', { alsoStores: KINDS }, {}, OTHER],
  [
    'all names have the same value',
    { placeOf: (parent) => parent },
    { name: { enum: ['home', 'work', 'other'] } },
    OTHER,
  ],
  [
    'names that differ in case are the same name',
    { placeOf: (parent, name) => `${parent}/${LOWER('', name)}` },
    FREE,
    [],
  ],
  ['the items belong to all parents', { placeOf: (_, name) => name }, {}, BELOW],
  ['the items belong to all parents, with unrestricted names', { placeOf: (_, name) => name }, FREE, BELOW],
  ['the contract states that items are shared', { placeOf: (_, name) => name }, { text: 'Sets a shared address.' }, []],
  ['the items of a removed parent are still found', { isKept: true }, {}, KEPT],
  ['the items of a removed parent are still found, with unrestricted names', { isKept: true }, FREE, KEPT],
])('a check judges items that PUTs create below a parent: %s', async (_, ways, shape, want) => {
  expect(await foundIn(paths(shape), service(shape, ways))).toEqual(want);
});
