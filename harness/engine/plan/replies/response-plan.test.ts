import { expect, it } from 'vitest';
import { loadContract } from '../../../arbitraries/load-contract.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { type Effort, type PlannedCase, isSkipped } from '../planned/planned-case.js';
import { planResponses } from './response-plan.js';

it('a surface with costly calls gets all unexpected replies for one operation, and half of them for each other operation', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const { cases } = planResponses({ contract, maker }, contract.operations);
  const costly = cases.filter(({ isExtra }) => isExtra !== true);
  const unexpected = (id: string): readonly string[] =>
    costly.flatMap(({ operation, case: { reply, provenance } }) =>
      operation.id === id && reply?.fault !== undefined ? [provenance.name] : [],
    );
  const [first, second, third] = contract.operations.map(({ id }) => unexpected(id));
  expect(first).toEqual(expect.arrayContaining(['status 418', 'redirection', 'HTML', 'truncated JSON']));
  expect(second).toHaveLength(Math.floor((first?.length ?? 0) / 2));
  expect([...(second ?? []), ...(third ?? [])].toSorted()).toEqual(first?.toSorted());
  // A surface with cheap calls gets every unexpected reply for every operation.
  for (const { id } of contract.operations)
    expect(
      cases.filter(({ operation, case: { reply } }) => operation.id === id && reply?.fault === 'HTML'),
    ).toHaveLength(1);
});

it.each([[3], [2], [1]])('a quick run gives each unexpected reply to one of %i operations', async (count) => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const { cases } = planResponses({ contract, maker }, contract.operations.slice(0, count));
  const unexpected = cases.filter(({ case: { reply } }) => reply?.fault !== undefined);
  const quick = unexpected.filter((planned) => !isSkipped(planned, { isCostly: true, isQuick: true }));
  const names = quick.map(({ case: { provenance } }) => provenance.name);
  expect(names.toSorted()).toEqual([...new Set(essential(unexpected))].toSorted());
  expect(new Set(quick.map(({ operation }) => operation.id)).size).toBe(count);
});

it('a quick run gives one of three similar replies, and only examples of successful ones to a surface with costly calls', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const { cases } = planResponses({ contract, maker }, contract.operations);
  const withVariant = (effort: Effort, variant: string): readonly string[] =>
    cases
      .filter((planned) => !isSkipped(planned, effort) && planned.case.provenance.name.endsWith(variant))
      .map(({ case: { provenance } }) => provenance.name);
  for (const [variant, quick, costlyQuick] of VARIANTS) {
    expect(withVariant({ isQuick: true }, variant), variant).toHaveLength(quick);
    expect(withVariant({ isCostly: true }, variant), variant).toHaveLength(3);
    expect(withVariant({ isCostly: true, isQuick: true }, variant), variant).toHaveLength(costlyQuick);
  }
  // The examples of successful replies are not similar, because each operation has its own.
  expect(withVariant({ isCostly: true, isQuick: true }, 'example minimal')).toEqual(
    withVariant({ isQuick: true }, 'example minimal'),
  );
});

/**
 * Replies that each of three operations gets. Then the number of operations that get them in a quick run, and in a
 * quick run of a surface with costly calls.
 */
const VARIANTS = [
  ['text with NUL', 1, 0],
  ['text with line breaks', 1, 0],
  ['nulls', 1, 0],
  ['empty lists', 1, 0],
  ['two errors of one place', 3, 1],
] as const;

function essential(cases: readonly PlannedCase[]): readonly string[] {
  return cases.filter(({ isExtra }) => isExtra !== true).map(({ case: { provenance } }) => provenance.name);
}

it('a surface with costly calls gets each media type in two spellings for one operation, and in one for the others', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const { cases } = planResponses({ contract, maker }, contract.operations);
  const costly = cases.filter(({ isExtra }) => isExtra !== true);
  const counts = contract.operations.map(({ id }) => {
    const own = costly.filter(({ operation }) => operation.id === id);
    return own.filter(({ case: { provenance } }) => provenance.name.includes('with its type')).length;
  });
  expect(counts).toEqual([4, 2, 2]);
});

it('surfaces with costly calls get each documented failure status at least once', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const { cases } = planResponses({ contract, maker }, contract.operations);
  const failures = (chosen: typeof cases): ReadonlySet<number> =>
    new Set(chosen.flatMap(({ case: { reply } }) => (reply?.fault === undefined ? [reply?.status ?? 0] : [])));
  const costly = failures(cases.filter(({ isExtra }) => isExtra !== true));
  expect(costly).toEqual(failures(cases));
  expect([...costly]).toEqual(expect.arrayContaining([405, 413, 415]));
});

it('every surface gets one large reply, from the operation with the longest reply', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const { cases } = planResponses({ contract, maker }, contract.operations);
  const large = cases.filter(({ case: { provenance } }) => provenance.name === '200 large');
  expect(large.map(({ operation, isExtra }) => [operation.id, isExtra])).toEqual([['listItems', undefined]]);
  expect(large[0]?.case.reply?.body?.length).toBeGreaterThan(100_000);
});

it('every surface gets a long refusal from a few operations', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const { cases } = planResponses({ contract, maker }, contract.operations);
  const long = cases.filter(({ case: { provenance } }) => /^4\d\d long$/.test(provenance.name));
  expect(long).toHaveLength(3);
  for (const { isExtra, case: made } of long) {
    expect(isExtra).toBeUndefined();
    expect(made.reply?.body?.length).toBeGreaterThan(2000);
    expect(JSON.parse(made.reply?.body ?? '')).toMatchObject({ status: made.reply?.status });
  }
});

it('every surface gets refusals with several errors, two of them at one place, for three operations', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
  const { cases } = planResponses({ contract, maker }, contract.operations);
  const refusals = cases.filter(({ case: { provenance } }) => provenance.name.endsWith('two errors of one place'));
  expect(refusals).toHaveLength(3);
  for (const { isExtra, case: made } of refusals) {
    expect(isExtra).toBeUndefined();
    const { errors } = JSON.parse(made.reply?.body ?? '') as { errors: readonly Record<string, string>[] };
    expect(new Set(errors.map(({ detail }) => detail)).size).toBe(3);
    expect(new Set(errors.map(({ pointer }) => pointer)).size).toBe(2);
  }
});
