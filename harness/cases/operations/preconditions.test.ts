import { expect, it } from 'vitest';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { CaseMaker } from '../make-cases.js';

const TEXT = { type: 'string' };

/** The values of `If-Match` in the boundary cases of a change, without repetitions. */
async function ifMatchOf(parameter: JsonObject, statuses: readonly string[]): Promise<readonly unknown[]> {
  const contract = await contractOf({
    paths: {
      '/items': {
        put: {
          operationId: 'change',
          parameters: [{ name: 'If-Match', in: 'header', ...parameter }],
          requestBody: { content: { 'application/json': { schema: { properties: { name: TEXT } } } } },
          responses: Object.fromEntries(['200', ...statuses].map((status) => [status, { description: '' }])),
        },
      },
    },
  });
  const [operation] = contract.operations;
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  const made = operation === undefined ? [] : maker.make(operation, 'boundary');
  return [...new Set(made.map(({ input }) => input.header?.['If-Match']))];
}

it('a change that needs `If-Match` gets `If-Match: *`, and not a made-up value or none', async () => {
  expect(await ifMatchOf({ schema: TEXT }, ['412', '428'])).toEqual(['*']);
  expect(await ifMatchOf({ schema: TEXT, required: true }, ['412'])).toEqual(['*']);
});

it('generated values of `If-Match` are sent if a change does not need the header, or if its schema forbids `*`', async () => {
  expect(await ifMatchOf({ schema: TEXT }, ['412'])).toContain(undefined);
  expect(await ifMatchOf({ schema: { ...TEXT, pattern: '^"[a-z]+"$' } }, ['428'])).not.toContain('*');
});
