import { beforeAll, describe, expect, it } from 'vitest';
import { collectionsOf } from '../../../../contract/collections/collections.js';
import type { Contract } from '../../../../contract/contract.js';
import { contractAt } from '../../../../contract/fixtures/contracts.js';
import type { Operation } from '../../../../contract/operation.js';
import { EDGE_CASE_TEXTS } from '../../../../contract/formats/edge-case-texts.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import { CaseMaker } from '../../../cases/make-cases.js';
import { type PlannedSequence, reportedCase } from '../planned/planned-sequence.js';
import { planSequences } from './sequence-plan.js';

let contract: Contract;
let sequences: readonly PlannedSequence[];
beforeAll(async () => {
  contract = await contractAt('contract/item-service.openapi.yaml');
  const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
  sequences = planSequences(contract, collectionsOf(contract).all, maker, () => true).sequences;
});

function named(name: string): PlannedSequence {
  return sequences.find((sequence) => sequence.name === name) as PlannedSequence;
}

describe('planSequences plans the sequences of the item service', () => {
  it('sequences create valid items, read each by the identifier in the reply to its create, and list them', () => {
    const stored = sequences.filter(({ name }) => name.startsWith('stored-')).flatMap(({ steps }) => steps);
    const created = stored.filter(({ operation }) => operation.id === 'createItem');
    const fed = stored.flatMap(({ case: { feeds = [] } }) => feeds.map(({ step }) => step));
    expect(created.length).toBeGreaterThan(EDGE_CASE_TEXTS.length);
    expect(created.every(({ operation, case: { input } }) => isValidInput(contract, operation, input))).toBe(true);
    expect(created.map((step) => step.case.id).filter((id) => !fed.includes(id))).toEqual([]);
    expect(stored.at(-1)?.case.follow).toEqual({ in: 'query', name: 'cursor', pointer: '/next_cursor' });
  });

  it('sequences create an item with every edge-case string that is valid as a name', () => {
    const names = sequences.flatMap(({ steps }) => steps.map((step) => JSON.stringify(step.case.input.body ?? null)));
    const missing = EDGE_CASE_TEXTS.filter(
      (text) => text !== '' && !names.some((body) => body.includes(`"name":${JSON.stringify(text)}`)),
    );
    expect(missing).toEqual([]);
  });

  it('a sequence reads the list in pages of the largest, the default and the smallest sizes', () => {
    const sizes = named('pages').steps.flatMap(({ case: { follow, feeds, input } }) =>
      follow === undefined || feeds !== undefined ? [] : [input.query?.['limit'] ?? 'default'],
    );
    expect(sizes).toEqual([100, 'default', 20, 1, 2]);
  });

  it('a sequence reads the first page, and continues from it with a smaller page size', () => {
    const [first, rest] = named('pages')
      .steps.slice(-2)
      .map((step) => step.case);
    expect([first?.input.query?.['limit'], first?.follow]).toEqual([2, undefined]);
    expect([rest?.input.query?.['limit'], rest?.expect.kind]).toEqual([1, 'answered']);
    expect(rest?.feeds?.map(({ step, name }) => [step, name])).toEqual([[first?.id, 'cursor']]);
  });

  it('a sequence creates an item after the first page is read, and continues from that page', () => {
    const [walk, first, , rest] = named('added')
      .steps.slice(-4)
      .map((step) => step.case);
    expect([walk?.follow === undefined, first?.follow === undefined]).toEqual([false, true]);
    expect(rest?.feeds?.map(({ step, name }) => [step, name])).toEqual([[first?.id, 'cursor']]);
  });

  it('sequences create equal items: a few with other items between them, and many in a row', () => {
    const bodies = (name: string): readonly string[] =>
      named(name).steps.map(({ case: { input } }) => JSON.stringify(input.body));
    expect(bodies('equal').map((body) => body === bodies('equal')[0])).toEqual([true, false, true, false, true]);
    expect([bodies('many').length, new Set(bodies('many')).size]).toEqual([40, 1]);
  });

  it('surfaces with costly calls run only two of the sequences', () => {
    expect(sequences.filter(({ isExtra }) => isExtra !== true).map(({ name }) => name)).toEqual([
      'stored-0',
      'whole-pages',
    ]);
  });

  it('if only the list is selected, sequences read the pages of the existing items', () => {
    const maker = new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() });
    const isChosen = ({ id }: Operation): boolean => id === 'listItems';
    const planned = planSequences(contract, collectionsOf(contract).all, maker, isChosen).sequences;
    expect(planned.map(({ name }) => name)).toContain('pages');
    expect(planned.flatMap(({ steps }) => steps).filter(({ operation }) => !isChosen(operation))).toEqual([]);
  });

  it('the case of a step is reported with the steps before it', () => {
    const { sequence, precedingCalls } = reportedCase(named('added'), 2);
    expect([sequence, precedingCalls?.length]).toEqual([true, 2]);
  });
});
