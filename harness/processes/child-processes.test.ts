import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRunning } from '../../surfaces/fixtures/is-running.js';
import { ChildProcesses, killGroup } from './child-processes.js';

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

/** Starts another process, writes its id and waits; neither ends when it is asked to. */
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
  it('are reported when they start and when they end, whoever starts them', async () => {
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    spawn('/there/is/no/such/program').on('error', () => undefined);
    await once(child, 'exit');
    await expect.poll(() => reported).toEqual([`+${child.pid}`, `-${child.pid}`]);
  });

  it.skipIf(process.platform === 'win32')('are ended with what they started', async () => {
    const { parent, child } = await family();
    const ended = once(parent, 'exit');
    children.kill();
    await ended;
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('stay known while something of their group runs', async () => {
    const { parent, child } = await family();
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(reported).toEqual([`+${parent.pid}`]);
    children.kill();
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('are not ended where their number is that of another process by now', async () => {
    const { parent } = await family();
    killGroup({ pid: parent.pid, start: '1' });
    // A signal that had been sent would come before this one.
    parent.kill('SIGINT');
    const [, signal] = (await once(parent, 'exit')) as [number | null, string];
    expect(signal).toBe('SIGINT');
  });
});
