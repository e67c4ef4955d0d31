import { describe, expect, it } from 'vitest';
import type { CheckRun } from './check-run.js';
import { type FrameworkResult, exitCodeOf, frameworkTable } from './framework-table.js';

const CLEAN: CheckRun = { seed: 1, cases: 365, findings: 0, unsteady: 0, reports: '/r/seed-1' };
const FOUND: CheckRun = { seed: 2, cases: 358, findings: 1, unsteady: 0, reports: '/r/seed-2' };
const UNSTEADY: CheckRun = { ...CLEAN, seed: 3, unsteady: 2, reports: '/r/seed-3' };
const FAILED: CheckRun = {
  seed: 4,
  cases: 0,
  findings: 0,
  unsteady: 0,
  failure: 'exit code 2, no report',
  reports: '/r/seed-4',
};
const EMPTY: CheckRun = { ...CLEAN, cases: 0 };
const MISSING: FrameworkResult = { kind: 'missing', name: 'go', reason: 'no go', repair: 'Install Go.' };

function ran(...runs: readonly CheckRun[]): FrameworkResult {
  return { kind: 'ran', name: 'express', version: 'Express 5', runs };
}

const EXITS: readonly (readonly [string, { readonly given: readonly FrameworkResult[]; readonly want: number }])[] = [
  ['every run verified all rules without findings → 0', { given: [ran(CLEAN, CLEAN)], want: 0 }],
  ['a run has findings → 1', { given: [ran(CLEAN, FOUND)], want: 1 }],
  ['a run has unsteady findings → 1', { given: [ran(UNSTEADY)], want: 1 }],
  ['one run has findings and another run failed → 1', { given: [ran(FOUND, FAILED), MISSING], want: 1 }],
  ['a run failed → 2', { given: [ran(CLEAN, FAILED)], want: 2 }],
  ['a framework did not run → 2', { given: [ran(CLEAN), MISSING], want: 2 }],
  ['a run had no cases → 2', { given: [ran(CLEAN, EMPTY)], want: 2 }],
  ['a framework has no runs → 2', { given: [ran()], want: 2 }],
  ['no framework was chosen → 2', { given: [], want: 2 }],
];

describe('frameworkTable', () => {
  it.each(EXITS)('the exit code of the frameworks command: %s', (_, { given, want }) => {
    expect(exitCodeOf(given)).toBe(want);
  });

  it('the table has a line for each framework, and a line for each run with findings or failures', () => {
    expect(frameworkTable([ran(CLEAN, FOUND, UNSTEADY, FAILED), MISSING])).toBe(
      [
        'framework  runs  cases  findings  unsteady  failures  version',
        'express    4     1088   1         2         1         Express 5',
        'go         did not run: no go',
        'express, seed 2: 1 finding and 0 unsteady entries, see /r/seed-2',
        'express, seed 3: 0 findings and 2 unsteady entries, see /r/seed-3',
        'express, seed 4: exit code 2, no report',
        'go: Install Go.',
        '',
      ].join('\n'),
    );
  });
});
