import { readFileSync } from 'node:fs';

/**
 * The peak memory of this process, in megabytes. `ru_maxrss` of getrusage(2) is not used on Linux: it starts with the
 * value of the parent process, so a process with a large parent would report the memory of its parent. `VmHWM` of
 * proc(5) starts at zero for each program.
 */
export function peakMegabytes(): number {
  return (highWaterMark() ?? process.resourceUsage().maxRSS) / 1024;
}

/** The peak memory in kibibytes; `undefined` on systems without proc(5). */
function highWaterMark(): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(?<kilobytes>\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return kilobytes === null ? undefined : Number(kilobytes.groups?.['kilobytes']);
  } catch {
    return undefined;
  }
}
