import { type ChildProcess, type IOType, spawn } from 'node:child_process';
import { afterReading } from './after-reading.js';

export interface ProcessOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  /** The complete environment of the process. No variable is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The three standard streams. Default: a pipe for each. */
  readonly stdio?: readonly IOType[];
  /**
   * How long the outputs are still read after the first process of the group has ended, because its child processes may
   * keep them open. Default 200 ms.
   */
  readonly outputPatienceMs?: number;
}

/** How the first process of a group ended. `failed`: it could not be started. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'failed'; readonly error: NodeJS.ErrnoException };

const OUTPUT_PATIENCE_MS = 200;

/**
 * A process that is started without a shell and leads its own process group. When the process ends, the whole group is
 * killed. It is also killed when the process of the harness ends, so that no process is left running. (execa 9.6 takes
 * 1 to 2 ms more per process and ends no groups.)
 */
export class ProcessGroup {
  readonly child: ChildProcess;
  /**
   * Resolves when the first process of the group has ended and its outputs are completely read, or after
   * `outputPatienceMs`. Never rejects.
   */
  readonly ended: Promise<ProcessEnd>;

  /** Starts the process. Throws the error of `spawn`, for example if an argument contains a NUL byte. */
  constructor({
    command,
    cwd,
    env,
    stdio = ['pipe', 'pipe', 'pipe'],
    outputPatienceMs = OUTPUT_PATIENCE_MS,
  }: ProcessOptions) {
    const [file = '', ...args] = command;
    this.child = spawn(file, args, { cwd, env, stdio: [...stdio], detached: true, windowsHide: true });
    // Each running process adds one listener, so the limit at which Node warns of a leak is raised.
    process.setMaxListeners(process.getMaxListeners() + 1).once('exit', this.kill);
    this.ended = this.#watch(outputPatienceMs);
  }

  kill = (): void => this.signal('SIGKILL');

  signal(name: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      // A negative id stands for the process group (kill(2)). The child leads the group because it is `detached`.
      process.kill(-pid, name);
    } catch {
      // The group has ended, or the platform has no process groups.
      this.child.kill(name);
    }
  }

  /** Resolves when the process has ended, or after the given number of milliseconds. */
  async endedWithin(patienceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.ended, new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
    clearTimeout(timer);
  }

  #watch(patienceMs: number): Promise<ProcessEnd> {
    return new Promise((resolve) => {
      const finish = (end: ProcessEnd): void => {
        process.setMaxListeners(process.getMaxListeners() - 1).off('exit', this.kill);
        this.kill();
        resolve(end);
      };
      // `error` also occurs if a signal could not be sent. Only a failed start means that the group has ended.
      this.child.on('error', (error) => {
        if (this.child.pid === undefined) finish({ kind: 'failed', error });
      });
      this.child.once('exit', (exitCode, signal) => {
        const end: ProcessEnd =
          signal === null ? { kind: 'exited', exitCode: exitCode ?? 0 } : { kind: 'signalled', signal };
        const patience = setTimeout(() => afterReading(() => finish(end)), patienceMs);
        this.child.once('close', () => {
          clearTimeout(patience);
          finish(end);
        });
      });
    });
  }
}

/** Describes how the process ended, as a clause such as `it exited with code 1`. */
export function endWords(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exited':
      return `it exited with code ${end.exitCode}`;
    case 'signalled':
      return `it was ended by ${end.signal}`;
    case 'failed':
      return end.error.message;
    default:
      return end satisfies never;
  }
}
