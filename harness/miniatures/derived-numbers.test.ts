import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const COUNT = { type: 'integer', minimum: 0, maximum: 100 };
const ID = { type: 'string', minLength: 1, readOnly: true };
const SENT = { seats: COUNT };
const LINE = { id: ID, quantity: { ...COUNT, minimum: 1 } };
const ORDER = {
  id: ID,
  ...SENT,
  price: { type: 'integer', readOnly: true },
  fee: { type: 'object', readOnly: true, properties: { amount: { type: 'integer' }, unit: { const: 'EUR' } } },
  version: { type: 'integer', readOnly: true },
  serial: { type: 'integer', readOnly: true },
  total: { type: 'integer', readOnly: true },
  lines: { type: 'array', readOnly: true, items: { type: 'object', properties: LINE } },
};

/**
 * The contract of orders with lines. `added` states what the reply to a POST of a line contains: the line, or the whole
 * order.
 */
function paths(added: 'line' | 'order'): JsonObject {
  const object = (properties: JsonObject): JsonObject => ({ type: 'object', additionalProperties: false, properties });
  const shown = (properties: JsonObject): JsonObject => ({ description: '', ...json(object(properties)) });
  const body = (properties: JsonObject): JsonObject => ({
    required: true,
    ...json({ ...object(properties), required: Object.keys(properties) }),
  });
  const refused = { 404: { description: '' }, 422: { description: '' } };
  const quantity = { quantity: LINE.quantity };
  const one = added === 'line' ? shown(LINE) : shown(ORDER);
  return {
    '/orders': { post: { operationId: 'add', requestBody: body(SENT), responses: { 201: shown(ORDER), ...refused } } },
    '/orders/{order_id}': {
      parameters: [inPath('order_id')],
      get: { operationId: 'read', responses: { 200: shown(ORDER), ...refused } },
      put: { operationId: 'put', requestBody: body(SENT), responses: { 200: shown(ORDER), ...refused } },
    },
    '/orders/{order_id}/lines': {
      parameters: [inPath('order_id')],
      post: { operationId: 'addLine', requestBody: body(quantity), responses: { 201: one, ...refused } },
    },
    '/orders/{order_id}/lines/{line_id}': {
      parameters: [inPath('order_id'), inPath('line_id')],
      put: { operationId: 'putLine', requestBody: body(quantity), responses: { 200: one, ...refused } },
      delete: { operationId: 'removeLine', responses: { 204: { description: '' }, ...refused } },
    },
  };
}

type Fault = 'price' | 'fee' | 'replaced' | 'removed' | 'unchecked';

/** An order with its lines, as the service stores it. */
interface Order {
  readonly shown: JsonObject;
  readonly lines: readonly JsonObject[];
}

const service =
  (added: 'line' | 'order', fault?: Fault): WrittenService =>
  () => {
    const orders = new Map<string, Order>();
    let count = 0;
    const totalOf = (lines: readonly JsonObject[]): number =>
      lines.reduce((sum, { quantity = 0 }) => sum + Number(quantity), 0);
    const view = ({ shown, lines }: Order): JsonObject => ({ ...shown, lines: [...lines] });
    const numberIn = (body: Json | undefined, name: string, least: number): number | undefined => {
      const value = isJsonObject(body) && Object.keys(body).length === 1 ? body[name] : undefined;
      return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 100 ? value : undefined;
    };
    const store = (id: string, { shown }: Order, lines: readonly JsonObject[], isStale: boolean): Order => {
      const total = isStale ? (shown['total'] ?? 0) : totalOf(lines);
      const next = { shown: { ...shown, total, version: Number(shown['version']) + 1 }, lines };
      orders.set(id, next);
      return next;
    };
    return ({ method, segments: [, id = '', below, line], json: body }) => {
      if (id === '') {
        const seats = numberIn(body, 'seats', 0);
        if (seats === undefined) return problem(422);
        const made = `order-${(count += 1)}`;
        const fee = { amount: seats * 2, unit: 'EUR' };
        const shown = { id: made, seats, price: seats * 5, fee, version: 1, serial: count, total: 0 };
        orders.set(made, { shown, lines: [] });
        return reply(201, view({ shown, lines: [] }));
      }
      const order = orders.get(id);
      if (order === undefined) return problem(404);
      if (below === undefined) {
        if (method === 'GET') return reply(200, view(order));
        const seats = numberIn(body, 'seats', 0);
        if (seats === undefined) return problem(422);
        const price = fault === 'price' ? (order.shown['price'] ?? 0) : seats * 5;
        const fee = fault === 'fee' ? (order.shown['fee'] ?? 0) : { amount: seats * 2, unit: 'EUR' };
        const shown = { ...order.shown, seats, price, fee };
        return reply(200, view(store(id, { ...order, shown }, order.lines, false)));
      }
      const known = order.lines.find((each) => each['id'] === line);
      if (line !== undefined && known === undefined) return problem(404);
      if (method === 'DELETE') {
        store(
          id,
          order,
          order.lines.filter((each) => each !== known),
          fault === 'removed',
        );
        return empty(204);
      }
      const quantity = numberIn(body, 'quantity', 1) ?? (fault === 'unchecked' && line !== undefined ? 1 : undefined);
      if (quantity === undefined) return problem(422);
      const content = { id: line ?? `line-${(count += 1)}`, quantity };
      const lines =
        known === undefined ? [...order.lines, content] : order.lines.map((each) => (each === known ? content : each));
      const stored = store(id, order, lines, known !== undefined && fault === 'replaced');
      return reply(known === undefined ? 201 : 200, added === 'line' ? content : view(stored));
    };
  };

const STALE = ['state/derived not-recomputed'];

it.each<[string, 'line' | 'order', Fault | undefined, readonly string[]]>([
  ['all numbers follow the contents', 'line', undefined, []],
  ['all numbers follow the contents, and a new line is in the reply with its order', 'order', undefined, []],
  ['the price does not follow a PUT', 'line', 'price', STALE],
  ['an amount in an object does not follow a PUT', 'line', 'fee', STALE],
  ['the total does not follow a replaced line', 'line', 'replaced', STALE],
  ['the total does not follow a replaced line of the first order', 'order', 'replaced', STALE],
  ['the total does not follow a removed line', 'line', 'removed', STALE],
])('a check judges the numbers that a service computes: %s → $3', async (_, added, fault, want) => {
  expect(await foundIn(paths(added), service(added, fault))).toEqual(want);
});

it('invalid bodies are sent to a line that exists', async () => {
  const phases = ['examples', 'invalid', 'sequences'];
  const found = await foundIn(paths('line'), service('line', 'unchecked'), { phases, sequences: /^refused-part/ });
  expect(found).toEqual(['conformance/invalid-rejected invalid-accepted']);
});
