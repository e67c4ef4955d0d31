import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { headerValue } from '../../contract/wire/message.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 30 };
const REFUSED = { description: '' };

interface Shape {
  readonly header?: string;
  readonly isRequired?: boolean;
  /** The member that identifies an order. */
  readonly id?: string;
  /** The member of a page that contains the orders. Default: the page is the list. */
  readonly envelope?: string;
  /**
   * Set if the contract documents 409 for a create. The service may then refuse a second order because of the first.
   */
  readonly isUnique?: boolean;
  /** Whether every order has a member with the same listed value. */
  readonly isListed?: boolean;
  /** The descriptions of the header parameter and of the response 422. */
  readonly texts?: readonly [header: string, refusal: string];
}

function ordersOf({
  header = 'Idempotency-Key',
  isRequired = false,
  id = 'id',
  envelope,
  isUnique = false,
  isListed = false,
  texts: [description, refusal] = ['', ''],
}: Shape): JsonObject {
  const own = { title: TEXT, ...(isListed && { currency: { const: 'EUR' } }) };
  const properties = { [id]: { type: 'string', readOnly: true }, ...own };
  const order = { type: 'object', required: [id, 'title'], properties };
  const body = { type: 'object', required: Object.keys(own), additionalProperties: false, properties: own };
  const all = { type: 'array', items: order };
  const page = envelope === undefined ? all : { type: 'object', required: [envelope], properties: { [envelope]: all } };
  const schema = { type: 'string', minLength: 1 };
  const key = { name: header, in: 'header', description, required: isRequired, schema };
  const refusals = { 422: { description: refusal }, ...(isUnique && { 409: REFUSED }) };
  return {
    '/orders': {
      get: { operationId: 'list', responses: { 200: { description: '', ...json(page) } } },
      post: {
        operationId: 'add',
        parameters: [key],
        requestBody: { required: true, ...json(body) },
        responses: { 201: { description: '', ...json(order) }, ...refusals },
      },
    },
    '/orders/{order_id}': {
      get: {
        operationId: 'read',
        parameters: [inPath('order_id')],
        responses: { 200: { description: '', ...json(order) }, 404: REFUSED },
      },
    },
  };
}

/**
 * How the service treats a create with an idempotency key that it has seen before. `again`: it returns the first reply.
 * `refuses`: it answers 409. `new`: it ignores the key. `doubled`: it returns the first reply, but stores a second
 * order. `blind`: it returns the first reply, even if the request differs.
 */
type Way = 'again' | 'refuses' | 'new' | 'doubled' | 'blind';

function service({ header = 'Idempotency-Key', id = 'id', envelope }: Shape, way: Way): WrittenService {
  return () => {
    const orders: JsonObject[] = [];
    const known = new Map<string, { readonly body: string; readonly order: JsonObject }>();
    const added = (body: JsonObject): JsonObject => {
      const order = { ...body, [id]: `order-${orders.length + 1}` };
      orders.push(order);
      return order;
    };
    return ({ method, segments: [root, name], headers, json: body }) => {
      if (root !== 'orders') return problem(404);
      if (method === 'GET' && name === undefined)
        return reply(200, envelope === undefined ? orders : { [envelope]: orders });
      const found = orders.find((order) => order[id] === name);
      if (method === 'GET') return found === undefined ? problem(404) : reply(200, found);
      if (!isJsonObject(body)) return problem(422);
      const key = headerValue(headers, header.toLowerCase()) ?? '';
      const first = way === 'new' ? undefined : known.get(key);
      if (first === undefined || key === '') {
        const order = added(body);
        known.set(key, { body: JSON.stringify(body), order });
        return reply(201, order);
      }
      if (first.body !== JSON.stringify(body) && way !== 'blind') return problem(422);
      if (way === 'refuses') return problem(409);
      if (way === 'doubled') added(body);
      return reply(201, first.order);
    };
  };
}

const KEY_USED = 'The title is invalid, or the key was used for another request.';
const WITH_422 = 'Makes the request safe to repeat. With a different body, the reply is 422.';
const BLIND = ['state/repeated conflict-accepted'];
const CREATES = ['state/repeated repeat-creates'];

it.each<[string, Way, Shape, readonly string[]]>([
  ['the first reply is returned again', 'again', {}, []],
  ['the first reply is returned again, and a second order may be refused', 'again', { isUnique: true }, []],
  ['the second request is refused', 'refuses', { isUnique: true }, []],
  ['the key is ignored', 'new', {}, CREATES],
  ['the key is ignored, although it is required', 'new', { isRequired: true, id: 'order_id' }, CREATES],
  ['the key in another header is ignored', 'new', { header: 'X-Idempotency-Key', envelope: 'data' }, CREATES],
  ['a second order is stored, but not returned', 'doubled', { isUnique: true }, CREATES],
  [
    'a second order in an envelope is stored, but not returned',
    'doubled',
    { id: 'orderId', envelope: 'items' },
    CREATES,
  ],
  ['a different request is refused as the 422 states', 'again', { texts: ['', KEY_USED] }, []],
  [
    'a different request gets the first reply, although the description of the 422 states a refusal',
    'blind',
    { texts: ['', KEY_USED] },
    BLIND,
  ],
  [
    'a different request gets the first reply, although the description of the header states a refusal',
    'blind',
    { texts: [WITH_422, ''] },
    BLIND,
  ],
  [
    'a different request gets the first reply, and all requests have the same currency',
    'blind',
    { isUnique: true, isListed: true, texts: ['', KEY_USED] },
    BLIND,
  ],
  ['a different request gets the first reply, and no description states a refusal', 'blind', {}, []],
  ['a header whose name does not state a key is ignored', 'new', { header: 'X-Request-Key' }, []],
])('a check judges a repeated create with the same Idempotency-Key: %s → $3', async (_, way, shape, want) => {
  const sequences = /^(?:stored-0|equal|keyed.*)$/;
  expect(await foundIn(ordersOf(shape), service(shape, way), { sequences })).toEqual(want);
});

/**
 * A service of draws from one budget. A draw without an amount takes the rest of the budget, so the next draw is
 * refused.
 */
const draws =
  (isKeyed: boolean): WrittenService =>
  () => {
    const made: JsonObject[] = [];
    const known = new Map<string, JsonObject>();
    let left = 1000;
    return ({ method, segments: [root, name], headers, json: body = {} }) => {
      if (root !== 'draws') return problem(404);
      if (method === 'GET' && name === undefined) return reply(200, made);
      const found = made.find(({ id }) => id === name);
      if (method === 'GET') return found === undefined ? problem(404) : reply(200, found);
      if (!isJsonObject(body)) return problem(422);
      const { amount = left } = body;
      const key = headerValue(headers, 'idempotency-key') ?? '';
      const first = isKeyed ? known.get(key) : undefined;
      if (first !== undefined) return reply(201, first);
      if (typeof amount !== 'number' || amount < 1 || amount > 9)
        if (amount !== left || left === 0) return problem(409);
      left -= amount;
      const draw = { id: `draw-${made.length + 1}`, amount };
      made.push(draw);
      known.set(key, draw);
      return reply(201, draw);
    };
  };

it.each([
  [true, []],
  [false, CREATES],
])(
  'an Idempotency-Key is tested with a stated amount if a create without an amount succeeds only once: the service recognises the key: %s → %j',
  async (isKeyed, want) => {
    const amount = { type: 'integer', minimum: 1, maximum: 9 };
    const draw = { type: 'object', properties: { id: TEXT, amount: { type: 'integer' } } };
    const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 1 } };
    const paths = {
      '/draws': {
        get: { operationId: 'list', responses: { 200: { description: '', ...json({ type: 'array', items: draw }) } } },
        post: {
          operationId: 'add',
          parameters: [key],
          requestBody: {
            required: true,
            ...json({ type: 'object', additionalProperties: false, properties: { amount } }),
          },
          responses: { 201: { description: '', ...json(draw) }, 409: REFUSED, 422: REFUSED },
        },
      },
      '/draws/{draw_id}': {
        get: {
          operationId: 'read',
          parameters: [inPath('draw_id')],
          responses: { 200: { description: '', ...json(draw) }, 404: REFUSED },
        },
      },
    };
    expect(await foundIn(paths, draws(isKeyed), { sequences: /^keyed/, cases: /^$/ })).toEqual(want);
  },
);

const SAFELY = 'With `client_id`, an order can be repeated safely: the stored order is returned with 200.';

it.each<[string, string, boolean, readonly string[]]>([
  ['is recognised', SAFELY, true, []],
  ['is ignored, although its description states that repeats are safe', SAFELY, false, CREATES],
  ['is ignored, and no description states that repeats are safe', 'The `client_id` is stored.', false, []],
  ['is ignored, as its description states', 'A repeated order with `client_id` is not safe.', false, []],
  ['is ignored, and the description names no member of the body', SAFELY.replace('client_id', 'token'), false, []],
])('the member `client_id` of a repeated create %s → $3', async (_, description, isKnown, want) => {
  const properties = { title: TEXT, client_id: TEXT };
  const order = { type: 'object', required: ['id', 'title'], properties: { ...properties, id: TEXT } };
  const shown = { description: '', ...json(order) };
  const body = { type: 'object', required: ['title'], properties };
  const paths = {
    '/orders': {
      post: {
        operationId: 'add',
        description,
        requestBody: { required: true, ...json(body) },
        responses: { 200: shown, 201: shown, 422: REFUSED },
      },
    },
    '/orders/{order_id}': {
      get: { operationId: 'read', parameters: [inPath('order_id')], responses: { 200: shown, 404: REFUSED } },
      delete: {
        operationId: 'remove',
        parameters: [inPath('order_id')],
        responses: { 204: { description: '' }, 404: REFUSED },
      },
    },
  };
  const served: WrittenService = () => {
    let count = 0;
    const orders = new Map<string, JsonObject>();
    return ({ method, segments: [, id = ''], json: sent }) => {
      if (method === 'POST') {
        if (!isJsonObject(sent)) return problem(422);
        const { client_id: client } = sent;
        const known = [...orders.values()].find((each) => client !== undefined && each['client_id'] === client);
        if (isKnown && known !== undefined) return reply(200, known);
        const made = { ...sent, id: `order-${(count += 1)}` };
        orders.set(made.id, made);
        return reply(201, made);
      }
      const found = orders.get(id);
      if (found === undefined) return problem(404);
      if (method === 'GET') return reply(200, found);
      orders.delete(id);
      return empty(204);
    };
  };
  expect(await foundIn(paths, served, { cases: /^$/ })).toEqual(want);
});
