import { join } from 'node:path';
import { expect, it } from 'vitest';
import { phasesNamed } from '../engine/options/check-options.js';
import { type FaultResult, scoreOf } from '../selftest/fault-result.js';
import { PLANTED_FAULTS } from '../selftest/planted-faults.js';
import { runFaults } from '../selftest/run-faults.js';

/** The ids of one planted fault of each class. Each of them is found by a fast phase. */
const IDS = [
  'rest-create-trims-name',
  'rest-accepts-limit-zero',
  'ts-body-camel-case-names',
  'ts-generated-path',
  'mcp-problem-without-is-error',
  'stale-command-description',
  'contract-nullable',
  'registry-http-launch',
];
const PHASES = phasesNamed(['lint', 'registry', 'freshness', 'examples', 'boundary', 'invalid']);

it('each planted fault causes one finding, at the right place and with the right blame', async () => {
  const faults = PLANTED_FAULTS.filter(({ id }) => IDS.includes(id));
  const results: FaultResult[] = [];
  const signal = new AbortController().signal;
  const root = join(import.meta.dirname, '../..');
  await runFaults(faults, {
    root,
    phases: PHASES,
    runs: 1,
    jobs: 1,
    signal,
    onResult: (_, result) => results.push(result),
  });
  const wrong = faults.flatMap((fault) => {
    const result = results.find(({ id }) => id === fault.id);
    const score = result && scoreOf(fault, result);
    return score?.single && score.surface && score.blame && score.minimal !== false
      ? []
      : [{ fault: fault.id, result }];
  });
  expect(faults).toHaveLength(IDS.length);
  expect(wrong).toEqual([]);
});
