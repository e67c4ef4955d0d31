import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ParityError } from '../../../contract/parity-error.js';
import type { LintResult } from '../../../rules/contract/lint/lint-result.js';
import { builtFile } from '../../../surfaces/built-file.js';
import type { LintReply, LintRequest } from './lint-thread.js';

/**
 * Lints contracts in a thread of its own: Spectral needs more than a second of processor time, and the main thread
 * makes the cases meanwhile. Returns the results of each contract. Rejects if the ruleset is unusable, and as soon as
 * the run is stopped, even if Spectral is still busy. The thread has ended when the promise settles.
 */
export async function lintInThread(
  request: LintRequest,
  signal: AbortSignal,
): Promise<readonly (readonly LintResult[])[]> {
  const file = builtFile(import.meta.url, 'harness/engine/phases', 'lint-thread.js');
  const thread = new Worker(file, { workerData: request });
  try {
    const [reply] = (await Promise.race([once(thread, 'message', { signal }), ended(thread)])) as [LintReply];
    if (reply.kind === 'results') return reply.results;
    throw new ParityError(reply.code, reply.message, reply.repair);
  } finally {
    await thread.terminate();
  }
}

/** Rejects when the thread ends: before its reply, only code of the user can have ended it. */
async function ended(thread: Worker): Promise<never> {
  await once(thread, 'exit');
  throw new ParityError(
    'lint-ended',
    'the lint of the contracts ended without a result',
    'Remove calls of `process.exit` from the ruleset.',
  );
}
