import { operationArguments } from '../../contract/arguments.js';
import type { Contract } from '../../contract/contract.js';
import type { ExpectedEntry } from '../driver.js';
import { cardOperations } from './generate.js';

/** One action per operation, named by its `operationId`, with one input per argument. */
export function uiCardExpectedInventory(contract: Contract): readonly ExpectedEntry[] {
  return cardOperations(contract).map((operation) => ({
    name: operation.id,
    operation: operation.id,
    inputs: operationArguments(operation).map(({ name }) => name),
  }));
}
