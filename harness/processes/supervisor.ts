import { createInterface } from 'node:readline';
import { type OwnerName, removeTemporaryFolders } from '../../surfaces/process/temporary-folder.js';
import { type RunningChild, killGroup } from './child-processes.js';

/*
 * A process of its own, started by `withSupervision`. It reads the child processes of a run (`+<pid> <start>`, `-<pid>`) until the pipe
 * closes, which it does even where the run is killed; then it ends those that are left, and removes the run's temporary folders.
 */

const [owner = ''] = process.argv.slice(2);
const running = new Map<number, RunningChild>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [, sign, pid, start] = /^([+-])(\d{1,10})(?: (\w*))?$/.exec(line) ?? [];
    if (sign === '+') running.set(Number(pid), { pid: Number(pid), ...(start !== undefined && start !== '' && { start }) });
    else running.delete(Number(pid));
  })
  .on('close', () => {
    for (const child of running.values()) killGroup(child);
    if (owner !== '') removeTemporaryFolders(owner as OwnerName);
  });
