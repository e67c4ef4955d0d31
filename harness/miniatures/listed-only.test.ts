import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

interface Shape {
  readonly items: string;
  /** The names of the member and of the path parameter that identify an item. */
  readonly id: readonly [member: string, parameter: string];
  /** The member of a reply that contains the list. Default: the reply is the list. */
  readonly envelope?: string;
  /** The member of the items that the list omits. */
  readonly omitted?: string;
  /** The status of the reply to a create or a removal. */
  readonly statuses?: readonly [create: number, remove: number];
}

const NOTES: Shape = { items: 'notes', id: ['id', 'note_id'] };
const REPLIES: Shape = { items: 'replies', id: ['replyId', 'replyId'], envelope: 'data' };

/** The contract of items that can be created, listed and removed. No operation reads a single item. */
function paths({ items, id: [id, parameter], envelope, omitted = '' }: Shape): JsonObject {
  const text = { type: 'string', minLength: 1, maxLength: 30 };
  const body = { type: 'object', required: ['text'], additionalProperties: false, properties: { text, label: text } };
  const itemWith = (name: string) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'string' }, ...body.properties, state: { type: 'string' } },
  });
  const item = itemWith(id);
  const { [omitted]: _, ...members } = item.properties as JsonObject;
  const list = { type: 'array', items: { ...item, properties: members } };
  const shown = (schema: JsonObject): JsonObject => ({ description: '', ...json(schema) });
  const [thread, one] = [shown(itemWith('id')), shown(item)];
  const many = shown(
    envelope === undefined ? list : { type: 'object', required: [envelope], properties: { [envelope]: list } },
  );
  const absent = { 404: { description: '' } };
  return {
    '/threads': {
      post: { operationId: 'addThread', requestBody: { required: true, ...json(body) }, responses: { 201: thread } },
    },
    '/threads/{thread}': {
      parameters: [inPath('thread')],
      get: { operationId: 'readThread', responses: { 200: thread, ...absent } },
    },
    [`/threads/{thread}/${items}`]: {
      parameters: [inPath('thread')],
      get: { operationId: 'list', responses: { 200: many, ...absent } },
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(body) },
        responses: { 201: one, 202: one, ...absent },
      },
    },
    [`/threads/{thread}/${items}/{${parameter}}`]: {
      parameters: [inPath('thread'), inPath(parameter)],
      delete: { operationId: 'remove', responses: { 202: { description: '' }, 204: { description: '' }, ...absent } },
    },
  };
}

type Items = Map<string, JsonObject>;

interface Behaviour {
  /** Stores the item of a create request. Default: adds the item to the stored items. */
  readonly add?: (items: Items, key: string, item: JsonObject) => void;
  /** Applies a removal. Default: removes the item. */
  readonly remove?: (items: Items, key: string) => void;
  /** The keys of the items that a list contains. Default: the items of the path. */
  readonly listed?: (items: Items, path: string) => readonly string[];
}

const ofPath = (items: Items, path: string): readonly string[] =>
  [...items.keys()].filter((key) => key.startsWith(`${path}/`));

/** A service that stores the items and their parents in one map, each under its path. */
function service(
  { id: [id], envelope, omitted = '', statuses: [created, removed] = [201, 204] }: Shape,
  {
    add = (items, key, item) => void items.set(key, item),
    remove = (items, key) => void items.delete(key),
    listed = ofPath,
  }: Behaviour,
): WrittenService {
  return () => {
    const items: Items = new Map();
    let count = 0;
    return ({ method, target, segments, json: body }) => {
      const path = target.split('?')[0] ?? '';
      const thread = segments
        .slice(0, 2)
        .map((part) => `/${part}`)
        .join('');
      if (segments.length > 1 && !items.has(thread)) return problem(404);
      if (method === 'POST') {
        if (!isJsonObject(body) || typeof body['text'] !== 'string') return problem(422);
        count += 1;
        const item = { ...body, [segments.length === 1 ? 'id' : id]: `i${count}`, state: 'new' };
        if (segments.length === 1) items.set(`${path}/i${count}`, item);
        else add(items, `${path}/i${count}`, item);
        return reply(segments.length === 1 ? 201 : created, item);
      }
      if (segments.length === 3) {
        const elements = listed(items, path).map((key) => {
          const { [omitted]: _, ...element } = items.get(key) ?? {};
          return element;
        });
        return reply(200, envelope === undefined ? elements : { [envelope]: elements });
      }
      if (!items.has(path)) return problem(404);
      if (method === 'GET') return reply(200, items.get(path) ?? null);
      remove(items, path);
      return empty(removed);
    };
  };
}

const collectionOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));
const removesAll: Behaviour = {
  remove: (items, key) => ofPath(items, collectionOf(key)).forEach((each) => items.delete(each)),
};
const removesNothing: Behaviour = { remove: () => undefined };
const marks: Behaviour = { remove: (items, key) => void items.set(key, { ...items.get(key), state: 'removed' }) };
const replaces: Behaviour = {
  add: (items, key, item) => {
    removesAll.remove?.(items, key);
    items.set(key, item);
  },
};

it.each<[string, Shape, Behaviour, readonly string[]]>([
  ['a faithful service', NOTES, {}, []],
  ['a faithful service, with an envelope', REPLIES, {}, []],
  ['a list that omits a member', { ...NOTES, omitted: 'label' }, {}, []],
  ['a removed item is marked', REPLIES, marks, []],
  ['removals and creates happen later', { ...NOTES, statuses: [202, 202] }, { add: () => undefined }, []],
  ['removals happen later', { ...NOTES, statuses: [201, 202] }, removesNothing, []],
  ['a removal has no effect', NOTES, removesNothing, ['state/removed still-listed']],
  ['a removal has no effect, with an envelope', REPLIES, removesNothing, ['state/removed still-listed']],
  [
    'a removal has no effect, and the list omits a member',
    { ...REPLIES, omitted: 'label' },
    removesNothing,
    ['state/removed still-listed'],
  ],
  ['a removal removes all items', NOTES, removesAll, ['state/removed other-removed']],
  ['a removal removes all items, with an envelope', REPLIES, removesAll, ['state/removed other-removed']],
  [
    'a removal also removes the last item',
    NOTES,
    {
      remove: (items, key) => {
        items.delete(key);
        const last = ofPath(items, collectionOf(key)).at(-1);
        if (last !== undefined) items.delete(last);
      },
    },
    ['state/removed other-removed'],
  ],
  ['a create replaces all items', NOTES, replaces, ['state/listed not-listed']],
  ['a create replaces all items, with an envelope', REPLIES, replaces, ['state/listed not-listed']],
  ['creates are not stored', REPLIES, { add: () => undefined }, ['state/listed not-listed']],
  [
    'a list contains the items of all parents',
    NOTES,
    { listed: (items) => [...items.keys()].filter((key) => key.split('/').length === 5) },
    ['state/listed foreign-item'],
  ],
  [
    'an item is listed twice',
    REPLIES,
    { listed: (items, path) => ofPath(items, path).flatMap((key) => [key, key]) },
    ['state/listed listed-twice'],
  ],
])('a check judges a service without an operation that reads one item: %s → $3', async (_, shape, behaviour, want) => {
  const sequences = /^(?:stored-0|removed|beside|crossed|equal|many)/;
  expect(await foundIn(paths(shape), service(shape, behaviour), { sequences })).toEqual(want);
});
