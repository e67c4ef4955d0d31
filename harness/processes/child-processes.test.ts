import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRunning } from '../../surfaces/fixtures/is-running.js';
import { HostedProcesses } from '../../surfaces/process/host/hosted-processes.js';
import { LogTail } from '../../surfaces/process/log-tail.js';
import { killGroup } from '../../surfaces/process/process-start.js';
import { ChildProcesses } from './child-processes.js';

let reported: string[] = [];
let children: ChildProcesses;

beforeEach(() => {
  reported = [];
  children = new ChildProcesses({
    started: ({ pid }) => reported.push(`+${pid}`),
    ended: ({ pid }) => reported.push(`-${pid}`),
  });
});

afterEach(() => {
  children.kill();
  children.stopWatching();
});

/**
 * A process that starts a child process, writes the process id of the child, and waits. Both processes ignore SIGTERM.
 */
const PARENT = `
  process.on('SIGTERM', () => {});
  const child = require('child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)']);
  console.log(child.pid);
  setInterval(() => {}, 1000);
`;

async function family(): Promise<{ readonly parent: ChildProcess & { readonly pid: number }; readonly child: number }> {
  const parent = spawn(process.execPath, ['-e', PARENT], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  return { parent: parent as unknown as ChildProcess & { readonly pid: number }, child: Number(line.toString()) };
}

describe('child processes', () => {
  it('child processes are reported at their start and at their end, without registration', async () => {
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    spawn('/there/is/no/such/program').on('error', () => undefined);
    await once(child, 'exit');
    await expect.poll(() => reported).toEqual([`+${child.pid}`, `-${child.pid}`]);
  });

  it('the process host is not reported, because only this process can end its commands', async () => {
    const processes = new HostedProcesses();
    processes.open();
    const command = { file: process.execPath, args: ['-e', ''], cwd: '.', env: {}, timeoutMs: 20_000 };
    const { signal } = new AbortController();
    const end = await processes.run({ ...command, maxOutputBytes: 1000 }, { signal, log: new LogTail() });
    await processes.close();
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 });
    expect(reported).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'child processes are ended together with the processes that they started',
    async () => {
      const { parent, child } = await family();
      const ended = once(parent, 'exit');
      children.kill();
      await ended;
      await expect.poll(() => isRunning(child)).toBe(false);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'a child process is not reported as ended while another process of its group still runs',
    async () => {
      const { parent, child } = await family();
      parent.kill('SIGKILL');
      await once(parent, 'exit');
      expect(reported).toEqual([`+${parent.pid}`]);
      children.kill();
      await expect.poll(() => isRunning(child)).toBe(false);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'a process is not ended if it reuses the process id of a child process that has ended',
    async () => {
      const { parent } = await family();
      killGroup({ pid: parent.pid, start: '1' });
      // If `killGroup` had sent a signal, that signal would have arrived before this SIGINT.
      parent.kill('SIGINT');
      const [, signal] = (await once(parent, 'exit')) as [number | null, string];
      expect(signal).toBe('SIGINT');
    },
  );
});
