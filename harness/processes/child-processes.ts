import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { processStart } from '../../surfaces/process/process-start.js';

/** A child of this process. It usually leads its own process group. */
export interface RunningChild {
  readonly pid: number;
  /** See `processStart`. Missing on systems where reading it would need another process. */
  readonly start?: string;
}

export interface ChildListener {
  started(child: RunningChild): void;
  ended(child: RunningChild): void;
}

/**
 * Tracks every child process that any code in this process starts, including browsers and package managers. Node
 * publishes each on the diagnostics channel `child_process`, so callers need not register their children.
 */
export class ChildProcesses {
  readonly #running = new Map<number, RunningChild>();

  constructor(private readonly listener: ChildListener) {
    subscribe('child_process', this.#onCreated);
  }

  /** Kills the process groups of all children that still run. */
  kill(): void {
    for (const child of this.#running.values()) killGroup(child);
  }

  stopWatching(): void {
    unsubscribe('child_process', this.#onCreated);
  }

  readonly #onCreated = (message: unknown): void => {
    const { process: created } = message as { readonly process: ChildProcess };
    created.once('spawn', () => this.#started(created));
  };

  #started(created: ChildProcess): void {
    const { pid } = created;
    if (pid === undefined || created.exitCode !== null || created.signalCode !== null) return;
    const start = process.platform === 'linux' ? processStart(pid) : undefined;
    const child = { pid, ...(start !== undefined && { start }) };
    this.#running.set(pid, child);
    this.listener.started(child);
    created.once('exit', () => {
      // The group may outlive its leader. While it does, the system does not reuse its id (kill(2)).
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

/**
 * Kills the group that the child leads, or only the child. Does nothing if the process id now belongs to another
 * process.
 */
export function killGroup({ pid, start }: RunningChild): void {
  const found = start === undefined ? undefined : processStart(pid);
  if (found !== undefined && found !== start) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    killOne(pid);
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}
