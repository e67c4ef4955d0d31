import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, it } from 'vitest';
import { readReport } from '../../reports/stream/read-report.js';
import { command } from './command.js';
import { pageSteps } from './page-steps.js';

const EXAMPLE = 'docs/examples/first-check';
const FLAGS =
  '--rootDir tools --outDir tools/dist --strict --target es2022 --module nodenext --types node --skipLibCheck';

const CONFIG = {
  contracts: ['openapi.yaml'],
  service: { command: ['node', 'server.mjs', '--port', '{port}'], resetPath: '/-/reset' },
  backends: ['reference'],
  surfaces: {
    rest: { driver: 'rest' },
    mcp: { driver: 'mcp', command: ['node', 'tools/dist/server.js'], generate: { generator: 'mcp', output: 'tools' } },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'parity-tool-server-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes a project with the contract of the example, to which tools are added, and with the tool server of the
 * documentation.
 */
function writeProject(): void {
  const contract = readFileSync(join(EXAMPLE, 'openapi.yaml'), 'utf8');
  const named = contract
    .replace(
      /( +)operationId: createNote\n/,
      '$&$1x-svc-mcp-tool: { name: create_note, description: Creates a note. }\n',
    )
    .replace(/( +)operationId: getNote\n/, '$&$1x-svc-mcp-tool: { name: get_note, description: Reads a note. }\n');
  write('openapi.yaml', named);
  write('server.mjs', readFileSync(join(EXAMPLE, 'server.mjs'), 'utf8'));
  write('package.json', JSON.stringify({ type: 'module' }));
  write('parity.config.json', JSON.stringify(CONFIG));
  for (const step of pageSteps(readFileSync('docs/generators.md', 'utf8')))
    if (step.kind === 'write' && step.file === 'tools/server.ts') write(step.file, step.text);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

it('the tool server in docs/generators.md compiles, and a check of it has no findings', async () => {
  writeProject();
  expect(readFileSync('docs/generators.md', 'utf8')).toContain(`\nnpx tsc ${FLAGS} tools/server.ts\n`);
  expect(await command(folder, ['generate'])).toMatchObject({ exitCode: 0 });
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const compiled = await execa(process.execPath, [tsc, ...FLAGS.split(' '), 'tools/server.ts'], { cwd: folder });
  expect(compiled.stdout).toBe('');
  const { stderr } = await command(folder, ['check', '--surface', 'rest', 'mcp', '--runs', '4']);
  const reading = readReport(readFileSync(join(folder, 'reports/latest/report.ndjson')));
  if (reading.kind !== 'report') throw new Error(stderr);
  const { findings, cells } = reading.report;
  expect(findings.map(({ finding: { rule, message } }) => `${rule}: ${message}`)).toEqual([]);
  expect(new Set(cells.map(({ verdict }) => verdict))).toEqual(new Set(['pass']));
});
