import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contractAt } from '../../../contract/fixtures/contracts.js';
import { CASE_PHASES, planCases } from './case-plan.js';
import { shardOf } from './shard.js';

const contract = await contractAt('contract/item-service.openapi.yaml');
const fixture = JSON.parse(readFileSync('contract/fixtures/items.json', 'utf8')) as {
  readonly items: readonly { readonly item_id: string }[];
};
const known = new Map([['item_id', { known: fixture.items.slice(0, 4).map(({ item_id: id }) => id), only: false }]]);
const plan = planCases(contract, contract.operations, new Set(CASE_PHASES), { seed: 1, runs: 16, values: known });

it.each([1, 2, 3, 4, 7])('%i shards: every case is in one of them, in the order of the plan', (count) => {
  const shards = Array.from({ length: count }, (_, index) => shardOf(plan, { index, count }).cases);
  expect(
    shards
      .flat()
      .map(({ case: { id } }) => id)
      .toSorted(),
  ).toEqual(plan.cases.map(({ case: { id } }) => id).toSorted());
  for (const cases of shards) expect(cases).toEqual(plan.cases.filter((planned) => cases.includes(planned)));
});

it.each([2, 4])(
  '%i shards: each has cases of every operation that are to be accepted, and about as many cases as the others',
  (count) => {
    for (let index = 0; index < count; index += 1) {
      const { cases } = shardOf(plan, { index, count });
      const accepted = new Set(
        cases.filter(({ case: made }) => made.expect.kind === 'accepted').map(({ operation }) => operation.id),
      );
      expect([...accepted].toSorted()).toEqual(contract.operations.map(({ id }) => id).toSorted());
      expect(Math.abs(cases.length - plan.cases.length / count)).toBeLessThan(plan.cases.length / count / 4);
    }
  },
);

it('a single case to be accepted is in one shard, and the other shards name its operation', () => {
  const [one] = plan.cases.filter(
    ({ operation, case: { expect: promised } }) => operation.id === 'getItem' && promised.kind === 'accepted',
  );
  const single = {
    ...plan,
    cases: plan.cases.filter(
      (planned) => planned.operation.id !== 'getItem' || planned === one || planned.case.expect.kind === 'rejected',
    ),
  };
  const shards = [0, 1, 2].map((index) => shardOf(single, { index, count: 3 }));
  const own = shards.map(({ cases }) => cases.includes(one ?? ({} as never)));
  expect(own.filter(Boolean)).toHaveLength(1);
  expect(shards.map(({ elsewhere }) => elsewhere?.get(one?.operation.id ?? ('' as never)))).toEqual(
    own.map((has) => (has ? undefined : 'accepted')),
  );
});

it('names operations whose cases are all in other shards', () => {
  const few = { ...plan, cases: plan.cases.slice(0, 2) };
  const [operation] = few.cases.map((planned) => planned.operation.id);
  expect(shardOf(few, { index: 2, count: 3 }).elsewhere).toEqual(new Map([[operation, 'all']]));
});
