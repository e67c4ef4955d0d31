import { parentPort, workerData } from 'node:worker_threads';
import { ParityError } from '../../../contract/parity-error.js';
import type { LintOptions } from '../../../rules/contract/document/lint-options.js';
import type { LintResult } from '../../../rules/contract/lint/lint-result.js';
import { lintContract } from '../../../rules/contract/lint/lint.js';
import { rulesetOption } from '../../configuration/ruleset-option.js';

/** The contracts that the thread lints. All paths are relative to `root`. */
export interface LintRequest {
  readonly root: string;
  readonly contracts: readonly (Omit<LintOptions, 'ruleset'> & { readonly file: string })[];
  /** The ruleset of the user. The thread loads it, because a ruleset contains functions. */
  readonly ruleset?: string;
}

/** The results of each contract of a `LintRequest`, or the error because of which nothing was linted. */
export type LintReply =
  | { readonly kind: 'results'; readonly results: readonly (readonly LintResult[])[] }
  | ({ readonly kind: 'error' } & Pick<ParityError, 'code' | 'message' | 'repair'>);

/** The program of the thread that `lintInThread` starts. */
async function reply({ root, contracts, ruleset }: LintRequest): Promise<LintReply> {
  try {
    const own = await rulesetOption(ruleset, root);
    const results: (readonly LintResult[])[] = [];
    for (const { file, ...options } of contracts) results.push(await lintContract(file, { ...options, ...own }));
    return { kind: 'results', results };
  } catch (error) {
    if (!(error instanceof ParityError)) throw error;
    const { code, message, repair } = error;
    return { kind: 'error', code, message, repair };
  }
}

parentPort?.postMessage(await reply(workerData as LintRequest));
