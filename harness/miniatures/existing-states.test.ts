import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { OperationId } from '../../contract/operation.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };
const STATE: JsonObject = { enum: ['open', 'shipped'] };
const BODY: JsonObject = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: { title: TEXT },
};
const ORDER = { description: '', ...json({ type: 'object', properties: { id: TEXT, title: TEXT, status: STATE } }) };
const ABSENT = { 404: { description: 'There is no such order.' } };
const REFUSED = { ...ABSENT, 409: { description: 'The order is shipped.' } };

/** A contract of orders in which no operation sets the status `shipped`. */
const PATHS: JsonObject = {
  '/orders': {
    post: {
      operationId: 'add',
      requestBody: { required: true, ...json(BODY) },
      responses: { 201: ORDER, 422: { description: '' } },
    },
  },
  '/orders/{id}': {
    parameters: [inPath('id')],
    get: { operationId: 'read', responses: { 200: ORDER, ...ABSENT } },
    delete: { operationId: 'remove', responses: { 204: { description: '' }, ...REFUSED } },
  },
  '/orders/{order_id}/cancel': {
    parameters: [inPath('order_id')],
    post: { operationId: 'cancel', responses: { 200: ORDER, ...REFUSED } },
  },
};

/** A service of orders. The methods in `unchecked` ignore the status of the order. */
const service =
  (unchecked: readonly string[]): WrittenService =>
  () => {
    const orders = new Map<string, JsonObject>([
      ['o1', { id: 'o1', title: 'a', status: 'open' }],
      ['o2', { id: 'o2', title: 'b', status: 'shipped' }],
    ]);
    let made = orders.size;
    return ({ method, segments: [, id = ''], json: body }) => {
      const title = isJsonObject(body) ? body['title'] : undefined;
      if (id === '') {
        if (typeof title !== 'string' || title === '' || [...title].length > 20) return problem(422);
        made += 1;
        const order = { id: `o${made}`, title, status: 'open' };
        orders.set(order.id, order);
        return reply(201, order);
      }
      const order = orders.get(id);
      if (order === undefined) return problem(404);
      if (method === 'GET') return reply(200, order);
      if (order['status'] === 'shipped' && !unchecked.includes(method)) return problem(409);
      if (method === 'POST') return reply(200, order);
      orders.delete(id);
      return empty(204);
    };
  };

const ACCEPTED = 'state/refused-state accepted-in-state';
const EXISTING = { existing: new Map([['read' as OperationId, [{ id: 'o1' }, { id: 'o2' }]]]) };

it.each<[string, readonly string[], readonly string[]]>([
  ['all operations check the status', [], []],
  ['the removal does not check the status', ['DELETE'], [ACCEPTED]],
  ['the action does not check the status', ['POST'], [ACCEPTED]],
  ['neither the removal nor the action checks the status', ['DELETE', 'POST'], [ACCEPTED]],
])('a check judges changes of an existing item whose state forbids them: %s', async (_, unchecked, want) => {
  expect(await foundIn(PATHS, service(unchecked), EXISTING)).toEqual(want);
});

it('if no item exists at the start, changes in this state are not checked, because no operation sets the state', async () => {
  expect(await foundIn(PATHS, service(['DELETE', 'POST']))).toEqual([]);
});
