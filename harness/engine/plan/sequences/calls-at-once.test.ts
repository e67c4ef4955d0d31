import { expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import { itemService } from '../../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { planCallsAtOnce } from './calls-at-once.js';

async function planned(name: string) {
  const contract = await itemService();
  const maker = new CaseMaker(contract, { seed: 1, runs: 2, values: new Map() });
  const sequences = planCallsAtOnce(contract.operations, collectionsOf(contract).all, maker);
  return sequences.filter((sequence) => sequence.name === name).map(({ steps }) => steps.map((step) => step.case));
}

it('two lanes send the smallest input of each create, and then the same input is sent once more', async () => {
  const cases = (await planned('equal-at-once')).flat();
  expect(cases.map(({ operation, lane, schedule }) => [operation, lane, schedule])).toEqual([
    ['createItem', 0, undefined],
    ['createItem', 1, undefined],
    ['createItem', undefined, [0, 1, 1, 0, 0, 1]],
  ]);
  expect(new Set(cases.map(({ input }) => JSON.stringify(input))).size).toBe(1);
});

it('two lanes call each operation with inputs in which every argument differs, if there are such inputs', async () => {
  const pairs = (await planned('different-at-once')).map(([one, other]) => [one, other]);
  expect(pairs.map(([one]) => one?.operation)).toEqual(['listItems', 'createItem', 'getItem']);
  const texts = pairs.map((pair) => pair.map((made) => JSON.stringify(made?.input)));
  const common = texts.filter(([one = '', other = '']) =>
    one.split(/[{},]/).some((member) => member.includes(':') && !member.endsWith(':') && other.includes(member)),
  );
  expect(common).toEqual([]);
});
