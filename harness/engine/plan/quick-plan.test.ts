import { expect, it } from 'vitest';
import { loadContract } from '../../arbitraries/load-contract.js';
import { planCases } from './case-plan.js';
import type { PlannedCase } from './planned/planned-case.js';
import { TriedKinds, leftToEarlier, leftToOthers, withSingleCalls } from './quick-plan.js';
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

const CLI = { id: 'cli', isCostly: true } as const;
const SDK = { id: 'sdk_python' } as const;

it('of the kinds of cases that another contract tries, one in three is tried again', () => {
  const tried = new TriedKinds();
  const before = tried.bySurface;
  tried.add(CLI, cases);
  tried.add(SDK, cases);
  expect(before.size).toBe(0);
  expect(leftToEarlier(cases, before.get('cli')).size).toBe(0);
  expect(leftToEarlier(cases, tried.bySurface.get('sdk_python')).size).toBe(0);
  const kinds = new Set(cases.filter((planned) => planned.case.raw === undefined).map((planned) => nameOf(planned)));
  const left = new Set([...leftToEarlier(cases, tried.bySurface.get('cli'))].map(nameOf));
  const named = [...kinds].filter((name) => name !== 'unanswered' && Number.isNaN(Number(name)));
  expect(named.filter((name) => !left.has(name))).toHaveLength(Math.ceil(named.length / 3));
  expect([...left].filter((name) => !named.includes(name))).toEqual([]);
});

const nameOf = (planned: PlannedCase): string => planned.case.provenance.name;

it('replies and network faults that another contract tries are sampled on every surface, examples of successes are not', () => {
  const phases = new Set(['responses', 'faults', 'streams']);
  const { maker } = planCases(contract, contract.operations, phases, options);
  const scripted = planScripted({ contract, maker }, contract.operations, phases).cases;
  const tried = new TriedKinds();
  for (const surface of [CLI, SDK]) tried.add(surface, scripted);
  expect(leftToOthers(scripted).size).toBe(0);
  const [onCli, onSdk] = [CLI, SDK].map(({ id }) => leftToEarlier(scripted, tried.bySurface.get(id)));
  expect(onCli).toEqual(onSdk);
  const left = [...(onCli ?? [])].map((planned) => planned.case.provenance);
  expect(new Set(left.map(({ kind }) => kind))).toEqual(new Set(['response', 'fault']));
  expect(left.filter(({ name }) => /^20\d example/.test(name))).toEqual([]);
  expect(scripted.length - left.length).toBeGreaterThan(scripted.length / 3);
});
