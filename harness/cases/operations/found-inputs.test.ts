import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { CaseMaker } from '../make-cases.js';

const text = { type: 'string' };

function branch(kind: string, member: string): JsonObject {
  const properties = { kind: { const: kind }, [member]: text };
  return { type: 'object', required: ['kind', member], properties, additionalProperties: false };
}

const BRANCHES = [branch('circle', 'radius'), branch('square', 'side')];

/** The bodies of the invalid cases that a maker with one run makes for the schema. */
async function invalidBodies(schema: JsonObject): Promise<readonly (Json | undefined)[]> {
  const content = { 'application/json': { schema } };
  const post = {
    operationId: 'draw',
    requestBody: { required: true, content },
    responses: { '201': { description: '' } },
  };
  const contract = await contractOf({ paths: { '/shapes': { post } } });
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const made = maker.make(operationOf(contract, 'draw'), 'invalid');
  return made.flatMap(({ expect: wanted, input }) => (wanted.kind === 'rejected' ? [input.body] : []));
}

it.each<[string, JsonObject, (shape: JsonObject) => Json]>([
  ['oneOf as the body', { oneOf: BRANCHES }, (shape) => shape],
  ['anyOf as the body', { anyOf: BRANCHES }, (shape) => shape],
  [
    'a member',
    { type: 'object', required: ['shape'], properties: { shape: { oneOf: BRANCHES } } },
    (shape) => ({ shape }),
  ],
  ['a union with a discriminator', { oneOf: BRANCHES, discriminator: { propertyName: 'kind' } }, (shape) => shape],
])('each branch of a union is tried without its constant member: %s', async (_, schema, placed) => {
  const bodies = await invalidBodies(schema);
  expect(bodies).toContainEqual(placed({ radius: expect.any(String) as string }));
  expect(bodies).toContainEqual(placed({ side: expect.any(String) as string }));
});
