import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { programFiles } from './program-files.js';

const root = mkdtempSync(join(tmpdir(), 'parity-program-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FILES: Readonly<Record<string, string>> = {
  'app/main.mjs': "import './a.js';\nexport * from './data.json';\nimport 'workspace/x';\nimport 'outside';",
  'app/a.ts': "const x = require('./b');",
  'app/b/index.js': "import './../main.mjs';",
  'app/data.json': '{}',
  'computed/package.json': '{}',
  'computed/deep/main.js': 'await import(name);',
  'packages/workspace/package.json': '{}',
  'node_modules/outside/index.js': '',
  'dist/main.js': '',
  'go/go.mod': '',
  'go/cmd/server/main.go': '',
  'bin/tool': '',
  'page/card.html': '',
  'page/card.js': '',
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}
symlinkSync(join(root, 'packages/workspace'), join(root, 'node_modules/workspace'));

interface Want {
  readonly files?: readonly string[];
  readonly folders?: readonly string[];
  readonly unknown?: string;
}

const CASES: readonly (readonly [name: string, words: readonly string[], want: Want])[] = [
  [
    'imported files, and packages of the workspace',
    ['node', 'app/main.mjs'],
    { files: ['app/a.ts', 'app/b/index.js', 'app/data.json', 'app/main.mjs'], folders: ['packages/workspace'] },
  ],
  [
    'a package that imports modules by computed names',
    ['computed/deep/main.js'],
    { files: ['computed/deep/main.js'], folders: ['computed'] },
  ],
  ['the package that contains a folder', ['go', 'run', './go/cmd/server'], { folders: ['go'] }],
  ['the folder of a program without a package', ['bin/tool'], { files: ['bin/tool'], folders: ['bin'] }],
  [
    'a data file in an option of the command',
    ['node', 'app/b/index.js', '--data=app/data.json'],
    {
      files: ['app/a.ts', 'app/b/index.js', 'app/data.json', 'app/main.mjs'],
      folders: ['packages/workspace'],
    },
  ],
  ['the modules of a page', ['page/card.html'], { files: ['page/card.html'] }],
  [
    'a data file of an installed program, which has unknown files',
    ['acme', '--data', 'app/data.json'],
    { files: ['app/data.json'], unknown: 'no word of the command is a file of the project' },
  ],
  [
    'a built file that git ignores, which has unknown sources',
    ['dist/main.js'],
    { files: ['dist/main.js'], unknown: 'git ignores dist/main.js, and its sources are not known' },
  ],
];

describe('programFiles', () => {
  it.each(CASES)('finds the files of a program: %s → $2', (_, words, { files = [], folders = [], unknown }) => {
    const found = programFiles(words, root, (path) => !path.includes('/dist/'));
    const names = (paths: Iterable<string>): readonly string[] =>
      [...paths].map((path) => relative(root, path)).toSorted();
    expect({ files: names(found.files.keys()), folders: names(found.folders.keys()), unknown: found.unknown }).toEqual({
      files,
      folders,
      unknown,
    });
  });
});
