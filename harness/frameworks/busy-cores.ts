import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./burn-core.js', import.meta.url));

/** Keeps every core busy until `stop`. The processes also end when this process ends, because their channel closes. */
export function busyCores(count: number = availableParallelism()): {
  readonly pids: readonly number[];
  readonly stop: () => Promise<void>;
} {
  const children = Array.from({ length: count }, () => fork(PROGRAM, [], { stdio: 'ignore' }));
  return {
    pids: children.flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
    stop: async () => void (await Promise.all(children.map(ended))),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
