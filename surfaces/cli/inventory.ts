import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import type { ExpectedEntry } from '../driver.js';
import { BODY_FILE_FLAG, BODY_FLAG, operationFlags } from './commands/flags.js';

/** A command for every operation that the contract gives one, with its flags as they are typed. */
export function cliExpectedInventory(contract: Contract): readonly ExpectedEntry[] {
  return contract.operations.flatMap((operation) => {
    if (operation.command === undefined) return [];
    return [{ name: operation.command.name, inputs: flagNames(operation), operation: operation.id }];
  });
}

function flagNames(operation: Operation): readonly string[] {
  return operationFlags(operation).flatMap(({ flag }) =>
    flag === BODY_FLAG ? [`--${BODY_FLAG}`, `--${BODY_FILE_FLAG}`] : [`--${flag}`],
  );
}
