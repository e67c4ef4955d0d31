import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FOLDER, keepBrowser, keptBrowser, keptBrowserFolder } from './kept-browser.js';

const UNPACKED = { executable: `${FOLDER}/chromium`, args: ['--headless'], libraries: `${FOLDER}/lib` };

/**
 * Creates a temporary folder for one test. `file` is used as the file of the browser package, and `kept` is the folder
 * in which its unpacked browser is kept.
 */
async function temporary(): Promise<{ readonly root: string; readonly file: string; readonly kept: string }> {
  const root = await mkdtemp(path.join(tmpdir(), 'kept-'));
  vi.stubEnv('TMPDIR', root);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(root, { recursive: true });
  });
  const file = path.join(root, 'index.cjs');
  await writeFile(file, 'version 1');
  return { root, file, kept: keptBrowserFolder(file) ?? '' };
}

async function unpacked(root: string): Promise<string> {
  const fresh = path.join(root, 'fresh');
  await mkdir(path.join(fresh, 'lib'), { recursive: true });
  await writeFile(path.join(fresh, 'chromium'), 'program');
  await writeFile(path.join(fresh, 'lib/a.so'), 'library');
  return fresh;
}

test('a browser that is kept is found by later runs', async () => {
  const { root, kept } = await temporary();
  expect(keptBrowser(kept)).toBeUndefined();
  const fresh = await unpacked(root);
  expect(await keepBrowser(fresh, kept, UNPACKED)).toBe(true);
  expect(keptBrowser(kept)).toEqual(UNPACKED);
  expect([existsSync(fresh), await readFile(path.join(kept, 'lib/a.so'), 'utf8')]).toEqual([false, 'library']);
});

test.each<[string, (kept: string) => Promise<void>]>([
  ['a file was removed', (kept) => rm(path.join(kept, 'lib/a.so'))],
  ['a file was cut', (kept) => truncate(path.join(kept, 'chromium'), 3)],
  ['the list of its files was removed', (kept) => rm(path.join(kept, 'complete.json'))],
  ['the list of its files is not JSON', (kept) => writeFile(path.join(kept, 'complete.json'), '{')],
])('a kept browser is not used but replaced if %s', async (_, change) => {
  const { root, kept } = await temporary();
  await keepBrowser(await unpacked(root), kept, UNPACKED);
  await change(kept);
  expect(keptBrowser(kept)).toBeUndefined();
  expect(await keepBrowser(await unpacked(root), kept, UNPACKED)).toBe(true);
  expect(keptBrowser(kept)).toEqual(UNPACKED);
});

test('if two runs unpack the browser at the same time, both use the browser of the first', async () => {
  const { root, kept } = await temporary();
  await keepBrowser(await unpacked(root), kept, UNPACKED);
  const second = await unpacked(root);
  expect(await keepBrowser(second, kept, UNPACKED)).toBe(true);
  expect(existsSync(second)).toBe(true);
});

test('each version of the package has its own folder, which is removed two weeks after its last use', async () => {
  const { root, file, kept } = await temporary();
  await keepBrowser(await unpacked(root), kept, UNPACKED);
  await writeFile(file, 'version 1.1');
  const later = keptBrowserFolder(file) ?? '';
  expect(later).not.toBe(kept);
  await keepBrowser(await unpacked(root), later, UNPACKED);
  expect(existsSync(kept)).toBe(true);
  const longAgo = new Date(Date.now() - 15 * 24 * 3_600_000);
  await utimes(path.join(kept, 'complete.json'), longAgo, longAgo);
  await rm(path.join(later, 'chromium'));
  await keepBrowser(await unpacked(root), later, UNPACKED);
  expect([existsSync(kept), existsSync(later)]).toEqual([false, true]);
});

test('nothing is kept if the compile cache of Node is off, or if the package is not installed', async () => {
  const { root, file } = await temporary();
  expect(keptBrowserFolder(path.join(root, 'missing.cjs'))).toBeUndefined();
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
  expect(keptBrowserFolder(file)).toBeUndefined();
});
