import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
  cpSync(path.join(room, 'package.json'), path.join(folder, 'package.json'));
  execFileSync(path.resolve('node_modules/.bin/tsc'), ['-p', room, '--outDir', path.join(folder, 'dist')]);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const [[name, file]] = Object.entries(manifest.bin) as [[string, string]];
  const main = path.join(folder, file);
  chmodSync(main, 0o755);
  const env = { PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  expect(execFileSync(main, ['--version'], { env, encoding: 'utf8' })).toBe(`${name} ${manifest.version}\n`);
}, 60_000);

test('nothing but the few modules of Node is loaded', () => {
  const folder = path.dirname(MAIN);
  const files = ['main', 'command-line', 'invocation', 'request', 'exchange', 'failure', '../generated/commands', '../generated/failures'];
  const sources = files.map((file) => readFileSync(path.join(folder, `${file}.js`), 'utf8'));
  const imports = sources.flatMap((source) => [...source.matchAll(/^import .*?from '([^.'][^']*)'/gm)].map((match) => match[1]));
  expect(new Set(imports)).toEqual(new Set(['node:fs', 'node:http', 'node:util']));
});
