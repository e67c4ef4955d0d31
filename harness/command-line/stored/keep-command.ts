import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { ParityError } from '../../../contract/parity-error.js';
import { loadConfig } from '../../configuration/load-config.js';
import { counterexampleText } from '../../engine/minimise/counterexample.js';
import { REGRESSIONS } from '../../engine/options/declared.js';
import { findingNamed } from './finding-named.js';
import { storedReport } from './stored-report.js';

export interface KeepFlags {
  readonly report: string;
}

/** `parity keep`: stores the counterexample of a finding in the project, so that every later run tries it first. */
export async function keepCommand(config: string | undefined, id: string, flags: KeepFlags): Promise<void> {
  const report = await storedReport(flags.report);
  const entry = findingNamed(report, id, flags.report);
  const text = counterexampleText(entry, report.header.seed);
  if (text === undefined) {
    const repair = 'A finding cannot be kept if it has no call, or if its input was too long for the report.';
    throw new ParityError('counterexample-none', `finding ${id} has no counterexample`, repair);
  }
  const { root, config: configured } = await loadConfig(config, process.cwd());
  const folder = resolve(root, configured.regressions ?? REGRESSIONS);
  const file = join(folder, `${id}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, text, { flag: 'wx' }).catch((cause: unknown) => {
    const message = `${file} cannot be written: ${(cause as Error).message}`;
    throw new ParityError(
      'regression-unwritable',
      message,
      'If the file exists, the counterexample is already kept. If the file does not exist, make the folder writable.',
      {
        cause,
      },
    );
  });
  const shown = relative(process.cwd(), file) || file;
  process.stdout.write(`Kept the counterexample of ${entry.finding.rule} in ${shown}. Later checks run it first.\n`);
}
