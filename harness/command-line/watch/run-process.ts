import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunMessage, RunRequest } from './watch-run.js';

/** A run that was asked to stop is killed after this time; its supervisor then ends what it started. */
const STOP_MS = 10_000;

/**
 * The process of one run. It is started before the run, because loading the program takes longer than what a run does
 * before its first request.
 */
export class RunProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<string | undefined>;
  #stopping: NodeJS.Timeout | undefined;

  constructor() {
    const file = fileURLToPath(new URL('watch-run.js', import.meta.url));
    // The findings and the files of a run contain maps.
    this.#child = fork(file, [], { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      this.#child.once('exit', (code, signal) => {
        clearTimeout(this.#stopping);
        resolve(code === 0 ? undefined : signal === null ? `it exited with ${code}` : `it was ended by ${signal}`);
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

  /** Ends the run in order, or the process that waits for one. */
  stop(): void {
    if (this.#stopping !== undefined) return;
    this.#stopping = setTimeout(() => this.kill(), STOP_MS);
    if (this.#child.connected) this.#child.send({ kind: 'stop' }, () => undefined);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
