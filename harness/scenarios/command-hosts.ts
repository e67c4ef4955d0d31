import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

const HOST = join(import.meta.dirname, 'fixtures/command-host.mjs');

/** Resources of one worker of Vitest: a process that runs commands, and a folder for a copy of the project. */
export interface Workbench {
  readonly port: number;
  readonly folder: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly workbenches: readonly Workbench[];
  }
}

/**
 * Before the tests, starts a process for each worker of Vitest. The process runs the commands of this worker. Ends the
 * processes after the tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = mkdtempSync(join(tmpdir(), 'parity-workbench-'));
  const hosts = await Promise.all(Array.from({ length: workers(project) }, () => startHost(root)));
  project.provide(
    'workbenches',
    hosts.map(({ port }, index) => ({ port, folder: join(root, `tree-${index}`) })),
  );
  return async () => {
    await Promise.all(hosts.map(({ stop }) => stop()));
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  };
}

function workers({ vitest }: TestProject): number {
  return vitest.config.maxWorkers;
}

export interface CommandHost {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts a process that runs commands one at a time. `cwd`: the working folder of the process between commands. */
export async function startHost(cwd: string): Promise<CommandHost> {
  // Tests compare output without colours. This setup runs outside the tests, so it does not have their environment.
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(process.execPath, [HOST], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { port: Number(port), stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin?.end();
  await exit;
}
