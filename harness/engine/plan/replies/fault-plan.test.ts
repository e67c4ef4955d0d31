import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { contractAt } from '../../../../contract/fixtures/contracts.js';
import type { Contract } from '../../../../contract/contract.js';
import { NETWORK_FAULTS } from '../../../../surfaces/network-faults.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import type { PlannedCase } from '../planned/planned-case.js';
import { planFaults } from './fault-plan.js';

let items: Contract;
let runs: Contract;
beforeAll(async () => {
  runs = await contractAt('contract/science-runtime.openapi.yaml', { root: join(import.meta.dirname, '../../../..') });
  items = await contractAt('contract/item-service.openapi.yaml', { root: join(import.meta.dirname, '../../../..') });
});

function planned(without: readonly string[] = []): readonly PlannedCase[] {
  const maker = new CaseMaker(items, { seed: 1, runs: 0, values: new Map() });
  const operations = items.operations.filter(({ id }) => !without.includes(id));
  return planFaults({ contract: items, maker }, operations).cases;
}

it('each network fault is tried on each kind of operation that it lists, and operations of one kind take turns', () => {
  const wanted = [...NETWORK_FAULTS].flatMap(([name, { on }]) =>
    on.filter((shape) => shape !== 'stream').map((shape) => `${name} ${shape}`),
  );
  const cases = planned();
  const made = cases.map(({ case: { provenance, operation } }) => {
    return `${provenance.name} ${operation === 'createItem' ? 'unsafe' : 'safe'}`;
  });
  expect(made.toSorted()).toEqual(wanted.toSorted());
  const safe = cases.filter(({ operation }) => operation.method === 'get').map(({ operation }) => operation.id);
  expect(safe.slice(0, 4)).toEqual(['listItems', 'getItem', 'listItems', 'getItem']);
});

it('a network fault is tried on another kind of operation if the contract has none of the listed kind', () => {
  const names = planned(['listItems', 'getItem']).map(({ case: { provenance } }) => provenance.name);
  expect([...NETWORK_FAULTS.keys()].filter((name) => !names.includes(name))).toEqual([
    'ended-early',
    'head-only',
    'long-stream',
    'kept-after-end',
  ]);
});

it('surfaces with costly calls run each essential network fault, but only once', () => {
  const costly = planned()
    .filter(({ isExtra }) => isExtra !== true)
    .map(({ case: { provenance } }) => provenance.name);
  const essential = [...NETWORK_FAULTS].flatMap(([name, { isEssential, on }]) =>
    isEssential === true && !on.every((shape) => shape === 'stream') ? [name] : [],
  );
  expect(costly).toEqual(essential);
});

it('a connection stays open after a stream only if the example of the stream ends with a terminal event', () => {
  const keptOpen = (operations: Contract['operations']): readonly string[] => {
    const contract = { ...runs, operations };
    const maker = new CaseMaker(contract, { seed: 1, runs: 0, values: new Map() });
    return planFaults({ contract, maker }, operations).cases.flatMap(({ operation, case: { provenance } }) =>
      provenance.name === 'kept-after-end' ? [operation.id] : [],
    );
  };
  const withTerminal = (terminal: readonly string[]): Contract['operations'] =>
    runs.operations.map((operation) => ({
      ...operation,
      responses: operation.responses.map((response) => ({
        ...response,
        content: response.content.map((content) =>
          content.stream === undefined ? content : { ...content, stream: { ...content.stream, terminal } },
        ),
      })),
    }));
  expect(keptOpen(runs.operations)).toEqual(['streamRunEvents']);
  expect(keptOpen(withTerminal(['failed']))).toEqual([]);
  expect(keptOpen(withTerminal([]))).toEqual([]);
});
