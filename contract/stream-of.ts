import type { Operation, StreamSpec } from './operation.js';

/** What an operation streams when it succeeds; `undefined` where it answers in one piece. */
export function streamOf({ responses }: Operation): StreamSpec | undefined {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return successes.flatMap(({ content }) => content).find(({ stream }) => stream !== undefined)?.stream;
}
