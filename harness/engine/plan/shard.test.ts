import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contractAt } from '../../../contract/fixtures/contracts.js';
import { type CasePlan, CASE_PHASES, planCases } from './case-plan.js';
import { ShardSplit, isOwn } from './shard.js';

const contract = await contractAt('contract/item-service.openapi.yaml');
const fixture = JSON.parse(readFileSync('contract/fixtures/items.json', 'utf8')) as {
  readonly items: readonly { readonly item_id: string }[];
};
const known = new Map([['item_id', { known: fixture.items.slice(0, 4).map(({ item_id: id }) => id), only: false }]]);
const phases = new Set([...CASE_PHASES, 'sequences']);
const plan = planCases(contract, contract.operations, phases, { seed: 1, runs: 16, values: known });

const shardOf = (whole: CasePlan, index: number, count: number): CasePlan =>
  new ShardSplit({ index, count }).own(whole, 'contract.yaml', () => 1);

it.each([1, 2, 3, 4, 7])('each case and sequence is in exactly one of %i shards, and keeps its number', (count) => {
  const shards = Array.from({ length: count }, (_, index) => shardOf(plan, index, count));
  for (const work of [...plan.cases, ...(plan.sequences ?? [])])
    expect(shards.filter((shard) => isOwn(shard, work))).toHaveLength(1);
  for (const shard of shards) expect(shard.cases).toEqual(plan.cases);
});

function unitSizes({ cases }: CasePlan): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const planned of cases) {
    const unit = `${planned.operation.id} ${planned.case.provenance.kind}`;
    sizes.set(unit, (sizes.get(unit) ?? 0) + 1);
  }
  return sizes;
}

it('the cases of one operation and phase are in one shard, and all shards have about the same work', () => {
  const withoutSequences = { ...plan, sequences: [] };
  const shards = [0, 1, 2].map((index) => {
    const own = shardOf(withoutSequences, index, 3);
    return own.cases.filter((planned) => isOwn(own, planned));
  });
  const units = shards.map(
    (cases) => new Set(cases.map(({ operation, case: made }) => `${operation.id} ${made.provenance.kind}`)),
  );
  expect(new Set(units.flatMap((unit) => [...unit])).size).toBe(units.reduce((sum, { size }) => sum + size, 0));
  const largest = Math.max(...unitSizes(plan).values());
  const bound = Math.max(largest, (4 / 3) * (plan.cases.length / 3));
  for (const cases of shards) expect(cases.length).toBeLessThanOrEqual(bound + 1);
});

it('the cases of a second contract go to the shards with less work', () => {
  const split = new ShardSplit({ index: 0, count: 2 });
  const [first] = plan.cases;
  const one = { ...plan, cases: first === undefined ? [] : [first], sequences: [] };
  for (const file of ['a.yaml', 'b.yaml', 'c.yaml']) split.own(one, file, () => (file === 'a.yaml' ? 3 : 1));
  expect([...split.units.values()]).toEqual([0, 1, 1]);
});

it('a shard lists the operations for which it has no cases', () => {
  const listed = plan.cases.filter(({ operation }) => operation.id === 'listItems');
  const cases = listed.filter(
    ({ case: { provenance, expect: promised } }) => provenance.kind === 'valid' || promised.kind === 'rejected',
  );
  const shards = [0, 1, 2].map((index) =>
    shardOf({ ...plan, cases, sequences: [] }, index, 3).elsewhere?.get(cases[0]?.operation.id ?? ('' as never)),
  );
  expect(new Set(shards)).toEqual(new Set(['accepted', 'all', undefined]));
});

it('a shard also lists an operation whose accepted cases are all raw requests, which most surfaces cannot send', () => {
  const listed = plan.cases.filter(({ operation }) => operation.id === 'listItems');
  const [valid] = listed.filter(({ case: { provenance } }) => provenance.kind === 'valid');
  const [refused] = listed.filter(({ case: { expect: promised } }) => promised.kind === 'rejected');
  if (valid === undefined || refused === undefined) throw new Error('there are no such cases');
  const raw = {
    ...refused,
    case: { ...refused.case, expect: valid.case.expect, raw: { fault: 'accept', words: 'x' } },
  } as const;
  const cases = [valid, refused, raw];
  const shards = [0, 1].map((index) => shardOf({ ...plan, cases, sequences: [] }, index, 2));
  const found = shards.map((shard) => [
    cases.filter((planned) => isOwn(shard, planned)).length,
    shard.elsewhere?.get(valid.operation.id),
  ]);
  expect(found.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [1, undefined],
    [2, 'accepted'],
  ]);
});
