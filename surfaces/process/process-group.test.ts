import { describe, expect, it } from 'vitest';
import { processStart } from './process-start.js';
import { ProcessGroup, type ProcessEnd, endWords } from './process-group.js';

const options = { cwd: '.', env: { PATH: process.env['PATH'] } };
const node = (script: string, more: object = {}): ProcessGroup =>
  new ProcessGroup({ command: [process.execPath, '-e', script], ...options, ...more });

describe('a process group', () => {
  it.each<[string, string, ProcessEnd, string]>([
    ['exits', 'process.exitCode = 3', { kind: 'exited', exitCode: 3 }, 'it exited with code 3'],
    [
      'is ended by a signal',
      'process.kill(process.pid, "SIGTERM")',
      { kind: 'signalled', signal: 'SIGTERM' },
      'it was ended by SIGTERM',
    ],
  ])('%s', async (_, script, want, words) => {
    const end = await node(script).ended;
    expect(end).toEqual(want);
    expect(endWords(end)).toBe(words);
  });

  it('reports a program that cannot be started', async () => {
    const end = await new ProcessGroup({ command: ['./no-such-program'], ...options }).ended;
    expect(end).toMatchObject({ kind: 'failed', error: { code: 'ENOENT' } });
  });

  /** Prints the id of a descendant that ignores signals, holds the outputs open and never ends. */
  const withDescendant = (then: string): string =>
    `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'inherit' });
     process.stdout.write(String(pid) + '\\n', () => { ${then} });`;

  const descendantOf = (group: ProcessGroup): Promise<number> =>
    new Promise(
      (resolve) => void group.child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
    );

  it('ends with all descendants when its leader ends, even if descendants hold the outputs open', async () => {
    const group = node(withDescendant('process.exit(0)'));
    const descendant = await descendantOf(group);
    expect(await group.ended).toEqual({ kind: 'exited', exitCode: 0 });
    await expect.poll(() => processStart(descendant)).toBeUndefined();
  });

  it('is killed as a whole', async () => {
    const group = node(withDescendant(''));
    const descendant = await descendantOf(group);
    group.kill();
    expect(await group.ended).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
    await expect.poll(() => processStart(descendant)).toBeUndefined();
  });

  it('ends only after all its output was read', async () => {
    const group = node('process.stdout.write("x".repeat(1_000_000))');
    let length = 0;
    group.child.stdout?.on('data', (chunk: Buffer) => (length += chunk.byteLength));
    await group.ended;
    expect(length).toBe(1_000_000);
  });

  it('inherits no variable', async () => {
    const group = node('console.log(Object.keys(process.env).filter((name) => name !== "PATH").join())', {});
    let text = '';
    group.child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await group.ended;
    expect(text.trim()).toBe('');
  });
});
