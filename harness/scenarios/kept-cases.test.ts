import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../reports/report.js';
import { readReport } from '../../reports/stream/read-report.js';
import { type Ran, command } from './command.js';

const DROPS_NULL = 'value ?? undefined';
const EXAMPLE = 'example: { title: Groceries, text: null }';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parity-kept-'));
  cpSync('docs/examples/first-check', folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/contract-parity'));
  const contract = readFileSync('docs/examples/first-check/openapi.yaml', 'utf8');
  // The example of the contract is replaced, because it would also show the fault of the client.
  writeFileSync(join(folder, 'openapi.yaml'), contract.replace(EXAMPLE, 'example: { title: Groceries }'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(): Report {
  const reading = readReport(readFileSync(join(folder, 'reports/latest/report.ndjson')));
  if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
  return reading.report;
}

/** Runs a check whose generated cases do not reveal the fault, so that only kept cases can. */
const examples = (): Promise<Ran> =>
  command(folder, ['check', '--phase', 'examples', '--operation', 'createNote', '--runs', '0']);

describe('kept counterexamples', () => {
  it('a kept counterexample runs in later checks, and passes when its fault is fixed', async () => {
    expect((await examples()).stdout).not.toContain('parity/same-request');
    await command(folder, ['check', '--phase', 'boundary', '--operation', 'createNote', '--runs', '16']);
    const [found] = report().findings;
    expect(found?.finding).toMatchObject({ rule: 'parity/same-request', surfaces: ['sdk'] });
    const id = found?.finding.id ?? '';

    const kept = await command(folder, ['keep', id]);
    expect(kept).toMatchObject({ exitCode: 0, stderr: '' });
    expect(kept.stdout).toContain(`contract/regressions/${id}.json`);
    expect((await command(folder, ['keep', id])).stderr).toContain('the counterexample is already kept');

    expect((await examples()).exitCode).toBe(1);
    expect(report().findings.map(({ finding }) => [finding.id, finding.counterexample?.input])).toEqual([
      [id, found?.finding.counterexample?.input],
    ]);

    const client = readFileSync(join(folder, 'client.mjs'), 'utf8');
    expect(client).toContain(DROPS_NULL);
    writeFileSync(join(folder, 'client.mjs'), client.replace(DROPS_NULL, 'value'));
    await examples();
    expect(report().findings).toEqual([]);
    expect(report().cells.map(({ cases }) => cases)).toEqual([2, 2]);
  });

  it('a kept counterexample is skipped with a warning if no contract has its operation', async () => {
    const path = join(folder, 'openapi.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('operationId: createNote', 'operationId: addNote'));
    const ran = await command(folder, ['check', '--phase', 'examples', '--surface', 'rest', '--runs', '0']);
    expect(ran.stdout).toContain('regression-unknown contract/regressions/');
  });

  it('a kept counterexample that is not JSON ends the run with an error that states its line', async () => {
    writeFileSync(join(folder, 'contract/regressions/00000000.json'), '{');
    const ran = await command(folder, ['check', '--phase', 'examples', '--surface', 'rest']);
    expect(ran.exitCode).toBe(2);
    expect(ran.stdout).toContain('counterexample-invalid contract/regressions/00000000.json:1:1');
  });
});
