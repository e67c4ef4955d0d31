import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ownName, removeAbandonedTemporaryFolders, removeTemporaryFolders } from '../../surfaces/process/temporary-folder.js';
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
 * Removes what killed runs have left, and starts the supervisor (`supervisor.ts`) of this run, to which every child process is reported.
 * When this process ends, however it ends, the pipe between them closes, and the supervisor ends the children that are left: the service
 * of a user does not notice that nobody needs it any more.
 */
async function supervised(): Promise<() => void> {
  await removeAbandonedTemporaryFolders();
  const send = startSupervisor();
  const children = new ChildProcesses({
    started: ({ pid, start = '' }) => send(`+${pid} ${start}\n`),
    ended: ({ pid }) => send(`-${pid}\n`),
  });
  return () => {
    // What a run out of time did not wait for.
    children.kill();
    children.stopWatching();
    send(undefined);
    removeTemporaryFolders(ownName());
  };
}

/** Returns what sends it a line; `undefined` is the end. */
function startSupervisor(): (line: string | undefined) => void {
  const file = fileURLToPath(new URL('supervisor.js', import.meta.url));
  const { NODE_OPTIONS: _, ...env } = process.env;
  // Detached, in a session of its own: what interrupts a terminal's foreground processes must not end it.
  const supervisor = spawn(process.execPath, [file, ownName()], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env });
  // A run without a supervisor differs from one with it only when it is killed.
  supervisor.on('error', () => undefined);
  supervisor.stdin.on('error', () => undefined);
  supervisor.unref();
  (supervisor.stdin as Socket).unref();
  return (line) => void (line === undefined ? supervisor.stdin.end() : supervisor.stdin.write(line));
}
