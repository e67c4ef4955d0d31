import { ParityError } from '../../contract/parity-error.js';
import { formatLocation } from '../../contract/json/source-location.js';
import { visibleLines } from '../../reports/text/visible.js';
import { wrapped } from './wrapped.js';

/** What failed, where, and how to mend it, on stderr. A stack only for what we did not foresee, and only when asked for. */
export function printError(error: unknown): void {
  if (error instanceof ParityError) {
    const where = error.location === undefined ? '' : `${formatLocation(error.location)}: `;
    const told = `parity: ${visibleLines(where + error.message)}\n  → ${visibleLines(error.repair)}\n`;
    process.stderr.write(wrapped(told, process.stderr));
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `parity: this should not have happened: ${visibleLines(message)}\n  → Report it with the output of the same command under PARITY_DEBUG=1.\n`,
  );
  if (process.env['PARITY_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
}
