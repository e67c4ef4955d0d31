import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { itemService } from '../../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planEqualCalls } from './equal-calls.js';

it('two lanes send the smallest input of each create, and then the same input is sent once more', async () => {
  const contract = await itemService();
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values: new Map() });
  const planned = planEqualCalls(contract.operations, collectionsOf(contract).all, maker);
  expect(planned.map(({ name, isAtOnce }) => [name, isAtOnce])).toEqual([['equal-at-once', true]]);
  const cases = planned.flatMap(({ steps }) => steps.map((step) => step.case));
  expect(cases.map(({ operation, lane, schedule }) => [operation, lane, schedule])).toEqual([
    ['createItem', 0, undefined],
    ['createItem', 1, undefined],
    ['createItem', undefined, [0, 1, 1, 0, 0, 1]],
  ]);
  expect(new Set(cases.map(({ input }) => JSON.stringify(input))).size).toBe(1);
});
