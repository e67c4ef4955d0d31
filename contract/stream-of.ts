import type { Operation, StreamSpec } from './operation.js';

/** What an operation streams when it succeeds; `undefined` where it answers in one piece. Looked for once an operation. */
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
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return successes.flatMap(({ content }) => content).find(({ stream }) => stream !== undefined)?.stream;
}
