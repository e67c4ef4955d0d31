import { readFileSync } from 'node:fs';

const PERIOD_MS = 100;

/**
 * Calls `exceeded` when a process uses more resident memory than the limit, which includes buffers outside of the heap.
 * Returns a function that ends the watch. It reads `/proc` (proc(5)). On other platforms, it does nothing, and only the
 * heap is limited.
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
