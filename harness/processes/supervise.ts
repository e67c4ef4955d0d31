import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  ownName,
  removeAbandonedTemporaryFolders,
  removeTemporaryFolders,
} from '../../surfaces/process/temporary-folder.js';
import { ChildProcesses } from './child-processes.js';

/** Runs a command under supervision; see `supervised`. */
export async function withSupervision<T>(work: () => Promise<T>): Promise<T> {
  const done = await supervised();
  try {
    return await work();
  } finally {
    done();
  }
}

/**
 * Removes temporary folders of killed runs, and starts the supervisor (`supervisor.ts`) of this run, which gets the ids
 * of all child processes. The pipe to the supervisor closes whenever this process ends. The supervisor then ends the
 * remaining children. It is needed because a service does not stop by itself when its parent is killed.
 */
async function supervised(): Promise<() => void> {
  await removeAbandonedTemporaryFolders();
  const send = startSupervisor();
  const children = new ChildProcesses({
    started: ({ pid, start = '' }) => send(`+${pid} ${start}\n`),
    ended: ({ pid }) => send(`-${pid}\n`),
  });
  return () => {
    // Children may remain if the run exceeded its time limit.
    children.kill();
    children.stopWatching();
    send(undefined);
    removeTemporaryFolders(ownName());
  };
}

/** Starts the supervisor. Returns a function that sends it a line; `undefined` closes the pipe. */
function startSupervisor(): (line: string | undefined) => void {
  const file = fileURLToPath(new URL('supervisor.js', import.meta.url));
  const { NODE_OPTIONS: _, ...env } = process.env;
  // Detached, in its own session: a signal to the terminal's foreground processes must not end the supervisor.
  const supervisor = spawn(process.execPath, [file, ownName()], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env,
  });
  // The run continues without a supervisor: it is needed only if the run is killed.
  supervisor.on('error', () => undefined);
  supervisor.stdin.on('error', () => undefined);
  supervisor.unref();
  (supervisor.stdin as Socket).unref();
  return (line) => void (line === undefined ? supervisor.stdin.end() : supervisor.stdin.write(line));
}
