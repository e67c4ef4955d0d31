import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, it } from 'vitest';
import { readReport } from '../../reports/stream/read-report.js';
import type { CellEntry, Report } from '../../reports/report.js';
import { processesOf } from './processes-of.js';

const MAIN = fileURLToPath(new URL('../../dist/harness/main.js', import.meta.url));
const BUDGET_MS = 3000;
/** The part of the budget for calls. The rest of the budget is only used to minimise findings. */
const DRIVING_MS = 0.8 * BUDGET_MS;
/** The time limit of a scenario, for a busy machine. Without a budget, a scenario takes at least a minute. */
const MOST_MS = BUDGET_MS + 20_000;

/**
 * A service that hangs at the step `hang`: `start`, `reset`, `call`, or `nowhere`. It never ends by itself and ignores
 * SIGTERM.
 */
const SERVICE = `
import { createServer } from 'node:http';
const [port, hang, delayMs = '0'] = process.argv.slice(2);
process.on('SIGTERM', () => {});
const server = createServer((request, response) => {
  request.resume();
  const isReset = request.url === '/-/reset';
  if (hang === (isReset ? 'reset' : 'call') && request.url !== '/') return;
  const status = isReset || request.method === 'GET' ? 200 : 201;
  setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(isReset ? '' : '{"name":1}'), isReset ? 0 : Number(delayMs));
});
if (hang !== 'start') server.listen(Number(port), '127.0.0.1');
setInterval(() => {}, 1000);
`;

/** A driver that hangs when it starts, at a call or when it closes. */
const DRIVER = `
import { createInterface } from 'node:readline';
const [hang] = process.argv.slice(2);
process.on('SIGTERM', () => {});
setInterval(() => {}, 1000);
const answer = (message) => console.log(JSON.stringify(message));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { cmd, seq } = JSON.parse(line);
  if (cmd === hang) return;
  if (cmd === 'start') answer({ ok: true, surface: { name: 'slow' }, operations: ['thing0'], observes: ['status'] });
  if (cmd === 'run') setTimeout(() => answer({ seq, outcome: { kind: 'value', status: 200, value: null } }), 300);
});
`;

/** A client whose call and close never resolve, and that keeps its process alive. */
const SDK = `
setInterval(() => {}, 1000);
export class Client {
  thing0() { return new Promise(() => {}); }
  close() { return new Promise(() => {}); }
}
`;

function contract(operations: number): string {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 40 }, size: { type: 'integer', minimum: 1 } },
  };
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, index) => [
      `/things${index}`,
      {
        post: {
          operationId: `thing${index}`,
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 201: { description: 'made', content: { 'application/json': { schema } } } },
        },
      },
    ]),
  );
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Slow', version: '1' }, paths });
}

function config(service: readonly string[], surface: string | undefined): string {
  return `export default {
    contracts: [{ file: 'openapi.json', service: { command: ['node', 'service.mjs', '{port}', ...${JSON.stringify(service)}], resetPath: '/-/reset' } }],
    timeoutMs: 120000,
    surfaces: {
      rest: { driver: 'rest' },
      ${surface === undefined ? '' : `slow: ${surface},`}
    },
  };`;
}

function driver(hang: string): string {
  return `{ driver: 'protocol', command: ['node', 'driver.mjs', '${hang}'] }`;
}

interface Scenario {
  readonly service?: readonly string[];
  /** The configuration of a surface that is checked in addition to `rest`. */
  readonly surface?: string;
  readonly operations?: number;
  readonly runs?: number;
}

// The tests mostly wait for the end of the budget, so they run concurrently.
describe.concurrent('checks with a budget', () => {
  it.for<readonly [string, Scenario]>([
    ['a service that is slow', { service: ['nowhere', '300'], runs: 400 }],
    ['a difference that is slow to shrink', { service: ['nowhere', '500'], runs: 2 }],
    ['a service that does not answer', { service: ['call'] }],
    ['a service that does not start', { service: ['start'] }],
    ['a service that hangs in its reset', { service: ['reset'] }],
    ['a surface that does not start', { surface: driver('start') }],
    ['a surface that hangs in a call', { surface: driver('run') }],
    ['a surface that does not end', { surface: driver('stop'), runs: 400 }],
    ['an SDK that hangs in this process', { surface: `{ driver: 'sdk_typescript', module: 'sdk.mjs' }` }],
    ['a contract that causes very many cases', { operations: 100, runs: 5000 }],
  ])(
    'a check ends within its budget with %s',
    async ([, { service = ['nowhere'], surface, operations = 1, runs = 20 }], { expect, onTestFinished }) => {
      const folder = mkdtempSync(join(tmpdir(), 'parity-budget-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      writeFileSync(join(folder, 'openapi.json'), contract(operations));
      writeFileSync(join(folder, 'service.mjs'), SERVICE);
      writeFileSync(join(folder, 'driver.mjs'), DRIVER);
      writeFileSync(join(folder, 'parity.config.mjs'), config(service, surface));
      writeFileSync(join(folder, 'sdk.mjs'), SDK);
      const flags = ['--budget', `${BUDGET_MS}ms`, '--runs', String(runs), '--phase', 'valid'];
      const ran = await execa(process.execPath, [MAIN, '--config', 'parity.config.mjs', 'check', ...flags], {
        cwd: folder,
        reject: false,
        timeout: 60_000,
        killSignal: 'SIGKILL',
      });
      const report = stored(folder);
      expect(report.footer?.interrupted).toBe(false);
      expect(report.footer?.durationMs).toBeGreaterThanOrEqual(DRIVING_MS);
      expect(report.footer?.durationMs).toBeLessThan(MOST_MS);
      expect(ran.durationMs).toBeLessThan(MOST_MS + 5000);
      // The report contains the findings so far. Operations that were not verified do not pass. The mock is fast, so it
      // may have answered all cases.
      const isWhole = ({ backend, cases }: CellEntry): boolean => backend === 'mock' && cases === runs;
      expect(report.cells.filter((cell) => cell.verdict === 'pass' && !isWhole(cell))).toEqual([]);
      expect(report.cells.length).toBeGreaterThan(0);
      expect([1, 2]).toContain(ran.exitCode);
      await expect.poll(() => processesOf(folder)).toEqual([]);
    },
  );
});

function stored(folder: string): Report {
  const reading = readReport(readFileSync(join(folder, 'reports/latest/report.ndjson')));
  if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
  return reading.report;
}
