import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { TreeWatcher } from './tree-watcher.js';
import { WatchedPaths } from './watched-paths.js';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'parity-watched-')));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const root = join(base, 'project');

function write(name: string, text = ''): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const contract = write('api.yaml', 'a');
const shared = write('../shared/part.yaml');
write('.gitignore', 'made\n');
execFileSync('git', ['init', '--quiet'], { cwd: root });

function watched(startedAt = Infinity, former?: WatchedPaths): WatchedPaths {
  return new WatchedPaths(
    {
      root,
      files: new Set([contract, shared, join(root, 'made/run.js'), join(root, 'app.log')]),
      folders: [join(root, 'py'), join(root, 'made/py')],
      sources: new Map([[join(root, 'src/run.ts'), join(root, 'made/run.js')]]),
      reports: [join(root, 'reports')],
    },
    startedAt,
    former,
  );
}

describe('the watched paths', () => {
  it.each([
    ['a program file that git ignores → certain', 'made/run.js', { kind: 'certain' }],
    ['a file of the check that is named like a log → certain', 'app.log', { kind: 'certain' }],
    ['source code in the package of a program → certain', 'py/deep/a.py', { kind: 'certain' }],
    ['source code in the package of a program that git ignores → certain', 'made/py/a.py', { kind: 'certain' }],
    ['a data file in the package of a program → possible', 'py/data.bin', { kind: 'possible' }],
    ['a source file of a built program → source', 'src/run.ts', { kind: 'source', built: join(root, 'made/run.js') }],
    ['a file that no known program uses → possible', 'other.json', { kind: 'possible' }],
    ['a file that git ignores → ignored', 'made/other.json', { kind: 'ignored' }],
    ['a Markdown file → ignored', 'py/README.md', { kind: 'ignored' }],
    ['a file in the report folder → ignored', 'reports/latest/index.html', { kind: 'ignored' }],
    ['a file of an installed package → ignored', 'node_modules/x/index.js', { kind: 'ignored' }],
    ['a Python byte code file → ignored', 'py/__pycache__/a.pyc', { kind: 'ignored' }],
    ['a swap file of an editor → ignored', 'py/.a.py.swp', { kind: 'ignored' }],
    ['a journal of a database → ignored', 'py/store.sqlite-journal', { kind: 'ignored' }],
  ])('the watched paths decide whether an edited file belongs to the check: %s', (_, name, want) => {
    expect(watched().kindOf(join(root, name))).toEqual(want);
  });

  it('the watched paths ignore an edit that does not change the content of a file', () => {
    const paths = watched();
    writeFileSync(contract, 'a');
    expect(paths.kindOf(contract)).toEqual({ kind: 'ignored' });
    writeFileSync(contract, 'b');
    expect(paths.kindOf(contract)).toEqual({ kind: 'certain' });
    expect(paths.kindOf(contract)).toEqual({ kind: 'ignored' });
  });

  it('a file that was edited while the run began counts as edited, unless its time is in the future', () => {
    const started = Date.now() - 60_000;
    for (const [path, age] of [
      [contract, 30],
      [shared, -3600],
    ] as const)
      utimesSync(path, Date.now() / 1000, Date.now() / 1000 - age);
    expect(watched(started).editedMeanwhile).toEqual([contract]);
    expect(watched(started, watched()).editedMeanwhile).toEqual([]);
  });

  it('the watched paths include the folders of files outside of the project', () => {
    expect(watched().trees).toEqual([root]);
    expect(watched().folders).toEqual([dirname(shared)]);
  });
});

describe.each([
  ['with a separate watcher for each folder', false],
  ...(process.platform === 'linux' ? [] : [['with one recursive watcher', true] as const]),
] as const)('a tree that is watched: %s', (_, isRecursive) => {
  let watcher: TreeWatcher | undefined;
  afterEach(() => watcher?.close());

  it('a watched tree reports edits in old and new folders, but not in ignored folders', async () => {
    const edited = new Set<string>();
    const paths = watched();
    watcher = new TreeWatcher(
      { edited: (path) => edited.add(path), unwatched: (folder, reason) => expect.fail(`${folder}: ${reason}`) },
      (path) => paths.isIgnored(path),
      isRecursive,
    );
    write('node_modules/x/index.js');
    write('py/a.py');
    const gone = write('py/gone.py');
    watcher.add(root);
    write('node_modules/x/index.js', '1');
    const want = [write('py/a.py', '1'), write('py/new/deep/b.py'), write('api.yaml', 'c')];
    rmSync(gone);
    await expect.poll(() => [...want, gone].every((path) => edited.has(path)), { timeout: 20_000 }).toBe(true);
    const later = write('py/new/deep/c.py');
    await expect.poll(() => edited.has(later), { timeout: 20_000 }).toBe(true);
    expect([...edited].filter((path) => path.includes('node_modules'))).toEqual([]);
    const never = join(root, 'py/temporary');
    expect([gone, later, never].map((path) => watcher?.isEdit(path))).toEqual([true, true, isRecursive]);
    expect(watcher.isEdit(gone)).toBe(isRecursive);
  });
});
