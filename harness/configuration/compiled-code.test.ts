import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compiledFolder } from './compiled-code.js';
import { loadConfig } from './load-config.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parity-compiled-'));
  mkdirSync(join(root, 'tmp'));
  vi.stubEnv('TMPDIR', join(root, 'tmp'));
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

async function seedOf(seed: number): Promise<number> {
  const config = `export default { contracts: ['a.yaml'], surfaces: { rest: { driver: 'rest' } }, seed: ${seed} as number };`;
  writeFileSync(join(root, 'parity.config.ts'), config);
  return (await loadConfig(undefined, root)).seed;
}

const stored = (): readonly string[] => readdirSync(compiledFolder('configurations') ?? '');

test('a compiled configuration is kept in a private folder, and compiled again after an edit', async () => {
  expect(await seedOf(7)).toBe(7);
  expect(stored()).toHaveLength(1);
  expect(await seedOf(7)).toBe(7);
  expect(await seedOf(8)).toBe(8);
  expect(stored()).toHaveLength(1);
  expect(readdirSync(root).toSorted()).toEqual(['parity.config.ts', 'tmp']);
});

test('a compiled configuration that another program changed is compiled again', async () => {
  await seedOf(7);
  const folder = compiledFolder('configurations') ?? '';
  for (const name of stored()) writeFileSync(join(folder, name), 'module.exports = { seed: 9 };');
  expect(await seedOf(7)).toBe(7);
});

test.each(['1', 'true'])('no compiled configuration is stored if NODE_DISABLE_COMPILE_CACHE is %s', async (value) => {
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', value);
  expect(await seedOf(7)).toBe(7);
  expect(readdirSync(join(root, 'tmp'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'no compiled configuration is stored in a folder that other users may enter',
  async () => {
    const folder = compiledFolder('configurations') ?? '';
    chmodSync(join(folder, '..'), 0o777);
    expect(compiledFolder('configurations')).toBeUndefined();
    expect(await seedOf(7)).toBe(7);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test.each([
  ["token: 'literal-of-this-test'", 0],
  ["surfaces: { rest: { driver: 'rest', headers: { 'X-Api-Key': \"literal\" } } }", 0],
  ['token: process.env.TOKEN as string', 1],
])('a compiled configuration is kept only without a literal credential: `%s` → %i files', async (member, kept) => {
  const config = `export default { contracts: ['a.yaml'], surfaces: { rest: { driver: 'rest' } }, seed: 1 as number, ${member} };`;
  writeFileSync(join(root, 'parity.config.ts'), config);
  await loadConfig(undefined, root).catch(() => undefined);
  expect(stored()).toHaveLength(kept);
});

test('the folder of compiled configurations is emptied when it is full', () => {
  const folder = compiledFolder('configurations') ?? '';
  for (let index = 0; index <= 200; index += 1) writeFileSync(join(folder, `${index}.mjs`), '');
  compiledFolder('configurations');
  expect(existsSync(join(folder, '0.mjs'))).toBe(false);
});
