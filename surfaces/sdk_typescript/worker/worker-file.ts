import { existsSync } from 'node:fs';
import { ParityError } from '../../../contract/parity-error.js';
import { builtFile } from '../../built-file.js';

/** The path of the compiled worker. */
export function workerFile(here = import.meta.url): string {
  const built = builtFile(here, 'surfaces/sdk_typescript/worker', 'worker.js');
  if (!here.endsWith('.ts') || existsSync(built)) return built;
  throw new ParityError(
    'not-built',
    `${built} does not exist; the driver starts this file to call the SDK`,
    'Run `npm run build` before the tests.',
  );
}
