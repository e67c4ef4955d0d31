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
    const { name } = operation.command;
    return [{ name, inputs: flagNames(operation), required: requiredFlags(operation), operation: operation.id }];
  });
}

/**
 * Whether each flag of a parameter is required. A required header is left out, because the environment may set it, and
 * so is an optional parameter whose description has a condition.
 */
function requiredFlags(operation: Operation): ReadonlyMap<string, boolean> {
  return new Map(
    operationFlags(operation).flatMap(({ flag, argument: { required, parameter } }) => {
      if (parameter === undefined) return [];
      const isOpen = required ? !['path', 'query'].includes(parameter.in) : /required/i.test(parameter.description);
      return isOpen ? [] : [[`--${flag}`, required] as const];
    }),
  );
}

function flagNames(operation: Operation): readonly string[] {
  return operationFlags(operation).flatMap(({ flag }) =>
    flag === BODY_FLAG ? bodyFlags(operation).map((name) => `--${name}`) : [`--${flag}`],
  );
}
