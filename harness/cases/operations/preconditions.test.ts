import { expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../contract/json/json.js';
import { CaseMaker } from '../make-cases.js';

const TEXT = { type: 'string' };

/** The values of `If-Match` in the boundary cases of a change, without repetitions. */
async function ifMatchOf(parameter: JsonObject, statuses: readonly string[]): Promise<readonly unknown[]> {
  const made = await casesOf('boundary', parameter, statuses);
  return [...new Set(made.map(({ input }) => input.header?.['If-Match']))];
}

/** The cases of one kind of a change with the header parameter. */
async function casesOf(
  kind: 'boundary' | 'invalid',
  parameter: JsonObject,
  statuses: readonly string[],
): Promise<readonly Case[]> {
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
  return operation === undefined ? [] : maker.make(operation, kind);
}

it('a change that needs `If-Match` gets `If-Match: *`, and not a made-up value or none', async () => {
  expect(await ifMatchOf({ schema: TEXT }, ['412', '428'])).toEqual(['*']);
  expect(await ifMatchOf({ schema: TEXT, required: true }, ['412'])).toEqual(['*']);
});

it('generated values of `If-Match` are sent if a change does not need the header, or if its schema forbids `*`', async () => {
  expect(await ifMatchOf({ schema: TEXT }, ['412'])).toContain(undefined);
  expect(await ifMatchOf({ schema: { ...TEXT, pattern: '^"[a-z]+"$' } }, ['428'])).not.toContain('*');
});

it('an invalid value of `If-Match` is sent as it is', async () => {
  const made = await casesOf('invalid', { schema: { ...TEXT, minLength: 1 }, required: true }, ['412', '428']);
  const broken = made.filter(
    ({ raw, expect: wanted }) =>
      raw === undefined && wanted.kind === 'rejected' && wanted.pointer === '/header/If-Match',
  );
  const sent = broken.map(({ input }) => input.header?.['If-Match']);
  expect(sent).toContain('');
  expect(sent).toContain(undefined);
  expect(sent).not.toContain('*');
});
