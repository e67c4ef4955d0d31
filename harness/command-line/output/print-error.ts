import { ParityError } from '../../../contract/parity-error.js';
import { formatLocation } from '../../../contract/json/source-location.js';
import { visibleLines } from '../../../reports/text/visible.js';
import { wrapped } from './wrapped.js';

/**
 * Prints an error, its location and its repair to stderr. The stack of an unexpected error is printed only with
 * `PARITY_DEBUG=1`.
 */
export function printError(error: unknown): void {
  if (error instanceof ParityError) {
    const where = error.location === undefined ? '' : `${formatLocation(error.location)}: `;
    const text = `parity: ${visibleLines(where + error.message)}\n  → ${visibleLines(error.repair)}\n`;
    process.stderr.write(wrapped(text, process.stderr));
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `parity: internal error: ${visibleLines(message)}\n  → Report it with the output of the same command under PARITY_DEBUG=1.\n`,
  );
  if (process.env['PARITY_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
}
