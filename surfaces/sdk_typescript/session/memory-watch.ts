import { readFileSync } from 'node:fs';

const PERIOD_MS = 100;

/**
 * Calls `exceeded` when the resident memory of a process exceeds the limit. Resident memory includes buffers. The watch
 * reads `/proc` (proc(5)); on other platforms only the heap is limited. Returns a function that ends the watch.
 */
export function memoryWatch(pid: number | undefined, mostBytes: number, exceeded: () => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined;
  const timer = setInterval(() => {
    if (residentBytes(pid) > mostBytes) exceeded();
  }, PERIOD_MS).unref();
  return () => clearInterval(timer);
}

function residentBytes(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    // The process has ended.
    return 0;
  }
}
