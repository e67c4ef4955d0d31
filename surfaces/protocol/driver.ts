import type { Contract } from '../../contract/contract.js';
import { operationArguments } from '../../contract/arguments.js';
import type { Driver, ExpectedEntry } from '../driver.js';
import { type Begun, type ProtocolOptions, begun } from './begin.js';
import { ProtocolSession } from './session.js';

/**
 * Drives a surface in any language through a program that implements the driver protocol. Messages are one JSON text
 * per line. Each lane has its own process.
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

/** The expected inventory: every operation under its `operationId`, with the names of its flat arguments. */
export function protocolExpectedInventory(contract: Contract): readonly ExpectedEntry[] {
  return contract.operations.map((operation) => ({
    name: operation.id,
    operation: operation.id,
    inputs: operationArguments(operation).map(({ name }) => name),
  }));
}
