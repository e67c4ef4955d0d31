import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../make-cases.js';

const MD5 = /^[\w+/]{22}==$/;

/** The values of `Content-MD5` in the cases of an upload that should be accepted. */
async function sums(type: string): Promise<ReadonlySet<unknown>> {
  const parameters = [{ name: 'Content-MD5', in: 'header', schema: { type: 'string', minLength: 1 } }];
  const content = { [type]: type === 'application/json' ? { schema: { type: 'object' } } : {} };
  const responses = { 204: { description: '' }, 422: { description: '' } };
  const put = { operationId: 'put', parameters, requestBody: { required: true, content }, responses };
  const contract = await contractOf({ paths: { '/file': { put } } });
  const maker = new CaseMaker(contract, { seed: 1, runs: 8, values: new Map() });
  const made = (['boundary', 'valid'] as const).flatMap((kind) => maker.make(operationOf(contract, 'put'), kind));
  return new Set(made.map(({ input }) => input.header?.['Content-MD5']));
}

it('a header with a checksum of the body has the right value', async () => {
  const found = await sums('application/octet-stream');
  expect(found.size).toBeGreaterThan(1);
  for (const value of found) if (value !== undefined) expect(value).toMatch(MD5);
});

it('a header with a checksum of the body is left out if the body is JSON, because its bytes are not known', async () => {
  expect(await sums('application/json')).toEqual(new Set([undefined]));
});
