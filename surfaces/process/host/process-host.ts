import { LogTail } from '../log-tail.js';
import { processStart } from '../process-start.js';
import type { HostOrder, HostReport } from './hosted-processes.js';
import { type ProcessEnd, type RunOptions, runProcess } from './process-run.js';
import { runOnTerminal } from './terminal-run.js';

/*
 * A separate process that `HostedProcesses` starts. It starts processes on request and reports how they end. When the
 * process that started this host ends, even by a kill, the channel closes. Then the host exits, and every
 * `ProcessGroup` in it ends its group.
 */

const running = new Map<number, AbortController>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.on('disconnect', () => process.exit());
process.on('message', (order: HostOrder) => {
  if (order.kind === 'stop') running.get(order.id)?.abort();
  else void run(order).then(report);
});

async function run({ id, order, dialogue }: Extract<HostOrder, { kind: 'run' }>): Promise<HostReport> {
  const stopping = new AbortController();
  running.set(id, stopping);
  const log = new LogTail();
  const options: RunOptions = { signal: stopping.signal, log, started: (pid) => reportStart(id, pid) };
  const end: ProcessEnd = await (dialogue === undefined
    ? runProcess(order, options)
    : runOnTerminal(order, dialogue, options));
  running.delete(id);
  return { kind: 'ended', id, end, log: log.take() };
}

function reportStart(id: number, pid: number): void {
  const start = process.platform === 'linux' ? processStart(pid) : undefined;
  report({ kind: 'started', id, group: { pid, ...(start !== undefined && { start }) } });
}

function report(message: HostReport): void {
  // The callback ignores errors. Sending fails only if the channel has closed, and this process then ends.
  process.send?.(message, () => undefined);
}
