import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import type { Reply } from './workloads.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

type Names = readonly [title: string, note: string, count: string];

interface Shape {
  readonly method: 'put' | 'patch';
  /** The media type of the request that changes an item. Default: `application/json`. */
  readonly type?: string;
  /** The member of a reply that contains the item. Default: the reply is the item. */
  readonly envelope?: string;
  /** The names of the members. */
  readonly names?: Names;
  /** True if the reply to a change only confirms it. */
  readonly isConfirmed?: true;
}

const CAMEL = ['shortTitle', 'userNote', 'itemCount'] as const;
const SNAKE = ['short_title', 'user_note', 'item_count'] as const;
const MERGE = 'application/merge-patch+json';

function paths({ method, type = 'application/json', envelope, names = SNAKE, isConfirmed }: Shape): JsonObject {
  const [title, note, count] = names;
  const text = { type: 'string', minLength: 1, maxLength: 30 };
  const given = {
    [title]: text,
    [note]: { type: ['string', 'null'], maxLength: 30 },
    [count]: { type: 'integer', minimum: 1, maximum: 999 },
    urgent: { type: 'boolean' },
  };
  const own = { id: { type: 'string', readOnly: true }, state: { type: 'string', readOnly: true } };
  const item = { type: 'object', required: ['id', title], properties: { ...own, ...given } };
  const whole =
    envelope === undefined ? item : { type: 'object', required: [envelope], properties: { [envelope]: item } };
  const body = { type: 'object', additionalProperties: false, properties: given };
  const complete = { ...body, required: [title] };
  const shown = { description: '', ...json(whole) };
  const confirmed = { type: 'object', properties: { urgent: { type: 'boolean' }, [title]: text } };
  const changed = isConfirmed === true ? { description: '', ...json(confirmed) } : shown;
  const refused = { description: '' };
  const change = method === 'put' ? complete : { ...body, minProperties: 1 };
  return {
    '/items': {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(complete) },
        responses: { 201: shown, 422: refused },
      },
    },
    '/items/{item_id}': {
      parameters: [inPath('item_id')],
      get: { operationId: 'read', responses: { 200: shown, 404: refused } },
      [method]: {
        operationId: 'change',
        requestBody: { required: true, content: { [type]: { schema: change } } },
        responses: { 200: changed, 202: changed, 404: refused, 422: refused },
      },
    },
  };
}

/** A request that changes an item, and the items of the service. */
interface Changing {
  readonly id: string;
  readonly sent: JsonObject;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly items: Map<string, JsonObject>;
  readonly names: Names;
}

interface Behaviour {
  /** The item in the reply to a change. Default: the item after the change. */
  readonly returned?: (changing: Changing) => Json;
  /** The stored item. Default: the item after the change. */
  readonly stored?: (changing: Changing) => JsonObject;
  /** Changes the other items of the service when one item is changed. */
  readonly beside?: (changing: Changing) => void;
  /** The item that the service stores after a create request. */
  readonly created?: (item: JsonObject, names: Names) => JsonObject;
  /** The status of the reply to a change. Default: 200. */
  readonly status?: number;
}

function service({ method, type, envelope, names = SNAKE }: Shape, behaviour: Behaviour): WrittenService {
  const [title] = names;
  const isValid = (body: Json | undefined, isWhole: boolean): body is JsonObject =>
    isJsonObject(body) &&
    (!isWhole || body[title] !== undefined) &&
    Object.entries(body).every(([name, value]) => isMember(names, name, value));
  return () => {
    const items = new Map<string, JsonObject>();
    const shown = (status: number, item: Json): Reply =>
      reply(status, envelope === undefined ? item : { [envelope]: item });
    const changed = (id: string, before: JsonObject, sent: JsonObject): Reply => {
      const whole = method === 'put' ? { id, state: before['state'] ?? null, ...sent } : { ...before, ...sent };
      const after = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null || type !== MERGE));
      const changing = { id, sent, before, after, items, names };
      items.set(id, behaviour.stored?.(changing) ?? after);
      behaviour.beside?.(changing);
      return shown(behaviour.status ?? 200, behaviour.returned?.(changing) ?? after);
    };
    return ({ method: called, segments: [root, id], json: body }) => {
      if (root !== 'items') return problem(404);
      if (id === undefined) {
        if (!isValid(body, true)) return problem(422);
        const item = { state: 'new', ...body, id: `item-${items.size + 1}` };
        items.set(item.id, behaviour.created?.(item, names) ?? item);
        return shown(201, items.get(item.id) ?? null);
      }
      const item = items.get(id);
      if (item === undefined) return problem(404);
      if (called === 'GET') return shown(200, item);
      return isValid(body, method === 'put') ? changed(id, item, body) : problem(422);
    };
  };
}

function isMember(names: Names, name: string, value: Json): boolean {
  const [title, note, count] = names;
  if (name === title) return typeof value === 'string' && /^.{1,30}$/su.test(value);
  if (name === note) return value === null || (typeof value === 'string' && /^.{0,30}$/su.test(value));
  if (name === count) return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 999;
  return name === 'urgent' && typeof value === 'boolean';
}

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['PUT', { method: 'put' }],
  ['PUT with an envelope', { method: 'put', envelope: 'data', names: CAMEL }],
  ['PATCH', { method: 'patch', names: CAMEL }],
  ['merge patch', { method: 'patch', type: MERGE }],
  ['merge patch with an envelope', { method: 'patch', type: MERGE, envelope: 'item', names: CAMEL }],
];

const inCapitals = (item: JsonObject, { names: [title] }: Pick<Changing, 'names'>): JsonObject => ({
  ...item,
  [title]: String(item[title]).toUpperCase(),
});

const REPLIES: readonly (readonly [string, Behaviour, readonly string[]])[] = [
  ['a faithful reply', {}, []],
  [
    'the reply has the item from before the change',
    { returned: ({ before }) => before },
    ['state/updated not-returned'],
  ],
  [
    'the change is neither stored nor in the reply',
    { returned: ({ before }) => before, stored: ({ before }) => before },
    ['state/updated not-stored'],
  ],
  ['the change is in the reply, but not stored', { stored: ({ before }) => before }, ['state/updated not-stored']],
  [
    'the reply has a wrong number',
    { returned: ({ after, names: [, , count] }) => withNumber(after, count) },
    ['state/updated changed'],
  ],
  [
    'the reply and the stored item have a wrong number',
    {
      returned: ({ after, names: [, , count] }) => withNumber(after, count),
      stored: ({ after, names: [, , count] }) => withNumber(after, count),
    },
    ['state/updated changed'],
  ],
  [
    'the reply lacks a member',
    { returned: ({ after, names: [, , count] }) => without(after, count) },
    ['state/updated missing'],
  ],
  [
    'the title in the reply is in capitals',
    { returned: (changing) => inCapitals(changing.after, changing) },
    ['state/updated changed'],
  ],
  [
    'creates and changes store a title in capitals',
    {
      created: (item, names) => inCapitals(item, { names }),
      stored: (changing) => inCapitals(changing.after, changing),
      returned: (changing) => inCapitals(changing.after, changing),
    },
    ['state/echo changed'],
  ],
  ['a reply with 202 has the item from before the change', { returned: ({ before }) => before, status: 202 }, []],
];

function withNumber(item: JsonObject, name: string): JsonObject {
  const value = item[name];
  return typeof value === 'number' ? { ...item, [name]: (value % 999) + 1 } : item;
}

function without(item: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([known]) => known !== name));
}

/** Matches the names of sequences that change items, and the name of the first sequence that only creates items. */
const SEQUENCES = /^(?:merged|modified|replaced|stored-0|updated)/;

for (const [title, shape] of SHAPES)
  it.each(REPLIES)(`a check judges the reply to a ${title}: %s → $2`, async (_, behaviour, want) => {
    expect(await foundIn(paths(shape), service(shape, behaviour), { sequences: SEQUENCES })).toEqual(want);
  });

it('a reply that only confirms a change may have values that differ from the request', async () => {
  const shape = { method: 'patch', isConfirmed: true } as const;
  const confirmed = service(shape, { returned: ({ names: [title] }) => ({ [title]: 'Changed.', urgent: true }) });
  expect(await foundIn(paths(shape), confirmed, { sequences: SEQUENCES })).toEqual([]);
});

it.each<[string, Behaviour, readonly string[]]>([
  ['booleans are stored', {}, []],
  [
    'a boolean that is true cannot become false',
    {
      stored: ({ before, after }) => (before['urgent'] === true ? { ...after, urgent: true } : after),
      returned: ({ after }) => after,
    },
    ['state/updated changed'],
  ],
])('a check judges a PATCH that switches a boolean: %s → $2', async (_, behaviour, want) => {
  const shape = { method: 'patch' } as const;
  expect(await foundIn(paths(shape), service(shape, behaviour), { sequences: /^switched/ })).toEqual(want);
});

/** A fault: the members that a request sets for one item are also set for other items. */
function others(
  change: (item: JsonObject, changing: Changing) => JsonObject,
  isChosen: (id: string, changing: Changing) => boolean = (id, { id: own }) => id !== own,
): Behaviour {
  return {
    beside: (changing) => {
      for (const [id, item] of changing.items)
        if (isChosen(id, changing)) changing.items.set(id, { ...change(item, changing), id });
    },
  };
}

const one = (item: JsonObject, name: string, value: Json | undefined): JsonObject =>
  value === undefined ? item : { ...item, [name]: value };
const isNext = (id: string, { id: own }: Changing): boolean => Number(id.slice(5)) === Number(own.slice(5)) + 1;
const isFirst = (id: string, { id: own }: Changing): boolean => id === 'item-1' && id !== own;

const CHANGED = ['state/updated other-changed'];
const BESIDE: readonly (readonly [string, Behaviour, readonly string[]])[] = [
  ['all items get all new values', others((item, { sent }) => ({ ...item, ...sent })), CHANGED],
  ['all items get the new note', others((item, { sent, names: [, note] }) => one(item, note, sent[note])), CHANGED],
  [
    'all items get the new number',
    others((item, { sent, names: [, , count] }) => one(item, count, sent[count])),
    CHANGED,
  ],
  [
    'the next item gets the new title',
    others((item, { sent, names: [title] }) => one(item, title, sent[title]), isNext),
    CHANGED,
  ],
  ['the first item gets the new values', others((item, { sent }) => ({ ...item, ...sent }), isFirst), CHANGED],
  [
    'the first item is changed instead of the requested item',
    {
      ...others((item, { sent }) => ({ ...item, ...sent }), isFirst),
      stored: ({ id, before, after }) => (id === 'item-1' ? after : before),
    },
    CHANGED,
  ],
  [
    'a flag that is set for one item is unset for the others',
    others((item, { sent }) => (sent['urgent'] === true ? { ...item, urgent: false } : item)),
    [],
  ],
  ['a flag is the same for all items', others((item, { sent }) => one(item, 'urgent', sent['urgent'])), []],
  [
    'a new position shifts the positions of the items after it',
    others((item, { sent, names: [, , count] }) => {
      const [from, to] = [Number(item[count]), Number(sent[count])];
      return Number.isInteger(from) && from >= to && from < 999 ? { ...item, [count]: from + 1 } : item;
    }),
    [],
  ],
  [
    'two items swap their titles',
    others((item, { before, names: [title] }) => one(item, title, before[title]), isNext),
    [],
  ],
  ['the state of the other items changes', others((item) => ({ ...item, state: 'waiting' })), []],
];

for (const [title, shape] of SHAPES)
  it.each(BESIDE)(`a check judges how a ${title} affects other items: %s → $2`, async (_, behaviour, want) => {
    expect(await foundIn(paths(shape), service(shape, behaviour), { sequences: SEQUENCES })).toEqual(want);
  });
