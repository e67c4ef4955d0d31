import type { Contract } from '../../../contract/contract.js';
import type { KnownValues } from '../../cases/make-cases.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { statedTimes } from './stated-times.js';

/**
 * Returns the configured values of arguments, by name. A time that must be in the future and has no configured value
 * gets a value that is computed from the current day.
 */
export function knownValues({ config }: LoadedConfig, contract: Contract): ReadonlyMap<string, KnownValues> {
  const values = Object.entries(config.values ?? {});
  const configured = values.map(([name, { known, only }]) => [name, { known, only: only ?? false }] as const);
  return new Map([...statedTimes(contract, new Date()), ...configured]);
}
