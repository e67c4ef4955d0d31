import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedProject, packedProject } from './packed-project.js';

interface Packed {
  readonly entryCount: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/**
 * The maximum number of files in the package. It leaves room for parts of the program that are loaded late, which are
 * separate files.
 */
const MOST_FILES = 450;
const MOST_BYTES = 3_000_000;
/** Bundles of Prism, of Spectral and of the host of cards, with their licences. They are mostly third-party code. */
const BUNDLED = /^lib\/(?:prism|spectral|host)\.(?:js|licenses\.txt)$/;
const MOST_BUNDLED_BYTES = 5_200_000;
/** The pictures that the pages show. */
const PICTURE = /^docs\/.*\.png$/;
const MOST_PICTURE_BYTES = 600_000;
/**
 * Files that the package must not contain: source maps, pictures that no page shows, measurements, tests and the
 * science service.
 */
const UNWANTED =
  /\.(?:map|tsbuildinfo)$|^(?!docs\/).*\.png$|^(?!docs\/examples\/).*\.html$|(?<!\/ruleset)\.cjs$|\.test\.|\/(?:bench|corpus|frameworks|mcp-conformance|packaging|documentation|fixtures|scenarios|miniatures|science_runtime|tests)\/|^dist\/surfaces\/\w+\/(?:reference|runtime|generated)\//;

describe('list of packed files', () => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' }),
  ) as [Packed];
  const paths = packed.files.map(({ path }) => path);

  it(`the package has at most ${MOST_FILES} files, and ${MOST_BYTES} bytes without bundles and pictures`, () => {
    expect(packed.entryCount).toBeLessThanOrEqual(MOST_FILES);
    const bundles = packed.files.filter(({ path }) => BUNDLED.test(path));
    const bundled = bundles.reduce((sum, { size }) => sum + size, 0);
    expect(bundles).toHaveLength(6);
    expect(bundled).toBeLessThanOrEqual(MOST_BUNDLED_BYTES);
    const pictures = packed.files.filter(({ path }) => PICTURE.test(path)).reduce((sum, { size }) => sum + size, 0);
    expect(pictures).toBeLessThanOrEqual(MOST_PICTURE_BYTES);
    expect(packed.unpackedSize - bundled - pictures).toBeLessThanOrEqual(MOST_BYTES);
    // These minimums are needed, because an empty package would also be within the limits.
    expect(packed.entryCount).toBeGreaterThan(100);
  });

  it('the package has no files that only the repository needs', () => {
    expect(paths.filter((path) => UNWANTED.test(path))).toEqual([]);
  });

  it('the package has each file that its manifest names', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly bin: object;
      readonly exports: object;
    };
    const named = [...JSON.stringify([manifest.bin, manifest.exports]).matchAll(/:"\.\/([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('the package has each file to which its pages link', () => {
    const pages = paths.filter((path) => /^(?:README|docs\/[^/]+)\.md$/.test(path) || path === 'README.md');
    const targets = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)].map((match) =>
        new URL(match[1] ?? '', `file:///${page}`).pathname.slice(1),
      ),
    );
    expect(targets.length).toBeGreaterThan(50);
    const isPacked = (target: string): boolean =>
      paths.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`));
    expect(targets.filter((target) => !isPacked(target))).toEqual([]);
  });

  it('the package has each module that a packed module imports', () => {
    const modules = paths.filter(
      (path) => /\.(?:js|d\.ts)$/.test(path) && /^(?:lib|dist)\//.test(path) && !BUNDLED.test(path),
    );
    const missing = modules.flatMap((path) => {
      const text = readFileSync(path, 'utf8').replaceAll(/`(?:[^`\\]|\\.)*`|\/\*[^]*?\*\//g, '');
      const found = [
        ...text.matchAll(/^(?:import|export)\b[^;]*?from ['"](\.[^'"]+)['"]|import\(['"](\.[^'"]+)['"]\)/gm),
      ].map((match) => match[1] ?? match[2] ?? '');
      const wanted = found.map((target) => new URL(target, `file:///${path}`).pathname.slice(1));
      return wanted
        .map((target) => (path.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target))
        .filter((target) => !paths.includes(target));
    });
    expect(missing).toEqual([]);
  });

  it('the programs that start several times in a run load no other package', () => {
    const loaded = new Set(['lib/process-host.js', 'lib/worker.js', 'lib/supervisor.js']);
    const others = new Set<string>();
    for (const file of loaded) {
      for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b.*["'](.+)["'];?$/gm)) {
        if (target.startsWith('.')) loaded.add(new URL(target, `file:///${file}`).pathname.slice(1));
        else if (!target.startsWith('node:')) others.add(target);
      }
    }
    expect(loaded.size).toBeGreaterThan(4);
    expect([...others]).toEqual([]);
  });
});

const CARD_CONFIG = `import { defineConfig } from 'contract-parity';
export default defineConfig({ contracts: ['openapi.yaml'], surfaces: { ui_card: { driver: 'ui_card', page: 'card.html' } } });
`;

/** A service that answers every request with the same list. */
const FAULTY = `import { createServer } from 'node:http';
createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"items":null}')).listen(Number(process.argv[2]), '127.0.0.1');
`;
const FAULTY_CONFIG = `import { defineConfig } from 'contract-parity';
export default defineConfig({
  contracts: [{ file: 'openapi.yaml', service: { command: ['node', 'faulty.mjs', '{port}'] } }],
  surfaces: { rest: { driver: 'rest' } },
});
`;

describe('packed package in an empty project', () => {
  let project: PackedProject;

  beforeAll(async () => {
    project = await packedProject();
    await project.parity('init', 'openapi.yaml');
  });

  afterAll(() => project.remove());

  it('the packed package checks the configuration that `init` writes, and the configuration compiles', async () => {
    await project.add('typescript', '@types/node');
    const tsc = 'node_modules/typescript/bin/tsc';
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', 'node', '--target', 'es2023'];
    expect(await project.run(process.execPath, tsc, ...options, 'parity.config.ts')).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
    const { exitCode, stdout, stderr } = await project.parity('check', '--runs', '2', '--operation', 'listItems');
    expect([exitCode, stderr, stdout]).toEqual([0, expect.any(String), expect.stringContaining('rest')]);
  });

  it('the packed package lints a contract', async () => {
    expect(await project.parity('lint')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('the packed package explains a rule', async () => {
    expect(await project.parity('explain', 'parity/same-value')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('the packed package checks a surface with a driver of the user', async () => {
    const { exitCode, stdout } = await project.parity('smoke', '--surface', 'rest');
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('pass: ')]);
  });

  it('the packed package names the command that installs the packages for cards', async () => {
    await project.write('card.html', '<!doctype html>');
    await project.write('card.config.ts', CARD_CONFIG);
    const { exitCode, stdout } = await project.parity(
      'check',
      '--config',
      'card.config.ts',
      '--surface',
      'ui_card',
      '--operation',
      'listItems',
    );
    expect([exitCode, stdout]).toEqual([
      2,
      expect.stringContaining('`npm i -D playwright-core @sparticuz/chromium@141`'),
    ]);
    expect(stdout).toContain('the package playwright-core is not installed');
  });

  it('the packed package mocks a contract', async () => {
    const mock = project.start('mock', '--port', '0');
    try {
      const url = /http:\/\/[\d.:]+/.exec(await mock.firstLine)?.[0] ?? '';
      const reply = await fetch(`${url}/items`, { headers: { authorization: 'Bearer right' } });
      expect([reply.status, await reply.json()]).toEqual([
        200,
        expect.objectContaining({ items: expect.any(Array) as unknown }),
      ]);
    } finally {
      await mock.stop();
    }
  });

  it('the packed package finds a fault of a service, and replays its counterexample', async () => {
    await project.write('faulty.mjs', FAULTY);
    await project.write('faulty.config.ts', FAULTY_CONFIG);
    expect(
      await project.parity('check', '--config', 'faulty.config.ts', '--operation', 'listItems', '--phase', 'examples'),
    ).toMatchObject({ exitCode: 1 });
    const [file = ''] = (await readdir(join(project.folder, 'reports/latest/counterexamples'))).toSorted();
    const { exitCode, stdout } = await project.parity(
      'replay',
      `reports/latest/counterexamples/${file}`,
      '--config',
      'faulty.config.ts',
    );
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('/items')]);
  });

  it('the packed package can be used in a Vitest test', async () => {
    await project.add('vitest');
    await project.write(
      'parity.test.ts',
      "import { describeParity } from 'contract-parity/vitest';\nawait describeParity(import.meta.url, 'parity.config.ts', { runs: 2, operations: ['listItems'] });\n",
    );
    const { exitCode, stdout } = await project.run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/Tests {2}\d+ passed/)]);
  });
});
