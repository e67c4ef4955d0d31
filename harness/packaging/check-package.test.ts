import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missingFiles } from './check-package.js';

const MANIFEST = {
  bin: { program: './lib/main.js', short: './lib/main.js' },
  exports: { '.': { types: './types/index.d.ts', default: './lib/index.js' }, './package.json': './package.json' },
};

test.each([
  ['the bundle', ['lib/main.js', 'lib/index.js', 'types/index.d.ts'], []],
  ['the output of a compiler', ['lib/harness/main.js', 'lib/index.js', 'types/index.d.ts'], ['./lib/main.js']],
  ['nothing', [], ['./lib/main.js', './types/index.d.ts', './lib/index.js']],
])('finds the files that a package lacks if it contains %s → $2', (_, files, want) => {
  const folder = mkdtempSync(join(tmpdir(), 'parity-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(MANIFEST));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  expect(missingFiles(folder)).toEqual(want);
});

test('this project has every file that its manifest names', () => {
  expect(missingFiles('.')).toEqual([]);
});
