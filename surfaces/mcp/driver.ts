import { operationArguments } from '../../contract/arguments.js';
import type { Contract } from '../../contract/contract.js';
import { ParityError } from '../../contract/parity-error.js';
import type { Driver, ExpectedEntry } from '../driver.js';

export interface McpDriverOptions {
  /** Starts a server that speaks MCP on stdin and stdout; started once a token, in the configuration's folder, without a shell. */
  readonly command?: readonly string[];
  /** Instead of `command`: a streamable HTTP endpoint that runs already, against the tap, with a token of its own. */
  readonly url?: string;
  /** Added to the small environment that a command gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The one revision to speak; default `2025-11-25`. */
  readonly revision?: string;
}

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
