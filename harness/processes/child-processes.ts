import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isProcessHost } from '../../surfaces/process/host/hosted-processes.js';
import { type RunningGroup, killGroup, processStart } from '../../surfaces/process/process-start.js';

export interface ChildListener {
  started(child: RunningGroup): void;
  ended(child: RunningGroup): void;
}

/**
 * Tracks every child process that any code in this process starts, including browsers and package managers. Node
 * publishes each start on the diagnostics channel `child_process`, so callers need not register their children.
 */
export class ChildProcesses {
  readonly #running = new Map<number, RunningGroup>();

  constructor(private readonly listener: ChildListener) {
    subscribe('child_process', this.#onCreated);
  }

  /** Kills the process groups of all children that are still running. */
  kill(): void {
    for (const child of this.#running.values()) killGroup(child);
  }

  stopWatching(): void {
    unsubscribe('child_process', this.#onCreated);
  }

  readonly #onCreated = (message: unknown): void => {
    const { process: created } = message as { readonly process: ChildProcess };
    created.once('spawn', () => {
      // The process host ends its own child processes, so it must not be killed.
      if (!isProcessHost(created)) this.#started(created);
    });
  };

  #started(created: ChildProcess): void {
    const { pid } = created;
    if (pid === undefined || created.exitCode !== null || created.signalCode !== null) return;
    const start = process.platform === 'linux' ? processStart(pid) : undefined;
    const child = { pid, ...(start !== undefined && { start }) };
    this.#running.set(pid, child);
    this.listener.started(child);
    created.once('exit', () => {
      // The process group may still exist after its leader has ended. The system does not reuse the id until then
      // (kill(2)).
      if (hasGroup(pid)) return;
      this.#running.delete(pid);
      this.listener.ended(child);
    });
  }
}

function hasGroup(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
