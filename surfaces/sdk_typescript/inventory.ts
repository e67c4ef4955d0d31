import type { Contract } from '../../contract/contract.js';
import { ownValue } from '../../contract/json/json.js';
import type { ExpectedEntry } from '../driver.js';
import type { SdkTypescriptOptions } from './session/config.js';

/** One method per operation, named by its `operationId` or by the configuration. Its inputs are not visible at run time. */
export function sdkTypescriptExpectedInventory(
  contract: Contract,
  { methods }: SdkTypescriptOptions,
): readonly ExpectedEntry[] {
  return contract.operations.map(({ id }) => {
    const name = ownValue(methods ?? {}, id);
    return typeof name === 'string' ? { name, operation: id, isMapped: true } : { name: id, operation: id };
  });
}
