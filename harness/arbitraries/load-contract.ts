import path from 'node:path';
import type { Contract } from '../../contract/contract.js';
import { ParityError } from '../../contract/parity-error.js';
import { readContract } from '../../contract/reading/read-contract.js';
import { formatLocation } from '../../contract/json/source-location.js';

/**
 * Loads an OpenAPI 3.1 description and the files to which it refers. If the description cannot be used, throws a
 * `ParityError` with the code of its first fault.
 */
export async function loadContract(file: string, root = path.dirname(path.resolve(file))): Promise<Contract> {
  const reading = await readContract(path.resolve(file), { root, prefix: 'svc' });
  if (reading.kind === 'contract') return reading.contract;
  const [first] = reading.faults;
  throw new ParityError(
    first?.code ?? 'contract-unreadable',
    `${file} cannot be used: ${reading.faults.map(({ message, location }) => `${formatLocation(location)} ${message}`).join('; ')}`,
    first?.repair ?? 'Run `parity lint` on the file.',
  );
}
