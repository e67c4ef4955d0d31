import { expect, it } from 'vitest';
import { contractOf } from '../../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import { planCases } from '../../case-plan.js';

const TEXT = { type: 'string', minLength: 1 };
const STATUS = { enum: ['open', 'closed'] };
const json = (schema: JsonObject): JsonObject => ({ description: '', content: { 'application/json': { schema } } });

/** The operations of orders. `sent`: the members of the create, whose schema also permits other members. */
function paths(sent: JsonObject): JsonObject {
  const order = { type: 'object', required: ['id'], properties: { id: TEXT, title: TEXT, status: STATUS } };
  const body = { type: 'object', required: ['title'], properties: sent };
  const parameters = [{ name: 'order_id', in: 'path', required: true, schema: TEXT }];
  const byStatus = { name: 'status', in: 'query', schema: STATUS };
  return {
    '/orders': {
      post: { operationId: 'add', requestBody: { required: true, ...json(body) }, responses: { 201: json(order) } },
      get: { operationId: 'list', parameters: [byStatus], responses: { 200: json({ type: 'array', items: order }) } },
    },
    '/orders/{order_id}': { parameters, get: { operationId: 'read', responses: { 200: json(order) } } },
    '/orders/{order_id}/close': { parameters, post: { operationId: 'close', responses: { 200: json(order) } } },
  };
}

it.each<[string, JsonObject, readonly string[], boolean]>([
  ['sets it, if the create states the member', { title: TEXT, status: STATUS }, ['open', 'closed'], false],
  ['leaves it out, and an action changes it', { title: TEXT }, [], true],
])('a create of items for a filter by a member %s', async (_, sent, statuses, isActed) => {
  const contract = await contractOf({ paths: paths(sent) });
  const { sequences = [] } = planCases(contract, contract.operations, new Set(['sequences']), {
    seed: 1,
    runs: 2,
    values: new Map(),
  });
  const steps = sequences.find(({ name }) => name === 'selected')?.steps ?? [];
  const bodies = steps.filter(({ operation }) => operation.id === 'add').map(({ case: { input } }) => input.body);
  expect(bodies.length).toBeGreaterThan(1);
  const given = bodies.flatMap((body) => Object.entries(body as JsonObject).filter(([name]) => name === 'status'));
  expect(given.map(([, value]) => value)).toEqual(statuses);
  expect(steps.some(({ operation }) => operation.id === 'close')).toBe(isActed);
});
