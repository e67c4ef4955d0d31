import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StaleBuild, staleBuilds } from './stale-builds.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parity-stale-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Files = Readonly<Record<string, string | object>>;

/** Writes the files with increasing times, one second apart. Returns the stale builds that are found. */
function stale(files: Files, entries: readonly string[]): readonly StaleBuild[] {
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    utimesSync(file, 1000 + index, 1000 + index);
  }
  return staleBuilds(
    root,
    entries.map((entry) => join(root, entry)),
  );
}

function map(...sources: readonly string[]): object {
  return { version: 3, sources, mappings: '' };
}

const PACKAGE = { scripts: { build: 'tsc' } };

const CASES: readonly (readonly [
  name: string,
  files: Files,
  entries: readonly string[],
  want: readonly StaleBuild[],
])[] = [
  [
    'a build that is newer than its source',
    { 'src/a.ts': '', 'dist/a.js': '', 'dist/a.js.map': map('../src/a.ts') },
    ['dist/a.js'],
    [],
  ],
  [
    'a source that is newer than its build',
    { 'dist/a.js': '', 'dist/a.js.map': map('../src/a.ts'), 'src/a.ts': '' },
    ['dist/a.js'],
    [{ built: 'dist/a.js', source: 'src/a.ts' }],
  ],
  [
    'a module that the program imports',
    {
      'dist/main.js': "import { b } from './lib/b.js'; export * from './c.js';",
      'dist/main.js.map': map(),
      'dist/lib/b.js': "const d = require('./d');\nvoid import('./none.js');",
      'dist/lib/d.js': '',
      'dist/lib/d.js.map': map('../../src/d.ts'),
      'src/d.ts': '',
    },
    ['dist/main.js'],
    [{ built: 'dist/lib/d.js', source: 'src/d.ts' }],
  ],
  [
    'a bundle of files that are built themselves, and the package that builds them',
    {
      'packages/cli/package.json': PACKAGE,
      'packages/cli/out/a.js': '',
      'packages/cli/out/a.js.map': map('../a.ts'),
      'packages/cli/bin.cjs': '',
      'packages/cli/bin.cjs.map': { ...map('a.js'), sourceRoot: 'out' },
      'packages/cli/a.ts': '',
    },
    ['packages/cli/bin.cjs'],
    [{ built: 'packages/cli/out/a.js', source: 'packages/cli/a.ts', command: 'npm run build --prefix packages/cli' }],
  ],
  [
    'a source whose content the source map contains',
    {
      'package.json': PACKAGE,
      'dist/a.js': "import './b.js';",
      'dist/a.js.map': { ...map('../a.ts'), sourcesContent: ['same'] },
      'dist/b.js': '',
      'dist/b.js.map': { ...map('../b.ts'), sourcesContent: ['old'] },
      'b.ts': 'new',
      'a.ts': 'same',
    },
    ['dist/a.js'],
    [{ built: 'dist/b.js', source: 'b.ts', command: 'npm run build' }],
  ],
  [
    "the compiler's configuration, if there is no source map",
    {
      'tsconfig.json':
        '{\n  // "outDir": "no", comment\n  "compilerOptions": { "strict": true,\n    "outDir": "./dist", "rootDir": "./lib", },\n}',
      'dist/deep/a.js': '',
      'lib/deep/a.ts': '',
    },
    ['dist/deep/a.js'],
    [{ built: 'dist/deep/a.js', source: 'lib/deep/a.ts' }],
  ],
  [
    'a page, by the modules in its folder',
    { 'dist/card.html': '', 'src/x.ts': '', 'dist/assets/x.js': '', 'dist/assets/x.js.map': map('../../src/x.ts') },
    ['dist/card.html'],
    [{ built: 'dist/card.html', source: 'src/x.ts' }],
  ],
  [
    'files outside the project: packages, other folders, addresses',
    {
      'dist/a.js': "import '../node_modules/p/index.js';",
      'dist/a.js.map': map('webpack://p/a.ts', '../../elsewhere.ts', '../node_modules/p/a.ts'),
      'node_modules/p/index.js': '',
      'node_modules/p/index.js.map': map('a.ts'),
      'node_modules/p/a.ts': '',
    },
    ['dist/a.js'],
    [],
  ],
  [
    'a program that is not built, and files that cannot be read',
    { 'main.py': '', 'b.js': "import './b.js'", 'b.js.map': 'no map' },
    ['main.py', 'b.js', 'none.js'],
    [],
  ],
];

describe('staleBuilds', () => {
  it.each(CASES)('lists built files that are older than their sources: %s → $3', (_, files, entries, want) => {
    expect(stale(files, entries)).toEqual(want);
  });

  it('returns at most 20 stale builds', () => {
    const names = Array.from({ length: 100 }, (_, index) => `m${index}`);
    const built = names.flatMap(
      (name) =>
        [
          [`dist/${name}.js`, ''],
          [`dist/${name}.js.map`, map(`../${name}.ts`)],
          [`${name}.ts`, ''],
        ] as const,
    );
    expect(
      stale(
        Object.fromEntries(built),
        names.map((name) => `dist/${name}.js`),
      ),
    ).toHaveLength(20);
  });
});
