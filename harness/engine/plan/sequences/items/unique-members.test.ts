import { expect, it } from 'vitest';
import { contractOf } from '../../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../../contract/json/json.js';
import { planCases } from '../../case-plan.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const SENT = { email: TEXT, title: TEXT };
const json = (schema: JsonObject): JsonObject => ({ description: '', content: { 'application/json': { schema } } });

/** The operations of users with unique emails. `own`: the members that only the PUT has. All are required. */
function paths(own: JsonObject): JsonObject {
  const object = (properties: JsonObject): JsonObject => ({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  });
  const user = json(object({ id: TEXT, ...SENT, ...own }));
  const refused = { 404: { description: '' }, 409: { description: 'Another user has the email.' } };
  const sent = (members: JsonObject): JsonObject => ({ required: true, ...json(object(members)) });
  return {
    '/users': { post: { operationId: 'add', requestBody: sent(SENT), responses: { 201: user, ...refused } } },
    '/users/{user_id}': {
      parameters: [{ name: 'user_id', in: 'path', required: true, schema: TEXT }],
      get: { operationId: 'read', responses: { 200: user, 404: { description: '' } } },
      put: { operationId: 'change', requestBody: sent({ ...SENT, ...own }), responses: { 200: user, ...refused } },
    },
  };
}

it.each<[string, JsonObject, boolean]>([
  ['has only the members of the create', {}, true],
  ['also needs the version of the user', { version: { type: 'integer' } }, true],
  ['also needs a state, in which emails may be free', { status: { enum: ['active', 'closed'] } }, false],
  ['also needs a mark, with which emails may be free', { active: { type: 'boolean' } }, false],
])('the email of another user is sent by a PUT that %s: $2', async (_, own, want) => {
  const contract = await contractOf({ paths: paths(own) });
  const { sequences = [] } = planCases(contract, contract.operations, new Set(['sequences']), {
    seed: 1,
    runs: 2,
    values: new Map(),
  });
  expect(sequences.some(({ name }) => name === 'unique-email-change')).toBe(want);
});
