import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltProgram, builtProgram } from '../../contract/fixtures/built-program.js';
import { command } from './command.js';
import { type CommandHost, startHost } from './command-hosts.js';

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
  // These replies are just below the maximum size of a judged reply.
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
let host: CommandHost;
beforeAll(async () => {
  // This test uses a new process, because the peak memory of a process includes earlier commands.
  host = await startHost(tmpdir());
  service = await builtProgram(path.join(import.meta.dirname, 'fixtures/hostile-service.ts'));
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
  await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(DESCRIPTION));
});
afterAll(async () => {
  await host.stop();
  service.remove();
  await rm(folder, { recursive: true });
});

/** Checks the service in the given mode. `megabytes`: peak memory of the process over all checks so far. */
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
    // One call is enough to measure a reply. Only `large` makes several calls, because all modes store replies in the
    // same way.
    const cases = mode === 'large' ? ['boundary', 'valid', '--runs', '2'] : ['valid', '--runs', '1'];
    const args = ['--config', config, 'check', '--phase', ...cases];
    const { stdout, exitCode, megabytes } = await command(folder, args, host.port);
    return { output: stdout.replaceAll(/\s+/g, ' '), exitCode, megabytes };
  } finally {
    serving.kill('SIGKILL');
    await serving;
  }
}

test.each(MODES)(
  'a check of the hostile reply `%s` ends within its memory limit, and reports the fault',
  async (mode, want) => {
    const { output, megabytes, exitCode } = await checked(mode);
    expect(exitCode).toSatisfy((code) => code === 1 || code === 2);
    expect(output).toContain(want);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  },
  LIMIT_MS + 30_000,
);
