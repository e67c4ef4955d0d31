import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { itemService } from '../../contract/fixtures/contracts.js';
import { checkCurrent } from '../../rules/freshness/current.js';
import type { GenerateConfig } from '../configuration/config.js';
import { compareGenerated, writeGenerated } from './generate.js';

/**
 * A generator that writes the names of the contract to several outputs: a folder, a file beside hand-written code, and
 * a binary file.
 */
const GENERATOR = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const out = process.argv[2] === undefined ? new URL('../src/', import.meta.url) : new URL('file://' + process.argv[2] + '/');
mkdirSync(new URL('client/', out), { recursive: true });
const contract = readFileSync('contract.txt', 'utf8');
for (const name of contract.trim().split(' ')) writeFileSync(new URL('client/' + name + '.ts', out), name);
writeFileSync(new URL('schema.ts', out), contract);
writeFileSync(new URL('client/logo.bin', out), Buffer.from([0xff, 0xfe, 0x00]));
`;
const OUTPUTS: GenerateConfig = {
  command: [process.execPath, 'scripts/generate.mjs'],
  outputs: ['src/client', 'src/schema.ts'],
};
const OUTPUT: GenerateConfig = { command: [process.execPath, 'scripts/generate.mjs', '{output}'], output: 'own' };

function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'parity-user-generator-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['src', 'scripts', '.cache', 'node_modules/some'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'scripts/generate.mjs'), GENERATOR);
  writeFileSync(join(root, 'contract.txt'), 'a b\n');
  writeFileSync(join(root, 'src/own.ts'), 'own');
  symlinkSync(join(root, 'contract.txt'), join(root, 'link.txt'));
  return root;
}

/**
 * Compares the generated files with the working tree, and checks that this changes nothing in the working tree. Returns
 * the differing files.
 */
async function differing(config: GenerateConfig, root: string): Promise<readonly string[]> {
  const before = tree(root);
  const compared = await compareGenerated('own', config, await itemService(), root);
  expect(tree(root)).toEqual(before);
  return compared.files.flatMap((file) =>
    checkCurrent({ ...compared, files: [file] }).map(({ kind, pointer }) => `${kind} ${pointer}`),
  );
}

function tree(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
}

describe.each([
  ['that writes to `{output}`', OUTPUT, 'own'],
  ['that writes to its usual paths', OUTPUTS, 'src'],
])('a generator of the user %s', (_, config, at) => {
  it('edited, outdated, missing and left-over files of a generator are found', async () => {
    const root = project();
    const paths = ['client/a.ts', 'client/b.ts', 'client/logo.bin', 'schema.ts'].map((file) => `${at}/${file}`);
    expect(await writeGenerated(config, await itemService(), root)).toEqual(paths);
    expect([...readFileSync(join(root, at, 'client/logo.bin'))]).toEqual([0xff, 0xfe, 0x00]);
    expect(await differing(config, root)).toEqual([]);

    writeFileSync(join(root, at, 'client/a.ts'), 'edited');
    rmSync(join(root, at, 'client/b.ts'));
    writeFileSync(join(root, at, 'client/c.ts'), 'left over');
    writeFileSync(join(root, 'contract.txt'), 'a b d\n');
    expect(await differing(config, root)).toEqual([
      `differing ${at}/client/a.ts`,
      `missing ${at}/client/b.ts`,
      `orphan ${at}/client/c.ts`,
      `missing ${at}/client/d.ts`,
      `differing ${at}/schema.ts`,
    ]);
    const written = ['a.ts', 'b.ts', 'd.ts'].map((file) => `${at}/client/${file}`);
    expect(await writeGenerated(config, await itemService(), root)).toEqual([
      ...written,
      `${at}/schema.ts`,
      `${at}/client/c.ts`,
    ]);
    expect(existsSync(join(root, 'src/own.ts'))).toBe(true);
  });
});

it('an output in a hidden folder is written only in the copy of the project', async () => {
  const root = project();
  const script =
    "require('node:fs').mkdirSync('.cache/api', { recursive: true }), require('node:fs').writeFileSync('.cache/api/a', '')";
  const config: GenerateConfig = { command: [process.execPath, '-e', script], outputs: ['.cache/api'] };
  expect(await differing(config, root)).toEqual(['missing .cache/api/a']);
});

it('a generator can read files of the repository that are outside the project', async () => {
  const repository = project();
  const root = join(repository, 'packages/client');
  mkdirSync(join(repository, '.git'));
  mkdirSync(root, { recursive: true });
  const script = "require('node:fs').copyFileSync('../../contract.txt', 'schema.txt')";
  const config: GenerateConfig = { command: [process.execPath, '-e', script], outputs: ['schema.txt'] };
  expect(await writeGenerated(config, await itemService(), root)).toEqual(['schema.txt']);
  expect(readFileSync(join(root, 'schema.txt'), 'utf8')).toBe('a b\n');
});

it.each([
  [
    'fails with an exit code',
    { command: [process.execPath, '-e', 'console.error("no contract"), process.exit(3)'], outputs: ['src'] },
    'no contract',
  ],
  [
    'names a program that does not exist',
    { command: ['no-such-generator', '{output}'], output: 'own' },
    'no-such-generator',
  ],
  [
    'writes no file to one of its outputs',
    { ...OUTPUTS, outputs: ['src/client', 'src/other'] },
    'wrote nothing to src/other',
  ],
] satisfies readonly (readonly [string, GenerateConfig, string])[])(
  'an error names the reason if a generator %s',
  async (_, config, want) => {
    const message = expect.stringContaining(want) as string;
    const attempt = compareGenerated('own', config, await itemService(), project());
    await expect(attempt).rejects.toMatchObject({ code: 'generator-failed', message });
  },
);
