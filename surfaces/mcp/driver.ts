import { operationArguments } from '../../contract/arguments.js';
import type { Contract } from '../../contract/contract.js';
import { ParityError } from '../../contract/parity-error.js';
import type { Driver, ExpectedEntry } from '../driver.js';
import type { McpDriverOptions } from './driver-options.js';

/** Drives a tool server with the official client; what the server returned is taken as it came, whatever its own schemas say. */
export function mcpDriver(options: McpDriverOptions): Driver {
  const hasCommand = options.command !== undefined && options.command.length > 0;
  if (hasCommand === (options.url !== undefined)) {
    const message = 'A tool server is driven by a command or at a URL, one of the two.';
    throw new ParityError('driver-misconfigured', message, 'Give mcpDriver either `command` or `url`.');
  }
  return {
    gates: false,
    async start(context) {
      // The client package takes a tenth of a second to load: only who drives a tool server pays for it.
      const { startSession } = await import('./session.js');
      return startSession(options, context);
    },
  };
}

/** The tools that the contract declares, with the names of their arguments. */
export function mcpExpectedInventory(contract: Contract): readonly ExpectedEntry[] {
  return contract.operations.flatMap((operation) =>
    operation.tool === undefined
      ? []
      : [{ operation: operation.id, name: operation.tool.name, inputs: operationArguments(operation).map(({ name }) => name) }],
  );
}
