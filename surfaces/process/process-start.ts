import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The start time of a process, as the system writes it, without `-`. A process id and its start time together identify
 * one process, because ids are reused. `undefined` if the process has ended (a zombie has ended, too), or if the system
 * does not show the time.
 */
export function processStart(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
}

/**
 * Reads the start time on Linux. proc(5): the name is in parentheses and may contain any character. The state is field
 * 3, the start time in clock ticks is field 22.
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

/** Whether a process with this id is running. The process may belong to any user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A running process, which usually leads its own process group. */
export interface RunningGroup {
  readonly pid: number;
  /**
   * The start time of the process: see `processStart`. Omitted on systems where reading the time would need another
   * process.
   */
  readonly start?: string;
}

/**
 * Kills the process group that the process leads. If the process leads no group, only the process is killed. If its id
 * now belongs to a different process, nothing is killed.
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
    // The process has already ended.
  }
}
