import { expect, test } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { wrongTokens } from './wrong-tokens.js';

const BEARER = [{ bearer: [] }];

test.each<[string, object, readonly string[]]>([
  [
    'a safe operation that needs a token is called five times with a wrong token, and then with the accepted token',
    { get: { operationId: 'listPads', security: BEARER } },
    ['listPads wrong answered', 'listPads configured accepted'],
  ],
  ['an operation that needs no token has no such sequence', { get: { operationId: 'listPads' } }, []],
  ['an operation that is not safe has no such sequence', { post: { operationId: 'addPad', security: BEARER } }, []],
])('%s', async (_, operations, want) => {
  const contract = await contractOf({
    paths: {
      '/pads': Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          { ...operation, responses: { '200': { description: '' } } },
        ]),
      ),
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
  const sequences = wrongTokens(contract.operations, new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() }));
  const calls = sequences.flatMap(({ steps }) =>
    steps.map(({ operation, case: { token, expect: expected } }) => `${operation.id} ${token} ${expected.kind}`),
  );
  expect([...new Set(calls)]).toEqual(want);
  expect(calls).toHaveLength(want.length === 0 ? 0 : 6);
});
