import { expect, test } from 'vitest';
import { contractOf, operationOf } from '../../../contract/fixtures/contracts.js';
import type { CaseOptions } from '../case-options.js';
import { CaseMaker } from '../make-cases.js';

const response = { description: 'A reply.' };
const contract = await contractOf({
  paths: {
    '/pets/{pet}': {
      get: {
        operationId: 'getPet',
        parameters: [{ name: 'pet', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { '200': response, '404': response },
      },
    },
  },
});
const getPet = operationOf(contract, 'getPet');

function maker(more: Partial<CaseOptions>): CaseMaker {
  return new CaseMaker(contract, { seed: 1, runs: 8, values: new Map(), ...more });
}

test('cases read an item of the initial state, and no case requires an unknown identifier', () => {
  const found = maker({ found: new Map([[getPet.id, [{ pet: 'rex' }]]]) });
  expect(found.simple(getPet)[0]).toMatchObject({ input: { path: { pet: 'rex' } }, expect: { kind: 'accepted' } });
  expect(found.simple(getPet)[1]).toMatchObject({ expect: { kind: 'accepted-or-absent' } });
  expect(found.make(getPet, 'invalid').some(({ expect: { kind } }) => kind === 'absent')).toBe(false);
});

test('cases read a found item in place of a configured item', () => {
  const values = new Map([['pet', { known: ['tom', 'rex'], only: false }]]);
  expect(maker({ values }).expectation(getPet, { path: { pet: 'tom' } })).toEqual({ kind: 'accepted' });
  const both = maker({ values, found: new Map([[getPet.id, [{ pet: 'rex' }]]]) });
  expect(both.simple(getPet)[0]).toMatchObject({ input: { path: { pet: 'rex' } }, expect: { kind: 'accepted' } });
  // If there are other path parameters, the configured value may not belong to any of the found items.
  expect(both.expectation(getPet, { path: { pet: 'tom' } })).toEqual({ kind: 'accepted-or-absent' });
});
