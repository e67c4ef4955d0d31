import { hasColours } from '../output/terminal-features.js';
import { type Redactor, redactor } from '../../../reports/stream/redact.js';
import type { FindingEntry } from '../../../reports/report.js';
import { safeEntry } from '../../../reports/stream/safe-entry.js';
import { findingLines } from '../../../reports/terminal/finding-block.js';
import { paint } from '../../../reports/terminal/paint.js';
import { secretTexts } from '../../configuration/secret-texts.js';
import { readPromised } from '../../engine/plan/contracts.js';
import { readCounterexample } from '../../engine/minimise/counterexample.js';
import { replay } from '../../engine/replay.js';
import { observationLines } from '../output/observation-lines.js';
import { printError } from '../output/print-error.js';
import { printFaults } from '../output/print-faults.js';
import { caseLines } from '../replaying/case-lines.js';
import { replayEntries, replayResult } from '../replaying/replay-result.js';
import { staleWarnings } from '../replaying/stale-warnings.js';
import { wrapped } from '../output/wrapped.js';
import { checkSubject } from './check-subject.js';
import type { ReplayFlags } from './replay-flags.js';

/**
 * `parity replay`: exits with 1 if the case breaks a rule, 0 if it breaks no rule, and 2 if the result could not be
 * verified.
 */
export async function replayCommand(config: string | undefined, file: string, flags: ReplayFlags): Promise<void> {
  const { surface: surfaces = [] } = flags;
  const example = await readCounterexample(file);
  const subject = await checkSubject(config, flags.contract, flags, process.cwd());
  if (subject.kind === 'faults') return printFaults(subject.faults);
  const { loaded } = subject;
  const reading = await readPromised(loaded, [], true);
  if (reading.kind === 'faults') return printFaults(reading.faults);
  for (const warning of staleWarnings(loaded, reading.promised, example, surfaces))
    process.stderr.write(wrapped(warning, process.stderr));
  const replayed = await replay(loaded, reading.promised, example, surfaces);
  const redact = redactor(secretTexts(loaded));
  const result = replayResult(example, replayed);
  const lines = [
    ...caseLines(example),
    ...replayed.trial.observations.flatMap((each) => ['', each.surface, ...observationLines(each, loaded, 'whole')]),
    ...replayEntries(example, replayed).flatMap((entry, index) => ['', ...entryLines(entry, index + 1, redact)]),
    ...(result.message === '' ? [] : ['', result.message]),
  ];
  process.stdout.write(`${lines.map((line) => String(redact(line))).join('\n')}\n`);
  for (const error of replayed.unavailable.values()) printError(error);
  process.exitCode = result.exitCode;
}

function entryLines(entry: FindingEntry, number: number, redact: Redactor): readonly string[] {
  const style = paint(hasColours(process.stdout));
  const safe = safeEntry(entry, redact);
  return safe.kind === 'finding' ? findingLines(safe, number, style, process.stdout.columns || 100) : [];
}
