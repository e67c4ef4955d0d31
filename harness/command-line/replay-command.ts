import { printableBlock } from '../../reports/printable.js';
import type { Json } from '../../contract/json.js';
import { redactor } from '../../reports/redact.js';
import { loadConfig } from '../configuration/load-config.js';
import { readPromised } from '../engine/contracts.js';
import { readCounterexample } from '../engine/counterexample.js';
import { rootFaults } from '../engine/group/root-faults.js';
import { type Replayed, replay } from '../engine/replay.js';
import { brokenLines, observationLines } from './observation-lines.js';
import { printError } from './print-error.js';
import { printFaults } from './print-faults.js';

/** `parity replay`: exit 1 while the case still breaks a rule, 0 when it does not any more, 2 where it could not be performed. */
export async function replayCommand(config: string | undefined, file: string, surfaces: readonly string[]): Promise<void> {
  const loaded = await loadConfig(config, process.cwd());
  const example = await readCounterexample(file);
  const reading = await readPromised(loaded);
  if (reading.kind === 'faults') return printFaults(reading.faults);
  const replayed = await replay(loaded, reading.promised, example, surfaces);
  const redact = redactor([loaded.token, ...loaded.credentials.values()]);
  const lines = [
    ...[...(example.case.after ?? []), example.case].map(
      ({ operation, input }) => `${operation} ${printableBlock(input as unknown as Json)}`,
    ),
    ...replayed.trial.observations.flatMap((observation) => ['', observation.surface, ...observationLines(observation)]),
    ...verdictLines(replayed),
  ];
  process.stdout.write(`${lines.map((line) => String(redact(line))).join('\n')}\n`);
  for (const error of replayed.unavailable.values()) printError(error);
  process.exitCode = replayed.judgement.broken.length > 0 ? 1 : replayed.unavailable.size > 0 ? 2 : 0;
}

function verdictLines({ judgement }: Replayed): readonly string[] {
  const roots = rootFaults(judgement.broken);
  return roots.length === 0 ? ['', 'No rule is broken.'] : roots.flatMap((broken) => ['', ...brokenLines(broken)]);
}
