import type { Contract } from '../../contract/contract.js';
import { ownValue } from '../../contract/json/json.js';
import type { ExpectedEntry } from '../driver.js';
import type { SdkTypescriptOptions } from './session/config.js';

/**
 * The methods that the client should have: one for each operation, with the `operationId` or the configured name. No
 * inputs are listed, because the arguments of a method cannot be read at run time.
 */
export function sdkTypescriptExpectedInventory(
  contract: Contract,
  { methods }: SdkTypescriptOptions,
): readonly ExpectedEntry[] {
  return contract.operations.map(({ id }) => {
    const name = ownValue(methods ?? {}, id);
    return typeof name === 'string' ? { name, operation: id, isMapped: true } : { name: id, operation: id };
  });
}
