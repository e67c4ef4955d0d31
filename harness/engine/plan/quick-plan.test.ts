import { expect, it } from 'vitest';
import { loadContract } from '../../arbitraries/load-contract.js';
import { planCases } from './case-plan.js';
import type { PlannedCase } from './planned/planned-case.js';
import { TriedKinds, leftToOthers, withSingleCalls } from './quick-plan.js';
import { planScripted } from './replies/scripted-plan.js';

const contract = await loadContract('contract/item-service.openapi.yaml', '.');
const options = { seed: 1, runs: 1, values: new Map() };
const KNOWN = { ...options, values: new Map([['item_id', { known: ['item-0001', 'a/b'], only: false }]]) };
const { cases } = planCases(contract, contract.operations, new Set(['invalid', 'gates']), options);
const ALL = contract.operations.map(({ id }) => id);

function namesFor(offered: typeof cases, id?: string): readonly string[] {
  const left = leftToOthers(offered);
  const run = offered.filter((each) => !left.has(each) && (id === undefined || each.operation.id === id));
  return run.map((planned) => planned.case.provenance.name);
}

it.each([
  ['a denial', 'denied', 1],
  ['a wrong token', 'token-wrong', 1],
  ['a call without a decision', 'unanswered', 3],
  ['an invalid input', '0', 3],
  ['a raw request', 'token-prefix', 3],
])('%s is left to other operations, or not', (_, name, want) => {
  expect(namesFor(cases).filter((each) => each === name)).toHaveLength(want);
});

it('the operations take turns, and each case is tried on one of those that the surface offers', () => {
  const all = new Set(cases.map((planned) => planned.case.provenance.name));
  expect(new Set(namesFor(cases))).toEqual(all);
  const gates = cases.filter((planned) => planned.case.provenance.kind === 'gate');
  const shares = ALL.map((id) => namesFor(gates, id).length);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(5);
  for (const id of ALL) {
    const offered = cases.filter(({ operation }) => operation.id === id);
    expect(namesFor(offered), id).toHaveLength(offered.length);
  }
});

it.each([
  ['known', KNOWN, true],
  ['unknown', options, undefined],
])('a sequence is not needed if its operations have single calls: identifiers are %s', (_, given, want) => {
  const phases = new Set(['examples', 'boundary', 'sequences']);
  const plan = planCases(contract, contract.operations, phases, given);
  const ofItems =
    plan.sequences?.filter(({ steps }) => steps.some(({ operation }) => operation.id === 'getItem')) ?? [];
  expect(ofItems.length).toBeGreaterThan(1);
  expect(new Set(withSingleCalls(ofItems, plan.cases).map(({ isSimilar }) => isSimilar))).toEqual(new Set([want]));
});

it('of the kinds of cases that another contract tries, one in three is tried again', () => {
  const tried = new TriedKinds();
  const before = tried.bySurface;
  expect(leftToOthers(cases, before.get('cli'))).toEqual(leftToOthers(cases));
  tried.add('cli', cases);
  expect(before.size).toBe(0);
  expect(tried.bySurface.get('ui_card')).toBeUndefined();
  const names = (left: ReadonlySet<PlannedCase>): readonly string[] => {
    const run = cases.filter((planned) => !left.has(planned) && planned.case.raw === undefined);
    return run.map((planned) => planned.case.provenance.name).filter((name) => Number.isNaN(Number(name)));
  };
  const [all, again] = [names(leftToOthers(cases)), names(leftToOthers(cases, tried.bySurface.get('cli')))];
  const each = all.filter((name) => name === 'unanswered');
  expect(again.filter((name) => name === 'unanswered')).toEqual(each);
  expect(again.length - each.length).toBe(Math.ceil((all.length - each.length) / 3));
});

it('a reply or a network fault of a kind that another contract tries is sampled, an example of a success is not', async () => {
  const phases = new Set(['responses', 'faults', 'streams']);
  const { maker } = planCases(contract, contract.operations, phases, options);
  const scripted = planScripted({ contract, maker }, contract.operations, phases).cases;
  const tried = new TriedKinds();
  tried.add('cli', scripted);
  expect(leftToOthers(scripted).size).toBe(0);
  const left = [...leftToOthers(scripted, tried.bySurface.get('cli'))].map((planned) => planned.case.provenance);
  expect(new Set(left.map(({ kind }) => kind))).toEqual(new Set(['response', 'fault']));
  expect(left.filter(({ name }) => /^20\d example/.test(name))).toEqual([]);
  expect(scripted.length - left.length).toBeGreaterThan(scripted.length / 3);
});
