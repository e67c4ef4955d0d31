import { readFileSync } from 'node:fs';

/**
 * The peak memory of this process, in megabytes. Linux copies `ru_maxrss` from the process that started this one
 * (getrusage(2) of a forked process, kept by exec), so a process with a large parent would report the memory of its
 * parent. `VmHWM` of proc(5) starts again at exec.
 */
export function peakMegabytes(): number {
  return (highWaterMark() ?? process.resourceUsage().maxRSS) / 1024;
}

/** In kibibytes; `undefined` on systems without proc(5). */
function highWaterMark(): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(?<kilobytes>\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return kilobytes === null ? undefined : Number(kilobytes.groups?.['kilobytes']);
  } catch {
    return undefined;
  }
}
