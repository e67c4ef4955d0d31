import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Report } from '../../reports/report.js';
import type { CheckOrder } from './check-order.js';

/** The report of a check, or the error that prevented it. */
export type CheckAnswer = { readonly report: Report } | { readonly error: string };

/**
 * Time limit of a check. No check takes as long, even on a busy machine. If a check hangs, it is stopped, and the hang
 * is recorded as the result for the planted fault.
 */
const LONGEST_MS = 300_000;

/** A worker process. It starts when it is first needed. It starts again if a check hung or ended the process. */
export class CheckProcess {
  private child: ChildProcess | undefined;
  private isClosed = false;

  /** `project`: the folder whose compiled code the worker runs. */
  constructor(private readonly project: string) {}

  async check(order: CheckOrder): Promise<CheckAnswer> {
    if (this.isClosed) return { error: 'the run was stopped' };
    const child = (this.child ??= fork(join(this.project, 'dist/harness/selftest/check-worker.js'), {
      cwd: this.project,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }));
    const answer = await answerOf(child, order);
    if ('error' in answer) this.stop();
    return answer;
  }

  /** Stops the worker for good. */
  close(): void {
    this.isClosed = true;
    this.stop();
  }

  /** Stops the worker. A supervisor then ends the processes that the worker started. */
  private stop(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

function answerOf(child: ChildProcess, order: CheckOrder): Promise<CheckAnswer> {
  return new Promise((resolve) => {
    const end = (answer: CheckAnswer): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(
      () => end({ error: `the check wrote no report within ${LONGEST_MS / 1000} s` }),
      LONGEST_MS,
    );
    child.once('message', (answer: CheckAnswer) => end(answer));
    child.once('exit', (code, signal) => end({ error: `the check ended with ${code ?? signal}` }));
    child.once('error', (error) => end({ error: error.message }));
    child.send(order);
  });
}
