import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  ownName,
  removeAbandonedTemporaryFolders,
  removeTemporaryFolders,
} from '../../surfaces/process/temporary-folder.js';
import { ChildProcesses } from './child-processes.js';

/** Runs a command while the supervisor of this run is active. */
export async function withSupervision<T>(work: () => Promise<T>): Promise<T> {
  const done = await supervised();
  try {
    return await work();
  } finally {
    done();
  }
}

/**
 * Removes the temporary folders of killed runs, and starts the supervisor (`supervisor.ts`) of this run. The supervisor
 * gets the ids of all child processes through a pipe. The pipe closes when this process ends, even if it is killed. The
 * supervisor then ends the remaining child processes. Without a supervisor, a service would continue to run after its
 * parent is killed.
 */
async function supervised(): Promise<() => void> {
  await removeAbandonedTemporaryFolders();
  const send = startSupervisor();
  const children = new ChildProcesses({
    started: ({ pid, start = '' }) => send(`+${pid} ${start}\n`),
    ended: ({ pid }) => send(`-${pid}\n`),
  });
  return () => {
    // If the run exceeded its time limit, some children may still be running.
    children.kill();
    children.stopWatching();
    send(undefined);
    removeTemporaryFolders(ownName());
  };
}

/** Starts the supervisor. Returns a function that sends a line to the supervisor. `undefined` closes the pipe. */
function startSupervisor(): (line: string | undefined) => void {
  const file = fileURLToPath(new URL('supervisor.js', import.meta.url));
  const { NODE_OPTIONS: _, ...env } = process.env;
  // The supervisor runs in its own session. A signal to the foreground processes of the terminal must not end it.
  const supervisor = spawn(process.execPath, [file, ownName()], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env,
  });
  // If the supervisor cannot be started, the run continues, because the supervisor is needed only if the run is killed.
  supervisor.on('error', () => undefined);
  supervisor.stdin.on('error', () => undefined);
  supervisor.unref();
  (supervisor.stdin as Socket).unref();
  return (line) => void (line === undefined ? supervisor.stdin.end() : supervisor.stdin.write(line));
}
