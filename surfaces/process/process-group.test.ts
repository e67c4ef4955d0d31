import { describe, expect, it } from 'vitest';
import { processStart } from './process-start.js';
import { ProcessGroup, type ProcessEnd, endWords } from './process-group.js';

const options = { cwd: '.', env: { PATH: process.env['PATH'] } };
const node = (script: string, more: object = {}): ProcessGroup =>
  new ProcessGroup({ command: [process.execPath, '-e', script], ...options, ...more });

describe('ProcessGroup', () => {
  it.each<[string, string, ProcessEnd, string]>([
    [
      'the exit code of the leader is reported',
      'process.exitCode = 3',
      { kind: 'exited', exitCode: 3 },
      'it exited with code 3',
    ],
    [
      'the signal that ended the leader is reported',
      'process.kill(process.pid, "SIGTERM")',
      { kind: 'signalled', signal: 'SIGTERM' },
      'it was ended by SIGTERM',
    ],
  ])('%s', async (_, script, want, words) => {
    const end = await node(script).ended;
    expect(end).toEqual(want);
    expect(endWords(end)).toBe(words);
  });

  it('a program that cannot be started is reported', async () => {
    const end = await new ProcessGroup({ command: ['./no-such-program'], ...options }).ended;
    expect(end).toMatchObject({ kind: 'failed', error: { code: 'ENOENT' } });
  });

  /**
   * A script that starts another process and prints its id. This process ignores signals, keeps the outputs open and
   * never ends.
   */
  const withDescendant = (then: string): string =>
    `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'inherit' });
     process.stdout.write(String(pid) + '\\n', () => { ${then} });`;

  const descendantOf = (group: ProcessGroup): Promise<number> =>
    new Promise(
      (resolve) => void group.child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
    );

  it('all descendants end when the leader ends, even if a descendant holds the outputs open', async () => {
    const group = node(withDescendant('process.exit(0)'));
    const descendant = await descendantOf(group);
    expect(await group.ended).toEqual({ kind: 'exited', exitCode: 0 });
    await expect.poll(() => processStart(descendant)).toBeUndefined();
  });

  it('kill ends the leader with all its descendants', async () => {
    const group = node(withDescendant(''));
    const descendant = await descendantOf(group);
    group.kill();
    expect(await group.ended).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
    await expect.poll(() => processStart(descendant)).toBeUndefined();
  });

  it('the end is reported only after all output was read', async () => {
    const group = node('process.stdout.write("x".repeat(1_000_000))');
    let length = 0;
    group.child.stdout?.on('data', (chunk: Buffer) => (length += chunk.byteLength));
    await group.ended;
    expect(length).toBe(1_000_000);
  });

  it('the leader inherits no environment variable', async () => {
    const group = node('console.log(Object.keys(process.env).filter((name) => name !== "PATH").join())', {});
    let text = '';
    group.child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await group.ended;
    expect(text.trim()).toBe('');
  });
});
