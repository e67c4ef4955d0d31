import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { Workbench } from './command-hosts.js';

export interface Ran {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HostRan extends Ran {
  /** Peak memory since the start of the process that ran the command. */
  readonly megabytes: number;
}

/** The process and the folder that this worker of Vitest uses. */
export function workbench(): Workbench {
  const all = inject('workbenches');
  const found = all[(Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % all.length];
  if (found === undefined) throw new Error('no process for commands was started');
  return found;
}

/**
 * Runs a command of `parity` in a process that has already loaded the program. Scenarios about start-up, signals and
 * the end of a process start a separate process instead.
 */
export async function command(cwd: string, args: readonly string[], port = workbench().port): Promise<HostRan> {
  const reply = await new Promise<HostRan | { readonly failure: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, method: 'POST' }, (response) => {
      json(response).then((value) => resolve(value as HostRan), reject);
    })
      .on('error', reject)
      .end(JSON.stringify({ cwd, args }));
  });
  if ('failure' in reply) throw new Error(`the command was not run: ${reply.failure}`);
  return reply;
}
