import type { Contract } from '../../contract/contract.js';
import { operationArguments } from '../../contract/arguments.js';
import type { Driver, ExpectedEntry } from '../driver.js';
import { type Begun, type ProtocolOptions, begun } from './begin.js';
import { ProtocolSession } from './session.js';

/**
 * Drives a surface in any programming language. The user writes a program that implements the driver protocol: one JSON
 * text per line, on standard input and output. Each session has its own process of this program.
 */
export function protocolDriver(options: ProtocolOptions): Driver {
  return {
    gates: options.gates ?? false,
    limitsCalls: true,
    async start(context) {
      const begin = (): Promise<Begun> => begun(options, context);
      return new ProtocolSession(context, begin, await begin());
    },
  };
}

/**
 * The operations that the surface should offer: every operation under its `operationId`, with the names of all its
 * parameters and `body`.
 */
export function protocolExpectedInventory(contract: Contract): readonly ExpectedEntry[] {
  return contract.operations.map((operation) => ({
    name: operation.id,
    operation: operation.id,
    inputs: operationArguments(operation).map(({ name }) => name),
  }));
}
