import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interruptible } from '../command-line/commands/interrupt.js';
import { PHASES } from '../engine/options/check-options.js';
import { type FaultResult, scoreOf } from './fault-result.js';
import { faithfulRun } from './faithful-run.js';
import { type Measured, readMeasurements, withResults, writeMeasurements } from './measurements.js';
import { EARLIER_PHASES } from './narrowed-check.js';
import { selfTestPage } from './page.js';
import type { PlantedFault } from './faults/planted-fault.js';
import { PLANTED_FAULTS } from './planted-faults.js';
import { runFaults } from './run-faults.js';
import { misses, scoreTable, scored } from './score-table.js';
import { type SelfTestFlags, USAGE, chosenFaults, readFlags } from './selection.js';

/** `npm run selftest`: plants faults into copies of the built project and measures what a check reports about them. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const flags = readFlags(process.argv.slice(2));
if (typeof flags === 'string') {
  process.stderr.write(`${flags}\n${USAGE}`);
  process.exitCode = 2;
} else {
  const { signal, done } = interruptible();
  process.exitCode = await (flags.faithful > 0 ? faithfulRun(root, flags.faithful, signal) : measured(flags, signal));
  done();
}

/** Checks the example with each chosen fault, prints the result, and updates `docs/self-test.md`. */
async function measured(given: SelfTestFlags, signal: AbortSignal): Promise<number> {
  const chosen = chosenFaults(PLANTED_FAULTS, given);
  let count = 0;
  const onResult = (fault: PlantedFault, result: FaultResult): void => {
    count += 1;
    process.stdout.write(`${String(count).padStart(3)}/${chosen.length} ${line(fault, result)}\n`);
  };
  const phases = given.earlier ? EARLIER_PHASES : PHASES;
  const results = await runFaults(chosen, { root, phases, isQuick: given.quick, jobs: given.jobs, signal, onResult });
  const rows = scored(PLANTED_FAULTS, results);
  process.stdout.write(`\n${scoreTable(rows)}\n\n${misses(rows)}\n`);
  const file = join(root, 'harness/selftest/results.json');
  const ids = PLANTED_FAULTS.map(({ id }) => id);
  const measurements = withResults(readMeasurements(file), measuredBy(given), results, ids);
  writeMeasurements(file, measurements);
  writeFileSync(join(root, 'docs/self-test.md'), selfTestPage(PLANTED_FAULTS, measurements));
  return signal.aborted ? 130 : 0;
}

function measuredBy({ earlier, quick }: SelfTestFlags): Measured {
  if (quick) return 'quick';
  return earlier ? 'earlier' : 'all';
}

function line(fault: PlantedFault, result: FaultResult): string {
  const score = scoreOf(fault, result);
  const marks = Object.entries(score).map(([name, mark]) => (mark === true ? name : `no ${name}`));
  return `${fault.id} ${result.seconds} s: ${marks.join(', ')}`;
}
