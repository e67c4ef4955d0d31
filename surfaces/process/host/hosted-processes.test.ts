import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { builtFile } from '../../built-file.js';
import { isRunning } from '../../fixtures/is-running.js';
import { LogTail } from '../log-tail.js';
import { HostedProcesses } from './hosted-processes.js';
import type { ProcessEnd } from './process-run.js';

/** The built module with `HostedProcesses`. It runs in a separate process, because the tests kill this process. */
const FILE = builtFile(
  new URL('hosted-processes.ts', import.meta.url).href,
  'surfaces/process/host',
  'hosted-processes.js',
);

/**
 * A script that starts a second process. Both processes ignore signals and never end. The script prints three process
 * ids: its parent, itself and the second process.
 */
const FAMILY = `
  process.on('SIGTERM', () => {});
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)']);
  require('node:http').get(process.env.REPORT + [process.ppid, process.pid, child.pid].join('/')).on('error', () => {});
  setInterval(() => {}, 1000);`;

const PARENT = `
  import { createServer } from 'node:http';
  const { HostedProcesses } = await import(process.argv[1]);
  const server = createServer(({ url }, response) => { console.log(url); response.end(); }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const processes = new HostedProcesses();
  processes.open();
  const stopping = new AbortController();
  const env = { PATH: process.env.PATH, REPORT: 'http://127.0.0.1:' + server.address().port + '/' };
  const order = { file: process.execPath, args: ['-e', process.argv[2]], cwd: '.', env, timeoutMs: 60_000, maxOutputBytes: 1000 };
  process.stdin.on('data', () => stopping.abort());
  const end = await processes.run(order, { signal: stopping.signal, log: { add() {} } });
  console.log(JSON.stringify(end));
  server.close();
  process.stdin.destroy();`;

interface Family {
  readonly parent: ChildProcess;
  readonly lines: AsyncIterator<string>;
  readonly host: number;
  readonly descendants: readonly number[];
}

async function family(): Promise<Family> {
  const args = ['--input-type=module', '-e', PARENT, pathToFileURL(FILE).href, FAMILY];
  const parent = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  const [host = NaN, ...descendants] = String(value).slice(1).split('/').map(Number);
  return { parent, lines, host, descendants };
}

async function endOf({ lines }: Family): Promise<unknown> {
  return JSON.parse(String((await lines.next()).value));
}

async function expectNoneOf(ids: readonly number[]): Promise<void> {
  expect(ids.every((id) => id > 1)).toBe(true);
  await expect.poll(() => ids.filter(isRunning), { timeout: 10_000 }).toEqual([]);
}

test('if the process that started a host process is killed, the host process and all processes that it runs end', async () => {
  const { parent, host, descendants } = await family();
  parent.kill('SIGKILL');
  await expectNoneOf([host, ...descendants]);
});

test('if a host process is killed, all processes that it runs end', async () => {
  const started = await family();
  process.kill(started.host, 'SIGKILL');
  expect(await endOf(started)).toMatchObject({ kind: 'killed', signal: 'SIGKILL' });
  await expectNoneOf(started.descendants);
});

test('SIGINT, SIGTERM and SIGHUP do not end a host process', async () => {
  const started = await family();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(started.host, signal);
  started.parent.stdin?.write('stop');
  expect(await endOf(started)).toMatchObject({ kind: 'killed' });
});

test('if a run is stopped, its whole process group ends, and a host process ends with the process that started it', async () => {
  const started = await family();
  const ended = once(started.parent, 'exit');
  started.parent.stdin?.write('stop');
  expect(await endOf(started)).toMatchObject({ kind: 'killed', signal: 'SIGKILL' });
  expect(await ended).toEqual([0, null]);
  await expectNoneOf([started.host, ...started.descendants]);
});

test('a host process that does not answer in time is killed, and the next run starts a new one', async () => {
  const processes = new HostedProcesses(100);
  processes.open();
  onTestFinished(() => processes.close());
  const options = { signal: new AbortController().signal, log: new LogTail() };
  const limits = { timeoutMs: 60_000, maxOutputBytes: 1000 };
  const order = { file: process.execPath, args: ['-p', 'process.ppid'], cwd: '.', env: {}, ...limits };
  const hostOf = (end: ProcessEnd): number => (end.kind === 'exited' ? Number(end.stdout) : NaN);
  const host = hostOf(await processes.run(order, options));
  process.kill(host, 'SIGSTOP');
  expect(await processes.run({ ...order, timeoutMs: 100 }, options)).toMatchObject({ kind: 'killed' });
  await expectNoneOf([host]);
  const next = hostOf(await processes.run(order, options));
  expect(next).toBeGreaterThan(1);
  expect(next).not.toBe(host);
});
