import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadedConfig } from '../configuration/load-config.js';
import { type Figure, median } from './runs/figure.js';

const run = promisify(execFile);
const ROUNDS = 7;
const PROGRAMS = ['lib/main.js', 'dist/harness/main.js'] as const;

const CONTRACT = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { get: { operationId: 'listThings', responses: { 200: { description: 'All.' } } } } },
};

/**
 * Processor time (user and system) until a check of one operation on `rest` sends its first request, relative to an
 * empty program. Unlike elapsed time, processor time hardly depends on the load. Only Linux reports the processor time
 * of a single process.
 */
export async function startUp({ root }: LoadedConfig): Promise<readonly Figure[]> {
  if (process.platform !== 'linux') return [];
  const folder = await mkdtemp(join(tmpdir(), 'parity-bench-'));
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(CONTRACT));
    const times = new Map<string, number[]>(['empty', ...PROGRAMS].map((name) => [name, []]));
    // Round 0 only fills the compile cache, so its times are not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const empty = await emptyMs();
      const checks = await inTurn(PROGRAMS, (program) => firstCaseMs(join(root, program), folder));
      if (round === 0) continue;
      times.get('empty')?.push(empty);
      PROGRAMS.forEach((program, index) => times.get(program)?.push(checks[index] ?? NaN));
    }
    const empty = median(times.get('empty') ?? []);
    return PROGRAMS.map((program) => figure(program, median(times.get(program) ?? []), empty));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figure(program: string, ms: number, empty: number): Figure {
  return {
    ratio: ms / empty,
    aim: '≤ 20',
    what: `processor time of \`${program} check\` until its first case, divided by the processor time of \`node -e 0\``,
    detail: `${ms.toFixed(0)} ms, ${empty.toFixed(0)} ms`,
    limit:
      'A program that loads nothing has the ratio 1. The aim is half a second on a machine where an empty program takes 25 ms. Only developers start `dist`, which has a file for each module.',
  };
}

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<number>): Promise<readonly number[]> {
  const results: number[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

const EMPTY = "process.on('exit', () => console.log(JSON.stringify(process.cpuUsage())))";

async function emptyMs(): Promise<number> {
  const { stdout } = await run(process.execPath, ['-e', EMPTY]);
  const { user, system } = JSON.parse(stdout) as NodeJS.CpuUsage;
  return (user + system) / 1000;
}

async function firstCaseMs(program: string, cwd: string): Promise<number> {
  let used: Promise<number> | undefined;
  const server = createServer((_, response) => {
    used ??= processorMs(check.pid ?? 0);
    void used.then(() => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = [program, 'check', 'openapi.json', '--url', url, '--phase', 'valid', '--runs', '1'];
  const check = spawn(process.execPath, args, { cwd, stdio: 'ignore' });
  await once(check, 'exit');
  server.close();
  if (used === undefined) throw new Error(`${program} sent no request`);
  return used;
}

/** The processor time in milliseconds. Linux counts in hundredths of a second (proc_pid_stat(5), fields 14 and 15). */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
