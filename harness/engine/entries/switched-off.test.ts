import { expect, it } from 'vitest';
import type { CellEntry } from '../../../reports/report.js';
import type { Found } from '../group/found.js';
import { withSwitchedOff } from './switched-off.js';

const RULE = 'conformance/authentication-enforced';

function cellOf([accepted, checked, open]: Counts, backend: string): CellEntry {
  const counts = { accepted, verified: { [RULE]: checked }, broken: { [RULE]: open } };
  return { backend, ...counts } as unknown as CellEntry;
}

type Counts = readonly [accepted: number, checked: number, open: number];

it.each<[string, readonly Counts[], string, boolean]>([
  [
    'all operations accept all calls',
    [
      [5, 4, 4],
      [3, 4, 4],
    ],
    'live',
    true,
  ],
  [
    'an operation that never works does not count',
    [
      [5, 4, 4],
      [3, 4, 4],
      [0, 4, 0],
    ],
    'live',
    true,
  ],
  [
    'one operation checks credentials',
    [
      [5, 4, 4],
      [3, 4, 4],
      [2, 4, 0],
    ],
    'live',
    false,
  ],
  [
    'one kind of wrong token is accepted',
    [
      [5, 4, 1],
      [3, 4, 1],
    ],
    'live',
    false,
  ],
  ['only one operation', [[5, 4, 4]], 'live', false],
  [
    'a service that the check starts',
    [
      [5, 4, 4],
      [3, 4, 4],
    ],
    'reference',
    false,
  ],
])('finds whether the repair states that authentication is switched off: %s → $3', (_, counts, backend, want) => {
  const finding = { rule: RULE, operations: ['a', 'b'], repair: 'Check the token.' };
  const found = { finding, cells: new Set() } as unknown as Found;
  const [changed] = withSwitchedOff(
    [found],
    counts.map((each) => cellOf(each, backend)),
  );
  expect(changed?.finding.repair.includes('switched off')).toBe(want);
});
