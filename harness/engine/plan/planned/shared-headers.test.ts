import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planSequences } from '../sequences/sequence-plan.js';

const TENANT = {
  name: 'X-Tenant',
  in: 'header',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 9 },
};
const COOKIE = { ...TENANT, name: 'tenant', in: 'cookie' };
const NOTE = { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** Plans the sequences of a service for notes. Returns the distinct values of the parameter in each sequence. */
async function sent(ofCreate: JsonObject, ofReads: JsonObject): Promise<readonly (readonly (Json | undefined)[])[]> {
  const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
  const reply = (schema: JsonObject): JsonObject => ({ description: '', content: content(schema) });
  const requestBody = {
    required: true,
    content: content({ type: 'object', properties: { text: { type: 'string' } } }),
  };
  const contract = await contractOf({
    paths: {
      '/notes': {
        get: {
          operationId: 'list',
          parameters: [ofReads],
          responses: { '200': reply({ type: 'array', items: NOTE }) },
        },
        post: { operationId: 'create', parameters: [ofCreate], requestBody, responses: { '201': reply(NOTE) } },
      },
      '/notes/{id}': {
        get: { operationId: 'read', parameters: [ID, ofReads], responses: { '200': reply(NOTE), '404': reply(NOTE) } },
      },
    },
  });
  const maker = new CaseMaker(contract, { seed: 1, runs: 8, values: new Map() });
  const { sequences } = planSequences(contract, collectionsOf(contract).all, maker, () => true);
  const valueOf = (input: object): Json | undefined =>
    [TENANT, COOKIE].map(({ in: place, name }) => (input as Record<string, JsonObject>)[place]?.[name]).find(Boolean);
  return sequences
    .filter(({ steps }) => steps.some(({ operation }) => operation.id === 'list'))
    .map(({ steps }) => [...new Set(steps.map((step) => valueOf(step.case.input)))]);
}

it.each<[string, JsonObject, JsonObject, boolean]>([
  ['one value for a header that is required in reads and in creates', TENANT, TENANT, true],
  [
    'one value for a header that is required in reads and optional in creates',
    { ...TENANT, required: false },
    TENANT,
    true,
  ],
  ['one value for a cookie that is required in reads and in creates', COOKIE, COOKIE, true],
  [
    'several values for a header whose schema differs between reads and creates',
    TENANT,
    { ...TENANT, schema: { const: '0123456789' } },
    false,
  ],
  ['several values for a header that is required only in creates', TENANT, { ...TENANT, required: false }, false],
])('the calls of a sequence that lists items have %s', async (_, ofCreate, ofReads, isOne) => {
  const values = await sent(ofCreate, ofReads);
  expect(values.length).toBeGreaterThan(1);
  expect(values.every((each) => each.length === 1)).toBe(isOne);
});
