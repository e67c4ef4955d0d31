import { ParityError } from '../../../contract/parity-error.js';
import { redactor } from '../../../reports/stream/redact.js';
import { visibleLines } from '../../../reports/text/visible.js';
import { counted } from '../../../reports/text/amounts.js';
import { type LoadedConfig, loadConfig } from '../../configuration/load-config.js';
import { surfaceNames } from '../../configuration/surface-configs.js';
import { chosenOperations, readPromised } from '../../engine/plan/contracts.js';
import { smoke } from '../../smoke/smoke.js';
import { type Step, exitCodeOf, stepsSummary } from '../../smoke/step.js';
import { surfacesOf } from '../../bindings/surfaces.js';
import { interruptible } from './interrupt.js';
import { brokenLines, observationLines } from '../output/observation-lines.js';
import { printFaults } from '../output/print-faults.js';

/**
 * `parity smoke`: tests one surface. Exits with 1 if a step failed, 2 if a step could not be verified, and 130 if
 * interrupted.
 */
export async function smokeCommand(
  config: string | undefined,
  name: string,
  operations: readonly string[],
): Promise<void> {
  const loaded = await loadConfig(config, process.cwd());
  surfaceNames(loaded, [name]);
  const reading = await readPromised(loaded);
  if (reading.kind === 'faults') return printFaults(reading.faults);
  const { promised } = reading;
  const chosen = chosenOperations(promised, { operations });
  const redact = redactor([loaded.token, ...loaded.credentials.values()]);
  const { signal, done } = interruptible();
  const steps: Step[] = [];
  for (const contract of promised.served) {
    const bound = new Set(promised.bindings(name, contract).map(({ operation }) => operation));
    const [surface] = await surfacesOf(loaded, contract.file, [name]);
    if (surface === undefined || ![...bound].some(chosen)) continue;
    process.stdout.write(`${name} on ${contract.file}\n`);
    for await (const step of smoke({ loaded, contract, surface, bound, chosen, signal })) {
      steps.push(step);
      process.stdout.write(
        `${stepLines(step, loaded)
          .map((line) => visibleLines(String(redact(line))))
          .join('\n')}\n`,
      );
    }
  }
  done();
  if (steps.length === 0)
    throw new ParityError(
      'nothing-tried',
      `${name} offers none of the selected operations`,
      'Give `--operation` an operation that the surface offers.',
    );
  process.stdout.write(
    visibleLines(`\n${signal.aborted ? `interrupted after ${counted(steps.length, 'step')}` : stepsSummary(steps)}\n`),
  );
  process.exitCode = signal.aborted ? 130 : exitCodeOf(steps);
}

const MARKS = { passed: 'ok  ', failed: 'FAIL', unverified: '?   ' } as const;

function stepLines(
  { kind, title, lines, repair, observation, broken = [] }: Step,
  loaded: LoadedConfig,
): readonly string[] {
  return [
    `${MARKS[kind]} ${title}`,
    ...(observation === undefined ? [] : observationLines(observation, loaded, 'short')),
    ...lines.map((line) => `  ${line}`),
    ...(repair === undefined ? [] : [`  → ${repair}`]),
    ...broken.flatMap(brokenLines).map((line) => `  ${line}`),
  ];
}
