import { expect, it } from 'vitest';
import type { Blame } from '../../../rules/finding.js';
import type { Cluster } from '../group/cluster.js';
import { TrialSet } from '../group/trial-set.js';
import { surfaceOf } from './fresh-sessions.js';

const trials = (...indices: readonly number[]): TrialSet => {
  const set = new TrialSet();
  for (const index of indices) set.add(index);
  return set;
};

it.each<[string, { readonly blame: Blame; readonly shown: Readonly<Record<string, readonly number[]>> }, string]>([
  [
    'a fault of a surface is reproduced on the faulty surface',
    { blame: 'surface', shown: { 'reference sdk': [7], 'reference rest': [7] } },
    'sdk',
  ],
  [
    'a fault of the service is reproduced on rest, if its smallest case shows the fault on rest',
    { blame: 'backend', shown: { 'reference sdk': [7], 'reference rest': [3, 7] } },
    'rest',
  ],
  [
    'a fault of the service is reproduced on the surface of its smallest case, if this case does not show it on rest',
    { blame: 'backend', shown: { 'reference sdk': [7], 'reference rest': [3] } },
    'sdk',
  ],
  [
    'a fault of the service is reproduced on the surface of its smallest case, if rest shows it only with another backend',
    { blame: 'backend', shown: { 'reference sdk': [7], 'mock rest': [7] } },
    'sdk',
  ],
])('selects the surface of a fresh session: %s', (_, { blame, shown }, want) => {
  const smallest = { case: {}, index: 7, backend: 'reference', violation: { blame, surface: 'sdk' } };
  const cluster = {
    smallest,
    shown: new Map(Object.entries(shown).map(([lane, indices]) => [lane, trials(...indices)])),
  };
  expect(surfaceOf(cluster as unknown as Cluster)).toBe(want);
});

it('a fault with preceding calls of another surface is reproduced on the faulty surface', () => {
  const violation = { blame: 'backend', surface: 'sdk' };
  const smallest = { case: { precedingCalls: [{ surface: 'rest' }] }, index: 7, backend: 'reference', violation };
  const cluster = { smallest, shown: new Map([['reference rest', trials(7)]]) };
  expect(surfaceOf(cluster as unknown as Cluster)).toBe('sdk');
});
