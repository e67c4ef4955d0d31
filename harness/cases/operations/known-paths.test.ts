import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { CaseMaker } from '../make-cases.js';

const branch = (kind: string, name: string): JsonObject => ({
  type: 'object',
  required: ['kind', name],
  properties: { kind: { const: kind }, [name]: { type: 'integer', minimum: 1, maximum: 9 } },
});

it('invalid bodies are sent to an item that is known to exist, with a violation in every branch of the schema', async () => {
  const body = { oneOf: [branch('wait', 'seconds'), branch('repeat', 'times')] };
  const contract = await contractOf({
    paths: {
      '/items/{id}/commands': {
        post: {
          operationId: 'send',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z-]{2,9}$' } },
          ],
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
          responses: { 202: { description: '' }, 404: { description: '' }, 422: { description: '' } },
        },
      },
    },
  });
  const maker = new CaseMaker(contract, {
    seed: 1,
    runs: 16,
    values: new Map([['id', { known: ['my-item'], only: false }]]),
  });
  const rejected = [...maker.make(operationOf(contract, 'send'), 'invalid')].flatMap((made) =>
    made.expect.kind === 'rejected' && made.expect.pointer.startsWith('/body') ? [made] : [],
  );
  expect(rejected.length).toBeGreaterThan(20);
  expect(new Set(rejected.map(({ input }) => input.path?.['id']))).toEqual(new Set(['my-item']));
});
