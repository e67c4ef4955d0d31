import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from '../../built-file.js';
import type { LogTail } from '../log-tail.js';
import { minimalEnvironment } from '../minimal-environment.js';
import { type RunningGroup, killGroup } from '../process-start.js';
import { type ProcessEnd, type ProcessOrder, STOPPED } from './process-run.js';
import type { TerminalDialogue } from './terminal-run.js';

export type HostOrder =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly order: ProcessOrder;
      /** If set, the process runs on a terminal, and the host types the answer to its question. */
      readonly dialogue?: TerminalDialogue;
    }
  | { readonly kind: 'stop'; readonly id: number };

export type HostReport =
  | { readonly kind: 'started'; readonly id: number; readonly group: RunningGroup }
  /** `log`: the last part of standard error. */
  | { readonly kind: 'ended'; readonly id: number; readonly end: ProcessEnd; readonly log: string };

interface HostedRun {
  readonly settle: (end: ProcessEnd) => void;
  readonly log: LogTail;
  group?: RunningGroup;
}

/**
 * Runs processes through a small host process. Starting a process blocks the thread that starts it while the system
 * copies page tables and loads the program. In the small host process this takes 1 ms. In the large process of a check,
 * it takes many times longer on a busy machine.
 */
export class HostedProcesses {
  #host: ChildProcess | undefined;
  readonly #runs = new Map<number, HostedRun>();
  #lastId = 0;
  #users = 0;

  /** `graceMs`: how long a run may exceed its time limit before the host process is killed. */
  constructor(private readonly graceMs = 30_000) {}

  /** Registers a user of the host process. Each user calls this once, before its first run. */
  open(): void {
    this.#users += 1;
  }

  /**
   * Unregisters a user of the host process. Each user calls this once, after its last run. When the last user has done
   * so, the host process ends.
   */
  async close(): Promise<void> {
    this.#users -= 1;
    const host = this.#host;
    if (this.#users > 0 || host === undefined) return;
    this.#host = undefined;
    const ended = once(host, 'exit').catch(() => undefined);
    host.ref();
    host.disconnect();
    await ended;
  }

  /**
   * Runs one process to its end, and returns how it ended. If the host process ends first, the process is killed, and
   * the result is `STOPPED`.
   */
  async run(
    order: ProcessOrder,
    { signal, log, dialogue }: { signal: AbortSignal; log: LogTail; dialogue?: TerminalDialogue },
  ): Promise<ProcessEnd> {
    if (signal.aborted) return STOPPED;
    const host = (this.#host ??= this.#start());
    const id = (this.#lastId += 1);
    const stop = (): void => send(host, { kind: 'stop', id });
    // Kills a host that does not report the end of the process. The host waits for twice the time limit: first for the
    // process, then for descendants that hold its outputs open.
    const overdue = setTimeout(() => host.kill('SIGKILL'), 2 * order.timeoutMs + this.graceMs);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise((settle) => {
        this.#runs.set(id, { settle, log });
        // The channel keeps the event loop of this process alive while a hosted process runs.
        host.channel?.ref();
        send(host, { kind: 'run', id, order, ...(dialogue && { dialogue }) });
      });
    } finally {
      clearTimeout(overdue);
      signal.removeEventListener('abort', stop);
      this.#runs.delete(id);
      if (this.#runs.size === 0) host.channel?.unref();
    }
  }

  #start(): ChildProcess {
    const file = hostFile();
    // Detached, because a signal to the foreground processes of the terminal must not end the host before its
    // processes.
    const host = spawn(process.execPath, [file], {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: minimalEnvironment(),
      windowsHide: true,
    });
    host.on('message', this.#take);
    host.on('error', ({ message: reason }) => this.#ended(host, { kind: 'failed', code: 'host', reason }));
    host.on('exit', () => this.#ended(host, STOPPED));
    host.unref();
    host.channel?.unref();
    return host;
  }

  readonly #take = (message: unknown): void => {
    // Only our own program writes to this channel.
    const report = message as HostReport;
    const run = this.#runs.get(report.id);
    if (run === undefined) return;
    if (report.kind === 'started') run.group = report.group;
    else {
      run.log.add(report.log);
      run.settle(report.end);
    }
  };

  #ended(host: ChildProcess, end: ProcessEnd): void {
    if (this.#host !== host) return;
    this.#host = undefined;
    for (const { group, settle } of this.#runs.values()) {
      // The host has ended, so nothing else would end this process.
      if (group !== undefined) killGroup(group);
      settle(end);
    }
  }
}

/**
 * True if a child process is a host process. It does not have to be killed: when the process that started it ends, the
 * host ends its own processes and then itself.
 */
export function isProcessHost({ spawnargs }: ChildProcess): boolean {
  return spawnargs[1] === hostFile();
}

function hostFile(): string {
  return builtFile(import.meta.url, 'surfaces/process/host', 'process-host.js');
}

function send(host: ChildProcess, order: HostOrder): void {
  // The callback ignores errors. Sending fails only if the host has ended, and the `exit` event reports this.
  if (host.connected) host.send(order, () => undefined);
}
