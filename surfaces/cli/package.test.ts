import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MAIN } from './fixtures/run-program.js';

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
}

test('the package builds by itself, and its command runs', () => {
  const room = path.resolve('surfaces/cli');
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of [
    'package.json',
    'tsconfig.json',
    'bundle.ts',
    'generated',
    'reference',
    'runtime',
    'science_runtime',
  ])
    cpSync(path.join(room, name), path.join(folder, name), { recursive: true });
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    readFileSync(path.join(room, 'tsconfig.json'), 'utf8').replace('../../', `${path.resolve('.')}/`),
  );
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'pipe' });
  const [[name, file]] = Object.entries(manifest.bin) as [[string, string]];
  const main = path.join(folder, file);
  chmodSync(main, 0o755);
  // The test removes the modules of the runtime, because the bundled file contains the whole program.
  rmSync(path.join(folder, 'dist/runtime'), { recursive: true });
  const env = { PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  expect(execFileSync(main, ['--version'], { env, encoding: 'utf8' })).toBe(`${name} ${manifest.version}\n`);
}, 60_000);

test('the program loads only three modules of Node at start', () => {
  const lines = readFileSync(MAIN, 'utf8').split('\n');
  const required = lines.flatMap((line) =>
    [...line.matchAll(/^let \w+ = require\("([^"]*)"\)/g)].map((match) => match[1]),
  );
  expect(new Set(required)).toEqual(new Set(['node:fs', 'node:http', 'node:util']));
});
