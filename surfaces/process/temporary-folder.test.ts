import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processStart } from './process-start.js';
import {
  makeTemporaryFolder,
  ownName,
  type OwnerName,
  removeAbandonedTemporaryFolders,
  removeTemporaryFolder,
  removeTemporaryFolders,
} from './temporary-folder.js';

const usual = process.env['TMPDIR'];
let root = '';
let started: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'temporary-'));
  process.env['TMPDIR'] = root;
});

afterEach(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  for (const each of started) each.kill('SIGKILL');
  started = [];
  rmSync(root, { recursive: true });
});

const users = (): string => path.join(root, `contract-parity-${process.getuid?.() ?? 'user'}`);
const namespace = process.platform === 'linux' ? (/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0') : '0';

/**
 * Creates a folder as another process would have left it. `name` contains the process id, the start time and the PID
 * namespace of that process.
 */
function left(name: string): string {
  const folder = path.join(users(), name);
  mkdirSync(path.join(folder, 'browser-x'), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder, 'browser-x/lock'), '');
  return folder;
}

async function child(): Promise<ChildProcess & { readonly pid: number }> {
  const made = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
  started.push(made);
  await once(made, 'spawn');
  return made as ChildProcess & { readonly pid: number };
}

describe('temporary folders', () => {
  it('temporary folders of one process share a parent folder, which only the user may enter', async () => {
    const [one, other] = await Promise.all([makeTemporaryFolder('browser'), makeTemporaryFolder('browser')]);
    expect(path.dirname(one)).toBe(path.join(users(), ownName()));
    expect(path.dirname(other)).toBe(path.dirname(one));
    if (process.platform !== 'win32')
      expect([one, path.dirname(one), users()].map((folder) => statSync(folder).mode & 0o777)).toEqual([
        0o700, 0o700, 0o700,
      ]);
    await removeTemporaryFolder(one);
    expect(existsSync(other)).toBe(true);
    await removeTemporaryFolder(other);
    expect(readdirSync(root)).toEqual([]);
  });

  it('all folders of one process are removed together, and folders of other processes are kept', async () => {
    const own = await makeTemporaryFolder('browser');
    const others = left(`1-1-${namespace}`);
    removeTemporaryFolders(ownName());
    expect([existsSync(own), existsSync(others)]).toEqual([false, true]);
    removeTemporaryFolders('..' as OwnerName);
    expect(existsSync(others)).toBe(true);
  });

  it('folders of ended processes are removed, and folders of running processes are kept', async () => {
    const ended = await child();
    const running = await child();
    const endedStart = processStart(ended.pid);
    ended.kill('SIGKILL');
    await once(ended, 'exit');
    const own = await makeTemporaryFolder('browser');
    const abandoned = [left(`${ended.pid}-${endedStart}-${namespace}`), left(`${running.pid}-1-${namespace}`)];
    const kept = [
      left(`${running.pid}-${processStart(running.pid)}-${namespace}`),
      left(`${running.pid}-0-${namespace}`),
      // The process belongs to another container, which uses the same parent folder.
      left(`${ended.pid}-${endedStart}-${namespace}7`),
      left('not-ours'),
    ];
    await removeAbandonedTemporaryFolders();
    expect(abandoned.filter((folder) => existsSync(folder))).toEqual([]);
    expect([own, ...kept].filter((folder) => !existsSync(folder))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('folders of a zombie process are removed', async () => {
    const script = `const { spawn } = require('child_process'); const child = spawn('sleep', ['60']); console.log(child.pid); process.kill(process.pid, 'SIGSTOP');`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    started.push(parent);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    const zombies = left(`${pid}-${processStart(pid)}-${namespace}`);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => processStart(pid)).toBeUndefined();
    await removeAbandonedTemporaryFolders();
    expect(existsSync(zombies)).toBe(false);
  });

  it.skipIf(process.platform === 'win32').each([
    ['a link', () => symlinkSync(mkdtempSync(path.join(root, 'elsewhere-')), users())],
    ['a folder that other users may enter', () => mkdirSync(users(), { mode: 0o755 })],
    ['a file', () => writeFileSync(users(), '', { mode: 0o600 })],
  ])('if the parent folder is %s, a folder is created elsewhere, and nothing is removed', async (_name, take) => {
    take();
    const folder = await makeTemporaryFolder('browser');
    expect(path.dirname(folder)).toBe(root);
    const inPlace = statSync(users()).isDirectory() ? left(`1-1-${namespace}`) : users();
    await removeAbandonedTemporaryFolders();
    removeTemporaryFolders(`1-1-${namespace}` as OwnerName);
    await removeTemporaryFolder(folder);
    expect([existsSync(folder), existsSync(inPlace)]).toEqual([false, true]);
  });

  it.skipIf(process.platform === 'win32')('folders are removed without the targets of links in them', async () => {
    const mine = path.join(root, 'mine.txt');
    writeFileSync(mine, 'mine');
    const folder = left(`1-1-${namespace}`);
    symlinkSync(root, path.join(folder, 'link'));
    symlinkSync(root, path.join(users(), `2-1-${namespace}`));
    await removeAbandonedTemporaryFolders();
    expect([existsSync(folder), existsSync(mine), readdirSync(users())]).toEqual([false, true, []]);
  });
});
