import type { Contract } from '../../contract/contract.js';
import { ownValue } from '../../contract/json/json.js';
import type { ExpectedEntry } from '../driver.js';
import type { SdkTypescriptOptions } from './session/config.js';

/**
 * The expected inventory: one method for each operation, with the `operationId` or the configured name. It contains no
 * inputs, because they are not visible at run time.
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
