import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The start time of a running process, in the format of the system, without `-`. With the process id it identifies one
 * process, because ids are reused. `undefined` if the process has ended, or if the system does not show the time. A
 * zombie has ended.
 */
export function processStart(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
}

/**
 * Reads the start on Linux. proc(5): the name, in parentheses, may contain any character; the state is field 3, the
 * start in clock ticks is field 22.
 */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return 'ZX'.includes(fields[0] ?? 'X') ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

const PS_MS = 2000;

function psStart(pid: number): string | undefined {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      stdio,
      timeout: PS_MS,
      encoding: 'utf8',
      env: { LC_ALL: 'C', TZ: 'UTC' },
    });
    return text.replaceAll(/[^A-Za-z0-9]+/g, '') || undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process with this id runs, of any user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A running process, which usually leads a process group of its own. */
export interface RunningGroup {
  readonly pid: number;
  /**
   * The start time of the process, see `processStart`. Missing on systems where only another process could read the
   * time.
   */
  readonly start?: string;
}

/**
 * Kills the group that the process leads, or only the process if it leads none. Does nothing if the process id now
 * belongs to another process.
 */
export function killGroup({ pid, start }: RunningGroup): void {
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
