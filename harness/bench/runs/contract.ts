import type { Contract } from '../../../contract/contract.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { readPromised } from '../../engine/plan/contracts.js';

export async function servedContracts(loaded: LoadedConfig): Promise<readonly Contract[]> {
  const reading = await readPromised(loaded);
  return reading.kind === 'promised' ? reading.promised.served : [];
}

/** The first contract that a configured service serves. Throws if there is none. */
export async function servedContract(loaded: LoadedConfig): Promise<Contract> {
  const [contract] = await servedContracts(loaded);
  if (contract === undefined)
    throw new ParityError('nothing-served', 'No contract can be read and served.', 'Run `parity lint` first.');
  return contract;
}
