import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunMessage, RunRequest } from './watch-run.js';

/**
 * The time that a run has to stop before its process is killed. After that, the supervisor ends the processes that the
 * run started.
 */
const STOP_MS = 10_000;

/**
 * The process of one run. It is started before it is needed, because loading the program takes most of the time until
 * the first request.
 */
export class RunProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<string | undefined>;
  #stopping: NodeJS.Timeout | undefined;

  constructor() {
    const file = fileURLToPath(new URL('watch-run.js', import.meta.url));
    // The messages contain maps (findings and files), which require advanced serialization.
    this.#child = fork(file, [], { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      this.#child.once('exit', (code, signal) => {
        clearTimeout(this.#stopping);
        resolve(
          code === 0
            ? undefined
            : signal === null
              ? `it exited with code ${code}`
              : `it was ended by the signal ${signal}`,
        );
      });
    });
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || !this.#child.connected;
  }

  start(request: RunRequest, received: (message: RunMessage) => void): void {
    this.#child.on('message', received);
    this.#child.send(request, () => undefined);
  }

  /**
   * Stops the current run, so that it can end its processes. If this process still waits for a run, ends the process.
   */
  stop(): void {
    if (this.#stopping !== undefined) return;
    this.#stopping = setTimeout(() => this.kill(), STOP_MS);
    if (this.#child.connected) this.#child.send({ kind: 'stop' }, () => undefined);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
