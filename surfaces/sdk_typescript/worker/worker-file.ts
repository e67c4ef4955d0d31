import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ParityError } from '../../../contract/parity-error.js';

/** Path of the compiled worker: next to this module, or in `dist` if this module runs from its TypeScript source. */
export function workerFile(here = import.meta.url): string {
  if (!here.endsWith('.ts')) return fileURLToPath(new URL('worker.js', here));
  const built = fileURLToPath(new URL('../../../dist/surfaces/sdk_typescript/worker/worker.js', here));
  if (existsSync(built)) return built;
  throw new ParityError(
    'not-built',
    `${built} does not exist, but the SDK runs in it`,
    'Run `npm run build` before the tests.',
  );
}
