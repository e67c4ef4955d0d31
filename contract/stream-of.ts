import { successesOf } from './documented-responses.js';
import type { Contract } from './contract.js';
import type { Operation, StreamSpec } from './operation.js';

/** The event stream that an operation returns on success; `undefined` if the operation does not return a stream. */
export function streamOf(operation: Operation): StreamSpec | undefined {
  let known = streams.get(operation);
  if (known === undefined) {
    known = { spec: documentedStream(operation) };
    streams.set(operation, known);
  }
  return known.spec;
}

const streams = new WeakMap<Operation, { readonly spec: StreamSpec | undefined }>();

function documentedStream({ responses }: Operation): StreamSpec | undefined {
  const successes = successesOf({ responses });
  return successes.flatMap(({ content }) => content).find(({ stream }) => stream !== undefined)?.stream;
}

/** The operations that return event streams. If no operation does, all operations. */
export function streamsOrAll({ operations }: Pick<Contract, 'operations'>): readonly Operation[] {
  const streamed = operations.filter((operation) => streamOf(operation) !== undefined);
  return streamed.length > 0 ? streamed : operations;
}
