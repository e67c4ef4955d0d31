import { expect, it } from 'vitest';
import { loadContract } from '../../arbitraries/load-contract.js';
import { CaseMaker } from '../../cases/make-cases.js';
import { isWithin, runChoice, surfaceRuns } from './surface-runs.js';

const SURFACES = [
  { id: 'rest', config: { driver: 'rest' } },
  { id: 'shell', config: { driver: 'cli', command: ['items'] } },
  { id: 'slow', config: { driver: 'protocol', command: ['drive'], runs: 3 } },
] as const;

it.each([
  ['by default (by the cost of a call)', runChoice(undefined), 5, 'reference', [256, [8, 0.5], 3]],
  ['with a fixed number', runChoice(7), 5, 'mock', [7, 7, 7]],
  ['on the mock, without a service', runChoice(undefined), 5, 'mock', [16, [8, 0.5], 3]],
  ['on the mock, if the run also has a service', runChoice(undefined), 5, 'mock-beside-service', [4, 0.0625, 3]],
  ['for a large contract', runChoice(undefined), 400, 'live', [50, [8, 0.5], 3]],
  ['for a very large contract', runChoice(undefined), 1_000_000, 'live', [16, [8, 0.5], 3]],
  ['in a quick run', runChoice(undefined, true), 5, 'reference', [4, 0.0625, 3]],
] as const)(
  'the numbers of generated cases for each operation, on three surfaces, %s: $4',
  (_, choice, operations, backend, want) => {
    const runs = surfaceRuns(choice, SURFACES, operations, backend);
    const limits = want.map((limit) => (typeof limit === 'number' ? [limit, limit] : limit));
    expect(SURFACES.map(({ id }) => [runs(id).valid, runs(id).edges])).toEqual(limits);
  },
);

it('a surface with fewer `runs` runs the first generated cases of each list, and every case that `runs` does not limit', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = (runs: number): CaseMaker => new CaseMaker(contract, { seed: 1, runs, values: new Map() });
  const [few, many] = [maker(20), maker(60)];
  for (const operation of contract.operations) {
    for (const kind of ['boundary', 'valid', 'invalid'] as const) {
      const all = many.make(operation, kind).map(({ id }) => id);
      const within = many.make(operation, kind).filter((made) => isWithin({ valid: 20, edges: 20 }, made));
      expect(within.map(({ id }) => id)).toEqual(all.slice(0, within.length));
      // A generator discards inputs that it has already made, so a maker with fewer runs may have fewer cases.
      const own = few.make(operation, kind).map(({ id }) => id);
      expect(own).toEqual(all.slice(0, own.length));
      expect(own.length).toBeLessThanOrEqual(within.length);
    }
  }
  const created = contract.operations.find(({ id }) => id === 'createItem');
  const part =
    created === undefined
      ? []
      : many.make(created, 'invalid').filter((made) => isWithin({ valid: 0.125, edges: 0.125 }, made));
  // One of them is the body above the maximum size, which every surface gets.
  expect(part.filter(({ expect: { kind } }) => kind === 'rejected')).toHaveLength(9);
  expect(part.some(({ expect: { kind } }) => kind === 'unauthenticated')).toBe(true);
});

it('a surface with the most costly calls runs only the ordinary gate decisions', async () => {
  const contract = await loadContract('contract/item-service.openapi.yaml', '.');
  const maker = new CaseMaker(contract, { seed: 1, runs: 8, values: new Map() });
  const gates = contract.operations.slice(0, 1).flatMap((operation) => maker.make(operation, 'gate'));
  const within = (valid: number, edges: number): readonly string[] =>
    gates.filter((made) => isWithin({ valid, edges }, made)).map(({ provenance }) => provenance.name);
  expect(within(8, 0.5)).toHaveLength(32);
  const usual = within(0.0625, 0.0625);
  expect(usual).toEqual(within(8, 0.5).slice(0, usual.length));
  expect(usual.length).toBeLessThan(20);
  expect(usual).toEqual(expect.arrayContaining(['denied', 'unanswered', 'denied-flag-over-variable', 'approved-list']));
});
