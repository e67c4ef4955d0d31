import { describe, expect, it } from 'vitest';
import type { Case } from '../../contract/case.js';
import { inputWords } from '../../reports/view/words/case-words.js';
import { CROSSED } from './faults/state-faults.js';
import { OVERLAP_FAULTS } from './faults/overlap-faults.js';
import { findings } from './miniature-run.js';
import { notesWorkload, workloads } from './workloads.js';

function calls(shown: Case | undefined): readonly string[] {
  const steps = shown === undefined ? [] : [...(shown.precedingCalls ?? []), shown];
  return steps.map(({ operation, surface }) => (surface === undefined ? operation : `${operation} on ${surface}`));
}

describe('faults of stored state', () => {
  it('a counterexample with calls of two surfaces names the surface of each call', async () => {
    const { plan, ...workload } = await notesWorkload(['sequences']);
    const sequences = (plan.sequences ?? []).filter(({ name }) => name === 'crossed');
    const found = await findings({ ...workload, plan: { ...plan, sequences } }, CROSSED.setup);
    expect(found.map(({ finding }) => [finding.rule, calls(finding.counterexample)])).toEqual([
      ['state/stored', ['createNote on tested', 'getNote']],
    ]);
    const shown = found[0]?.finding.counterexample;
    expect(shown && inputWords(shown, undefined)).toContain('createNote on tested with');
  });

  it.each(OVERLAP_FAULTS.slice(1, 3).map((fault) => [fault.name, fault] as const))(
    'a counterexample contains only the concurrent calls that show the fault: %s',
    async (_, { rule, setup }) => {
      const { overlap } = await workloads();
      const found = await findings(overlap, setup);
      expect(found.map(({ finding, unsteady }) => [finding.rule, unsteady])).toEqual([[rule, undefined]]);
      const shown = found[0]?.finding.counterexample;
      const lanes = shown?.precedingCalls?.map(({ lane }) => lane);
      expect(new Set(lanes?.filter((lane) => lane !== undefined)).size).toBe(2);
      expect(lanes?.length).toBeLessThan(5);
    },
  );
});
