import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

interface Shape {
  /** The last segment of the path of the action, such as `pay` in `/orders/{id}/pay`. */
  readonly action?: string;
  readonly names?: readonly [state: string, shop: string];
  /** The member of the reply that contains the list. Default: the whole reply is the list. */
  readonly envelope?: string;
  /** The description of the action. */
  readonly text?: string;
  /** Set if the reply to the action only confirms that it was done, and does not contain the item. */
  readonly isConfirmed?: true;
}

interface Items {
  readonly own: JsonObject;
  readonly all: Map<string, JsonObject>;
  readonly names: readonly [state: string, shop: string];
}

interface Behaviour {
  /** Changes the stored items when the action is called for one of them. */
  readonly acted?: (items: Items) => void;
  /** Changes the stored items when a PATCH with the members `sent` changes one of them. */
  readonly patched?: (items: Items, sent: JsonObject) => void;
}

const SNAKE = ['state', 'shop_id'] as const;
const CAMEL = ['orderStatus', 'shopId'] as const;
const STATES = ['pending', 'paid'] as const;

function paths({
  action = 'pay',
  names: [state, shop] = SNAKE,
  envelope,
  text = 'Pays.',
  isConfirmed,
}: Shape): JsonObject {
  const title = { type: 'string', minLength: 1, maxLength: 30 };
  const own = {
    id: { type: 'string' },
    [state]: { enum: STATES },
    [shop]: { type: 'string' },
    open: { type: 'boolean' },
  };
  const item = { type: 'object', required: ['id', 'title', state], properties: { title, ...own } };
  const body = { type: 'object', required: ['title'], additionalProperties: false, properties: { title } };
  const list = { type: 'array', items: item };
  const page = envelope === undefined ? list : { type: 'object', properties: { [envelope]: list } };
  const answers = (content: JsonObject): JsonObject => ({ description: '', ...content });
  const found = { 200: answers(json(item)), 404: answers({}), 422: answers({}) };
  const confirmed = { type: 'object', properties: { done: { type: 'boolean' } } };
  const made = { 200: answers(json(isConfirmed ? confirmed : item)), 404: answers({}), 409: answers({}) };
  return {
    '/orders': {
      get: { operationId: 'listOrders', responses: { 200: answers(json(page)) } },
      post: {
        operationId: 'addOrder',
        requestBody: { required: true, ...json(body) },
        responses: { 201: answers(json(item)), 422: answers({}) },
      },
    },
    '/orders/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'readOrder', responses: found },
      patch: { operationId: 'editOrder', requestBody: { required: true, ...json(body) }, responses: found },
    },
    [`/orders/{id}/${action}`]: {
      parameters: [inPath('id')],
      post: { operationId: `${action}Order`, description: text, responses: made },
    },
  };
}

/** A service of orders that can be paid. It has one order in its initial state. */
function service({ names = SNAKE, envelope, isConfirmed }: Shape, { acted, patched }: Behaviour): WrittenService {
  const [state, shop] = names;
  return () => {
    const all = new Map<string, JsonObject>();
    const add = (title: Json): JsonObject => {
      const item = { id: `order-${all.size + 1}`, title, [state]: STATES[0], [shop]: 'shop-1', open: true };
      all.set(item.id, item);
      return item;
    };
    add('First.');
    return ({ method, segments: [root, id = '', action], json: body }) => {
      if (root !== 'orders') return problem(404);
      const title = isJsonObject(body) ? body['title'] : undefined;
      const isValid = typeof title === 'string' && /^.{1,30}$/su.test(title);
      if (id === '' && method === 'POST') return isValid ? reply(201, add(title)) : problem(422);
      if (id === '') return reply(200, envelope === undefined ? [...all.values()] : { [envelope]: [...all.values()] });
      const item = all.get(id);
      if (item === undefined) return problem(404);
      if (method === 'PATCH') {
        if (!isValid) return problem(422);
        all.set(id, { ...item, title });
        patched?.({ own: item, all, names }, { title });
      }
      if (action === undefined) return reply(200, all.get(id) ?? null);
      if (item[state] !== STATES[0]) return problem(409);
      all.set(id, { ...item, [state]: STATES[1] });
      acted?.({ own: item, all, names });
      return reply(200, isConfirmed ? { done: true } : (all.get(id) ?? null));
    };
  };
}

/** A fault: an action also changes the items that `isChosen` selects, except its own item. */
const others =
  (
    change: (item: JsonObject, items: Items) => JsonObject,
    isChosen: (item: JsonObject, items: Items) => boolean = () => true,
  ) =>
  (items: Items): void => {
    for (const [id, item] of items.all)
      if (id !== items.own['id'] && isChosen(item, items)) items.all.set(id, change(item, items));
  };

const isFirst = ({ id }: JsonObject): boolean => id === 'order-1';
const isNext = ({ id }: JsonObject, { own }: Items): boolean =>
  Number(String(id).slice(6)) === Number(String(own['id']).slice(6)) + 1;
const paid = (item: JsonObject, { names: [state] }: Items): JsonObject => ({ ...item, [state]: STATES[1] });

/** A fault: an action pays the items that `isChosen` selects, and not its own item. */
const inPlace =
  (isChosen: (item: JsonObject, items: Items) => boolean) =>
  (items: Items): void => {
    const isAny = [...items.all.values()].some((item) => item['id'] !== items.own['id'] && isChosen(item, items));
    if (isAny) items.all.set(String(items.own['id']), items.own);
    others(paid, isChosen)(items);
  };

const TOO = ['state/acted other-acted'];
const INSTEAD = ['state/acted acted-in-place'];
const BEHAVIOURS: readonly (readonly [string, Behaviour, readonly string[]])[] = [
  ['only the item is changed', {}, []],
  ['all items are changed', { acted: others(paid) }, TOO],
  ['the next item is changed as well', { acted: others(paid, isNext) }, TOO],
  ['an item of the initial state is changed as well', { acted: others(paid, isFirst) }, TOO],
  ['the next item is changed instead of the item of the action', { acted: inPlace(isNext) }, INSTEAD],
  ['an item of the initial state is changed instead of the item of the action', { acted: inPlace(isFirst) }, INSTEAD],
  ['all other items are closed, but not paid', { acted: others((item) => ({ ...item, open: false })) }, []],
  [
    'all items show the new state of their shop',
    {
      acted: (items) => {
        for (const [id, item] of items.all) items.all.set(id, { ...item, shop_state: 'paid', shopState: 'paid' });
      },
    },
    [],
  ],
];

it.each(BEHAVIOURS)(
  'a check judges an action on one item, which must not change other items: %s',
  async (_, behaviour, want) => {
    expect(await foundIn(paths({}), service({}, behaviour), { sequences: /^acted/ })).toEqual(want);
  },
);

it.each(BEHAVIOURS)(
  'a check judges an action on one item, which must not change other items, in an envelope and camelCase: %s',
  async (_, behaviour, want) => {
    const shape: Shape = { names: CAMEL, envelope: 'orders' };
    expect(await foundIn(paths(shape), service(shape, behaviour), { sequences: /^acted/ })).toEqual(want);
  },
);

it.each<[string, Shape, readonly string[]]>([
  ['the action only confirms that it was made', { isConfirmed: true }, TOO],
  ['the description of the action names other items', { text: 'Pays all orders of the shop.' }, []],
  ['the name of the action names other items', { action: 'pay-all' }, []],
])('a check judges an action that changes all items: %s', async (_, shape, want) => {
  expect(await foundIn(paths(shape), service(shape, { acted: others(paid) }), { sequences: /^acted/ })).toEqual(want);
});

const TITLED = ['state/updated other-changed'];

it.each<[string, Behaviour, readonly string[]]>([
  ['only the item is changed', {}, []],
  [
    'an item of the initial state gets the title of the changed item',
    { patched: (items, sent) => others((item) => ({ ...item, ...sent }), isFirst)(items) },
    TITLED,
  ],
  ['all items get the title', { patched: (items, sent) => others((item) => ({ ...item, ...sent }))(items) }, TITLED],
])('a check judges whether a PATCH changes items of the initial state: %s', async (_, behaviour, want) => {
  expect(await foundIn(paths({}), service({}, behaviour), { sequences: /^updated/ })).toEqual(want);
});
