import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callPackedCommands } from './packed-commands.js';

async function packageAt(
  files: readonly string[],
  bin: Readonly<Record<string, string>>,
  more: object = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parity-packed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: '@acme/tool', version: '1.0.0', files, bin, ...more }),
  );
  const program =
    "#!/usr/bin/env node\nrequire('./helper.cjs');\nconsole.log(`tool called with ${process.argv[2]}`);\n";
  await writeFile(join(folder, 'tool.cjs'), program);
  await writeFile(join(folder, 'helper.cjs'), '');
  await chmod(join(folder, 'tool.cjs'), 0o755);
  return join(folder, 'package.json');
}

const never = new AbortController().signal;

test('a command runs from the packed package, and fails if the package lacks a file', async () => {
  const whole = await packageAt(['*.cjs'], { tool: 'tool.cjs' });
  expect(await callPackedCommands(whole, ['tool', 'other'], never)).toMatchObject([
    {
      command: 'tool',
      version: { exitCode: 0, stdout: 'tool called with --version' },
      help: { exitCode: 0, stdout: 'tool called with --help' },
    },
    { command: 'other', version: { exitCode: undefined, stderr: expect.stringContaining('ENOENT') as string } },
  ]);
  const incomplete = await packageAt(['tool.cjs'], { tool: 'tool.cjs' });
  expect(await callPackedCommands(incomplete, ['tool'], never)).toMatchObject([
    { version: { exitCode: 1, stderr: expect.stringContaining('helper.cjs') as string } },
  ]);
}, 30_000);

test('a package that cannot be installed offline is reported, and its folder is removed', async () => {
  const before = await leftovers();
  const dependent = await packageAt(
    ['*.cjs'],
    { tool: 'tool.cjs' },
    { dependencies: { '@acme/never-published': '1.0.0' } },
  );
  await expect(callPackedCommands(dependent, ['tool'], never)).rejects.toMatchObject({
    code: 'package-not-installed',
    message: expect.stringContaining('npm install') as string,
  });
  expect(await leftovers()).toEqual(before);
}, 30_000);

async function leftovers(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('parity-package-')).toSorted();
}
