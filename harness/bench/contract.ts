import type { Contract } from '../../contract/contract.js';
import { ParityError } from '../../contract/parity-error.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { readPromised } from '../engine/contracts.js';

/** The first contract that is served. */
export async function servedContract(loaded: LoadedConfig): Promise<Contract> {
  const reading = await readPromised(loaded);
  const contract = reading.kind === 'promised' ? reading.promised.served[0] : undefined;
  if (contract === undefined) throw new ParityError('nothing-served', 'no contract can be read and served', 'Run `parity lint` first.');
  return contract;
}
