import { expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, foundIn, inPath, json } from './written-service.js';

const COUNT = { type: 'integer', minimum: 1, maximum: 50 };
const LINE = { price: COUNT, quantity: COUNT };

function object(properties: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: false, properties, required: Object.keys(properties) };
}

/** The contract of orders whose lines and totals are calculated as `ofLine` and `ofTotal` describe. */
function paths(ofLine: string, ofTotal: string): JsonObject {
  const line = object({ ...LINE, amount: { type: 'integer', readOnly: true, description: ofLine } });
  const total = { type: 'string', readOnly: true, description: ofTotal };
  const order = object({ id: { type: 'string' }, lines: { type: 'array', items: line }, total });
  const sent = object({ lines: { type: 'array', minItems: 1, maxItems: 4, items: object(LINE) } });
  const refused = { 404: { description: '' }, 422: { description: '' } };
  return {
    '/orders': {
      post: {
        operationId: 'add',
        requestBody: { required: true, ...json(sent) },
        responses: { 201: { description: '', ...json(order) }, ...refused },
      },
    },
    '/orders/{order_id}': {
      parameters: [inPath('order_id')],
      get: { operationId: 'read', responses: { 200: { description: '', ...json(order) }, ...refused } },
    },
  };
}

type Fault = 'line' | 'total';

const service =
  (fault?: Fault): WrittenService =>
  () => {
    const orders = new Map<string, Json>();
    const isCount = (value: Json | undefined): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 50;
    const isLine = (line: Json): line is { price: number; quantity: number } =>
      isJsonObject(line) && Object.keys(line).length === 2 && isCount(line['price']) && isCount(line['quantity']);
    return ({ segments: [, id = ''], json: body }) => {
      if (id !== '') return orders.has(id) ? reply(200, orders.get(id) ?? null) : problem(404);
      const sent = isJsonObject(body) && Object.keys(body).length === 1 ? body['lines'] : undefined;
      if (!Array.isArray(sent) || sent.length === 0 || sent.length > 4 || !sent.every(isLine)) return problem(422);
      const lines = sent.map((line) => ({
        ...line,
        amount: fault === 'line' ? line.price : line.price * line.quantity,
      }));
      const total = lines.reduce((sum, { price, amount }) => sum + (fault === 'total' ? price : amount), 0);
      const order = { id: `order-${orders.size + 1}`, lines, total: total.toFixed(2) };
      orders.set(order.id, order);
      return reply(201, order);
    };
  };

const LINES = '`price` times `quantity`.';
const TOTAL = 'What the customer pays. Sum of `amount` over all lines.';
const WRONG = ['state/derived miscalculated'];

it.each<[string, { given: [ofLine: string, ofTotal: string, fault?: Fault]; want: readonly string[] }]>([
  ['all members have the stated values', { given: [LINES, TOTAL], want: [] }],
  ['a line has its price as its amount', { given: [LINES, TOTAL, 'line'], want: WRONG }],
  ['the total adds prices', { given: [LINES, TOTAL, 'total'], want: WRONG }],
  ['a discount may reduce the total', { given: [LINES, `${TOTAL} Less, if a discount applies.`, 'total'], want: [] }],
  ['no description states a calculation', { given: ['The amount.', 'The total.', 'line'], want: [] }],
])('a check judges members whose descriptions state a calculation: %s', async (_, { given, want }) => {
  const [ofLine, ofTotal, fault] = given;
  expect(await foundIn(paths(ofLine, ofTotal), service(fault))).toEqual(want);
});
