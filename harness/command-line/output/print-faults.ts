import type { ContractFault } from '../../../contract/contract.js';
import { formatLocation } from '../../../contract/json/source-location.js';
import { visibleLines } from '../../../reports/text/visible.js';
import { wrapped } from './wrapped.js';

/** Prints the faults of a contract, each with its repair. Sets exit code 2, because nothing could be verified. */
export function printFaults(faults: readonly ContractFault[]): void {
  for (const { location, message, repair } of faults) {
    process.stderr.write(
      wrapped(visibleLines(`${formatLocation(location)}: ${message}\n  → ${repair}\n`), process.stderr),
    );
  }
  process.exitCode = 2;
}
