import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import type { ExpectedEntry } from '../driver.js';
import type { CliOptions } from './config.js';
import { BODY_FLAG, bodyFlags, operationFlags } from './commands/flags.js';

/**
 * The commands that the program should offer: one for each operation that has a command in the contract or in the
 * configuration. For a command from the contract, the inputs are its flags as a user types them.
 */
export function cliExpectedInventory(contract: Contract, { operations }: CliOptions): readonly ExpectedEntry[] {
  return contract.operations.flatMap((operation): readonly ExpectedEntry[] => {
    const mapping = operations?.[operation.id];
    if (mapping !== undefined) return [{ name: mapping.command.join(' '), operation: operation.id, isMapped: true }];
    if (operation.command === undefined) return [];
    return [{ name: operation.command.name, inputs: flagNames(operation), operation: operation.id }];
  });
}

function flagNames(operation: Operation): readonly string[] {
  return operationFlags(operation).flatMap(({ flag }) =>
    flag === BODY_FLAG ? bodyFlags(operation).map((name) => `--${name}`) : [`--${flag}`],
  );
}
