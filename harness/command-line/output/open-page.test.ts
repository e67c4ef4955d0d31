import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage } from './open-page.js';

const URL_WITH_SPACES = 'file:///reports/a%20b/index.html?$(id)#createItem';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'open-page-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** A folder with a fake program that records its arguments and exits with a given code. */
async function programs(name: string, exitCode: number): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/${name}.txt'\nexit ${exitCode}\n`);
  await chmod(file, 0o755);
  return folder;
}

it.each<[NodeJS.Platform, string, readonly string[]]>([
  ['linux', 'xdg-open', [URL_WITH_SPACES]],
  ['darwin', 'open', [URL_WITH_SPACES]],
  ['win32', 'rundll32', ['url.dll,FileProtocolHandler', URL_WITH_SPACES]],
])('`openPage` opens the page on %s with %s', async (platform, name, want) => {
  const PATH = await programs(name, 0);
  expect(await openPage(URL_WITH_SPACES, platform, { PATH, DISPLAY: ':0' })).toBe(true);
  expect((await readFile(path.join(folder, `${name}.txt`), 'utf8')).trimEnd().split('\n')).toStrictEqual(want);
});

it('`openPage` returns false without a program, without a screen, in CI, or if the program fails', async () => {
  const PATH = await programs('xdg-open', 3);
  expect(await openPage(URL_WITH_SPACES, 'linux', { PATH, DISPLAY: ':0' })).toBe(false);
  await programs('xdg-open', 0);
  expect(await openPage(URL_WITH_SPACES, 'linux', { PATH })).toBe(false);
  expect(await openPage(URL_WITH_SPACES, 'linux', { PATH, WAYLAND_DISPLAY: 'wayland-0', CI: 'true' })).toBe(false);
  expect(await openPage(URL_WITH_SPACES, 'linux', { PATH: path.join(folder, 'none'), DISPLAY: ':0' })).toBe(false);
});
