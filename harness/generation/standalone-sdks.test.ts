import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { itemService } from '../../contract/fixtures/contract-at.js';
import { checkCurrent } from '../../rules/freshness/current.js';
import { runtimeFiles } from '../../surfaces/sdk/runtime-files.js';
import { hasMypy, hasPython, python, strictMypy } from '../../surfaces/sdk_python/fixtures/python.js';
import type { GenerateConfig } from '../configuration/config.js';
import { compareGenerated, writeGenerated } from './generate.js';

const ROOT = process.cwd();
const contract = await itemService();

const TYPESCRIPT: GenerateConfig = { generator: 'sdk_typescript', output: 'typescript' };
const PYTHON: GenerateConfig = { generator: 'sdk_python', output: 'python/acme_client' };

const TYPESCRIPT_USE = `import { Client, NotFoundError, RefusedError, type types } from './typescript/generated/client.js';
const client = new Client({ baseUrl: 'http://127.0.0.1:9' });
const draft: types.ItemCreate = { name: 'a', note: null };
const refused = await client.getItem({ item_id: '' }).catch((error: unknown) => error);
console.log(refused instanceof RefusedError, new NotFoundError(404, {}).message, draft.note);
await client.close();
`;

const PYTHON_USE = `
from acme_client import Client, NotFoundError, OMITTED, RefusedError, types
draft: types.ItemCreate = {"name": "a", "note": None}
with Client("http://127.0.0.1:9") as client:
    try:
        client.get_item(item_id="")
    except RefusedError as error:
        print(type(error).__name__, NotFoundError(404, {}), draft["note"], repr(OMITTED))
`;

describe('an SDK without a library', () => {
  it('in TypeScript is all that its user compiles but undici', async () => {
    const folder = await generated(TYPESCRIPT);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'use.ts'), TYPESCRIPT_USE);
    const options = [
      '--outDir',
      'dist',
      '--rootDir',
      '.',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--skipLibCheck',
    ];
    run('tsc', [...options, ...STRICT.map((name) => `--${name}`), 'use.ts'], folder);
    expect(run(process.execPath, ['dist/use.js'], folder)).toBe('true 404 null\n');
  });

  it.skipIf(!hasPython)('in Python is a package by itself (skipped without Python)', async () => {
    const folder = join(await generated(PYTHON), 'python');
    writeFileSync(join(folder, 'acme_client/__init__.py'), 'from .generated import *\n');
    expect(python(['-W', 'error', '-c', PYTHON_USE], folder)).toBe('RefusedError 404 None OMITTED\n');
    writeFileSync(join(folder, 'use.py'), PYTHON_USE);
    if (hasMypy) expect(strictMypy(['use.py'], folder)).toContain('Success');
  });

  it.each([TYPESCRIPT, PYTHON])('is current once it is written, and is told where it is changed by hand: $output', async (config) => {
    const folder = await generated(config);
    expect(checkCurrent(await compareGenerated('sdk', config, contract, folder))).toEqual([]);
    const { files } = await compareGenerated('sdk', config, contract, folder);
    const runtime = files.find(({ path }) => path.includes('runtime/'))?.path ?? '';
    writeFileSync(join(folder, runtime), '');
    expect(checkCurrent(await compareGenerated('sdk', config, contract, folder))).toMatchObject([{ kind: 'edited' }]);
  });

  it('is written from files that are in our package', () => {
    const listed = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], ROOT)) as readonly Packed[];
    const packed = new Set(listed[0]?.files.map(({ path }) => path));
    const read = ['surfaces/sdk_typescript/reference', 'surfaces/sdk_python/reference/template_service'].flatMap((folder) =>
      runtimeFiles(folder, (name) => /^_?[a-z-]+\.(?:ts|py)$/.test(name), String).map(({ path }) => `${folder}/${path}`),
    );
    expect(read.length).toBeGreaterThan(12);
    expect([...read, 'surfaces/sdk_python/reference/worker.py'].filter((file) => !packed.has(file))).toEqual([]);
  });
});

const STRICT: readonly string[] = [
  'strict',
  'noUnusedLocals',
  'noUnusedParameters',
  'exactOptionalPropertyTypes',
  'noUncheckedIndexedAccess',
];

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

async function generated(config: GenerateConfig): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parity-sdk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await writeGenerated(config, contract, folder);
  return folder;
}

/** What a program says; throws with it where it fails. */
function run(program: string, args: readonly string[], cwd: string): string {
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
  try {
    return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(String((error as { stdout?: unknown }).stdout), { cause: error });
  }
}
