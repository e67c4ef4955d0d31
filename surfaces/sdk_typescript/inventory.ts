import type { Contract } from '../../contract/contract.js';
import type { ExpectedEntry } from '../driver.js';

/** One method per operation, named by its `operationId`. The inputs of a method are not visible at run time. */
export function sdkTypescriptExpectedInventory(contract: Contract): readonly ExpectedEntry[] {
  return contract.operations.map(({ id }) => ({ name: id, operation: id }));
}
