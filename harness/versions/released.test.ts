import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ParityConfig } from '../configuration/config.js';
import { completeConfig } from '../configuration/load-config.js';
import { type NotesProject, releasedProject } from './fixtures/notes-project.js';
import { type Released, openReleased } from './released.js';
import { revisionFolder } from './revision-folder.js';

let project: NotesProject;
const opened: { remove(): Promise<void> }[] = [];
beforeEach(() => {
  project = releasedProject();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.remove();
  project.remove();
});

const { signal } = new AbortController();

function commit(tag: string): void {
  for (const args of [
    ['add', '.'],
    ['commit', '-m', tag],
    ['tag', tag],
  ])
    project.git(...args);
}

async function open(config: object = {}, ref = 'v1'): Promise<Released> {
  const written = JSON.parse(readFileSync(join(project.root, 'parity.config.json'), 'utf8')) as ParityConfig;
  const loaded = completeConfig({ ...written, ...config }, join(project.root, 'parity.config.json'));
  const released = await openReleased(loaded, { ref, option: '--service-from' }, signal);
  opened.push(released);
  return released;
}

const lock = (version: string, dependency: string): string =>
  JSON.stringify({ version, packages: { '': { version }, 'node_modules/a': { version: dependency } } });

describe('revisionFolder', () => {
  it('a folder with the files of a commit is made without changing the repository', async () => {
    const index = readFileSync(join(project.root, '.git/index'));
    project.file('client.mjs', 'changed');
    const folder = await revisionFolder(project.root, { ref: 'v1', option: '--surfaces-from' }, signal);
    opened.push(folder);
    expect(readFileSync(join(folder.root, 'client.mjs'), 'utf8')).toContain('class Client');
    expect(folder.commit).toMatch(/^[0-9a-f]{12}$/);
    expect(readFileSync(join(project.root, '.git/index')).equals(index)).toBe(true);
  });

  it('installed packages are linked to the working tree, and packages of the repository to their files in the commit', async () => {
    project.file('package-lock.json', lock('1.0.0', '2.0.0'));
    project.file('package.json', '{"version":"1.0.0"}');
    project.file('.gitignore', 'node_modules');
    project.file('sdk/index.mjs', 'released');
    commit('v2');
    project.file('package-lock.json', lock('1.1.0', '2.0.0'));
    project.file('sdk/index.mjs', 'new');
    project.file('node_modules/a/index.mjs', 'a');
    mkdirSync(join(project.root, 'node_modules/@own'));
    symlinkSync('../../sdk', join(project.root, 'node_modules/@own/sdk'));
    const folder = await revisionFolder(project.root, { ref: 'v2', option: '--surfaces-from' }, signal);
    opened.push(folder);
    expect(folder.notInstalled).toEqual([]);
    expect(readFileSync(join(folder.root, 'node_modules/a/index.mjs'), 'utf8')).toBe('a');
    expect(realpathSync(join(folder.root, 'node_modules/@own/sdk'))).toBe(realpathSync(join(folder.root, 'sdk')));
  });

  it.each([
    ['lock files', 'package-lock.json', lock('1.0.0', '2.0.0'), lock('1.0.0', '2.0.1')],
    ['dependencies', 'package.json', '{"dependencies":{"a":"1"}}', '{"dependencies":{"a":"2"}}'],
  ])('installed packages are not linked if the commit has different %s', async (_, name, before, after) => {
    project.file('package.json', '{}');
    project.file(name, before);
    project.file('.gitignore', 'node_modules');
    commit('v2');
    project.file(name, after);
    project.file('node_modules/a/index.mjs', 'a');
    await expect(open({}, 'v2')).rejects.toMatchObject({
      code: 'version-not-prepared',
      message: expect.stringMatching(/^v2 needs different packages from the working tree: package\.json /) as unknown,
      repair: expect.stringContaining("prepare: [['npm', 'ci']") as unknown,
    });
  });

  it('a released version is removed with its files', async () => {
    const released = await open();
    await released.remove();
    expect(() => realpathSync(released.loaded.root)).toThrow('ENOENT');
  });
});

describe('a released version', () => {
  const surfaces = { sdk: { driver: 'sdk_typescript', module: 'dist/client.mjs' } };
  const build = ['node', '-e', "fs.mkdirSync('dist'); fs.cpSync('client.mjs', 'dist/client.mjs')"];

  it('a released version has its own configuration, or else the configuration of the working tree', async () => {
    expect((await open({ seed: 7 })).loaded).toMatchObject({ seed: 1 });
    project.git('rm', '--cached', 'parity.config.json');
    project.git('commit', '-m', 'Without');
    const { loaded, borrowsConfig } = await open({ seed: 7 }, 'HEAD');
    expect([loaded.seed, borrowsConfig]).toEqual([7, true]);
    expect(loaded.root).not.toBe(project.root);
  });

  it('a released version is built by the commands in the configuration', async () => {
    const written = JSON.parse(readFileSync(join(project.root, 'parity.config.json'), 'utf8')) as object;
    project.file('parity.config.json', JSON.stringify({ ...written, surfaces }));
    project.file('.gitignore', 'dist');
    commit('v2');
    project.file('dist/client.mjs', 'new');
    await expect(open({}, 'v2')).rejects.toMatchObject({
      code: 'version-not-prepared',
      message: 'the configuration of v2 names dist/client.mjs, which is not in git, because a build creates the file',
    });
    const { loaded } = await open({ versions: { prepare: [build] } }, 'v2');
    expect(readFileSync(join(loaded.root, 'dist/client.mjs'), 'utf8')).toContain('class Client');
    const failing = { versions: { prepare: [['node', '-e', 'console.error("no compiler"); process.exit(3)']] } };
    await expect(open(failing, 'v2')).rejects.toMatchObject({
      code: 'version-not-prepared',
      message: expect.stringMatching(/failed in the files of v2: .*no compiler/s) as unknown,
    });
  });

  it('a revision that does not exist is an error', async () => {
    await expect(open({}, 'v9')).rejects.toMatchObject({ code: 'git-revision-missing' });
    rmSync(join(project.root, '.git'), { recursive: true });
    await expect(open()).rejects.toMatchObject({
      code: 'git-repository-missing',
      repair: 'Run the command in a clone, or omit `--service-from` to check everything.',
    });
  });
});
