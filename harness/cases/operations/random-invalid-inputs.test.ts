import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { CaseMaker } from '../make-cases.js';

const MEMBERS = ['id', 'title', 'note', 'owner', 'place'];

/** A filter as in many query languages: each member may have one of two forms. */
const FILTER: JsonObject = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1 },
    order: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    fields: {
      oneOf: [
        {
          type: 'object',
          properties: Object.fromEntries(MEMBERS.map((name) => [name, { type: 'boolean' }])),
          additionalProperties: false,
        },
        { type: 'array', items: { enum: MEMBERS }, uniqueItems: true },
      ],
    },
  },
  additionalProperties: false,
};

/** A maker with a step budget, and the operation for which it makes invalid cases. */
async function made(runs: number, steps: number): Promise<{ readonly maker: CaseMaker; readonly find: Operation }> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const filter = { name: 'filter', in: 'query', content: { 'application/json': { schema: FILTER } } };
  const get = { operationId: 'find', parameters: [id, filter], responses: { '200': { description: '' } } };
  const contract = await contractOf({ paths: { '/notes/{id}': { get } } });
  const maker = new CaseMaker(
    contract,
    { seed: 1, runs, values: new Map([['id', { known: [1], only: false }]]) },
    steps,
  );
  return { maker, find: operationOf(contract, 'find') };
}

it('the cases of an operation are complete if only its random invalid inputs exceed the step budget', async () => {
  const few = await made(256, 400_000);
  const cases = few.maker.make(few.find, 'invalid');
  expect(few.maker.incomplete(few.find)).toEqual([]);
  const required = await made(1, Infinity);
  const firsts = required.maker.make(required.find, 'invalid').map(({ id }) => id);
  expect(cases.map(({ id }) => id)).toEqual(expect.arrayContaining(firsts));
});

it('the search for violations of the same valid input is made once for all random invalid inputs', async () => {
  const { maker, find } = await made(256, 3_000_000);
  expect(maker.make(find, 'invalid').length).toBeGreaterThan(300);
});
