import { createInterface } from 'node:readline';
import { type RunningGroup, killGroup } from '../../surfaces/process/process-start.js';
import { type OwnerName, removeTemporaryFolders } from '../../surfaces/process/temporary-folder.js';

/**
 * The process that `withSupervision` starts. It reads the ids of the child processes of a run from a pipe (`+<pid>
 * <start>`, `-<pid>`). The pipe closes even if the run is killed. Then this process ends the remaining children, and
 * removes the temporary folders of the run.
 */

const [owner = ''] = process.argv.slice(2);
const running = new Map<number, RunningGroup>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [, sign, pid, start] = /^([+-])(\d{1,10})(?: (\w*))?$/.exec(line) ?? [];
    if (sign === '+')
      running.set(Number(pid), { pid: Number(pid), ...(start !== undefined && start !== '' && { start }) });
    else running.delete(Number(pid));
  })
  .on('close', () => {
    for (const child of running.values()) killGroup(child);
    if (owner !== '') removeTemporaryFolders(owner as OwnerName);
  });
