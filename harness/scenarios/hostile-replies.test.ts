import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltProgram, builtProgram } from '../../contract/fixtures/built-program.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LIMIT_MS = 120_000;
const MOST_MEGABYTES = 512;

const TOO_LARGE = 'too large to be judged';
const MODES: readonly (readonly [mode: string, want: string])[] = [
  ['large', TOO_LARGE],
  ['wide-array', TOO_LARGE],
  ['wide-object', TOO_LARGE],
  ['many-faults', TOO_LARGE],
  ['many-values', TOO_LARGE],
  ['deep', TOO_LARGE],
  ['deep-object', TOO_LARGE],
  ['long-text', TOO_LARGE],
  // Just below the limit, so that it is judged.
  ['most-faults', 'breaks its schema'],
  ['most-branches', 'breaks its schema'],
  ['gzip-bomb', 'decoded body is longer than'],
  ['endless', 'body is longer than'],
  ['headers', 'Headers Overflow'],
];

const INTEGERS = {
  type: 'array',
  items: {
    anyOf: [{ type: 'integer' }, { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }],
  },
};
const DESCRIPTION = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } }],
        responses: {
          200: { description: 'things', content: { 'application/json': { schema: INTEGERS }, 'text/plain': {} } },
          422: { description: 'invalid' },
        },
      },
    },
  },
};

let folder = '';
let service: BuiltProgram;
beforeAll(async () => {
  service = await builtProgram(path.join(import.meta.dirname, 'fixtures/hostile-service.ts'));
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
  await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(DESCRIPTION));
});
afterAll(async () => {
  service.remove();
  await rm(folder, { recursive: true });
});

/** Checks the service in that mode; `megabytes` is the peak memory of the `parity` process. */
async function checked(
  mode: string,
): Promise<{ readonly output: string; readonly megabytes: number; readonly exitCode: number | undefined }> {
  const serving = execa(process.execPath, [service.file, mode], { reject: false });
  try {
    const { value: port } = await serving[Symbol.asyncIterator]().next();
    const config = path.join(folder, `${mode}.config.json`);
    const module = path.join(import.meta.dirname, 'fixtures/simple-client.mjs');
    await writeFile(
      config,
      JSON.stringify({
        contracts: ['openapi.json'],
        service: { url: `http://127.0.0.1:${String(port)}` },
        reports: `reports-${mode}`,
        surfaces: { rest: { driver: 'rest' }, sdk_typescript: { driver: 'sdk_typescript', module } },
        backends: ['reference'],
      }),
    );
    const measured = path.join(folder, `${mode}.rss`);
    const measure = `import fs from 'node:fs'; process.on('exit', () => fs.writeFileSync(${JSON.stringify(measured)}, String(process.resourceUsage().maxRSS)));`;
    const args = [
      '--import',
      `data:text/javascript,${encodeURIComponent(measure)}`,
      path.join(ROOT, 'dist/harness/main.js'),
      '--config',
      config,
      'check',
    ];
    const { stdout, exitCode } = await execa(process.execPath, args, { reject: false, timeout: LIMIT_MS, cwd: folder });
    return {
      output: stdout.replaceAll(/\s+/g, ' '),
      exitCode,
      megabytes: Number(await readFile(measured, 'utf8')) / 1024,
    };
  } finally {
    serving.kill('SIGKILL');
    await serving;
  }
}

test.each(MODES)(
  '%s: the check ends within its memory limit and reports the fault',
  async (mode, want) => {
    const { output, megabytes, exitCode } = await checked(mode);
    expect(exitCode).toSatisfy((code) => code === 1 || code === 2);
    expect(output).toContain(want);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  },
  LIMIT_MS + 30_000,
);
