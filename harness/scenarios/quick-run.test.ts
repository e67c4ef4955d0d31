import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, it } from 'vitest';
import { readReport } from '../../reports/stream/read-report.js';
import { MAIN } from './tree.js';

const root = mkdtempSync(join(tmpdir(), 'parity-quick-run-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ITEMS = 'contract/item-service.openapi.yaml';
const RUNS = 'contract/science-runtime.openapi.yaml';

/** The number of gate decisions and replies that the command line tries on an operation, in a run of the contracts. */
async function casesOf(operation: string, ...contracts: readonly string[]): Promise<number> {
  const options = ['--quick', '--surface', 'cli', '--phase', 'gates', 'responses', '--reports', root];
  await execa('node', [MAIN, 'check', '--contract', ...contracts, ...options], { reject: false });
  const reading = readReport(readFileSync(join(root, 'report.ndjson')));
  if (reading.kind !== 'report') throw new Error(reading.kind);
  const cells = reading.report.cells.filter((cell) => cell.operation === operation);
  return cells.reduce((sum, { cases }) => sum + cases, 0);
}

it('a quick run tries on the second contract a part of the cases that it tries on the first one', async () => {
  const single = [await casesOf('createItem', ITEMS), await casesOf('runScienceLoop', RUNS)];
  const together = [await casesOf('createItem', ITEMS, RUNS), await casesOf('runScienceLoop', ITEMS, RUNS)];
  expect(together[0]).toBe(single[0]);
  expect(together[1]).toBeGreaterThan(5);
  expect(together[1]).toBeLessThan((single[1] ?? 0) / 2);
});
