import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { processStart } from '../../surfaces/process/process-start.js';

/** A child of this process; it usually leads a group of its own. */
export interface RunningChild {
  readonly pid: number;
  /** See `processStart`; absent where asking would cost another process. */
  readonly start?: string;
}

export interface ChildListener {
  started(child: RunningChild): void;
  ended(child: RunningChild): void;
}

/**
 * Every child process that any part of this process starts, browsers and package managers included: Node publishes each on a
 * channel (diagnostics_channel, `child_process`), so that no starter can be forgotten.
 */
export class ChildProcesses {
  readonly #running = new Map<number, RunningChild>();

  constructor(private readonly listener: ChildListener) {
    subscribe('child_process', this.#onCreated);
  }

  /** Ends the groups of all that still run, at once. */
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
      // Its group may outlive it, and keeps its number from being used again (kill(2)).
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

/** The group that the child leads, or the child alone; nothing where its number is another process's by now. */
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
    // It has ended.
  }
}
