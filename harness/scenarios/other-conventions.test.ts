import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReport } from '../../reports/stream/read-report.js';
import { command } from './command.js';

const FOLDER = 'docs/examples/other-conventions';
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'parity-conventions-'));
  cpSync('docs/examples', join(root, 'docs/examples'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(resolve('.'), join(root, 'node_modules/contract-parity'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a command line and a tool server with names of their own', () => {
  it('verify all cells', async () => {
    expect(await check()).toEqual({ exitCode: 0, findings: [] });
  });

  it.each([
    ['notes.mjs', 'text: values.content', 'text: undefined', ['parity/same-request missing cli']],
    ['notes.mjs', '404: 4', '404: 0', ['parity/same-status failure-reported-as-success cli']],
    ['tools.mjs', 'title, text: content', 'title: title + title, text: content', ['parity/same-request changed tools']],
    ['tools.mjs', "name: 'note',", "name: 'notes',", ['inventory/offered missing tools']],
  ])('%s: %s → %s', async (file, from, to, want) => {
    const path = join(root, FOLDER, file);
    const text = readFileSync(path, 'utf8');
    expect(text.split(from)).toHaveLength(2);
    writeFileSync(path, text.replace(from, to));
    const { findings } = await check();
    writeFileSync(path, text);
    expect(findings).toEqual(want);
  });
});

async function check(): Promise<{ readonly exitCode: number | undefined; readonly findings: readonly string[] }> {
  const folder = join(root, FOLDER);
  const phases = ['inventory', 'examples', 'boundary', 'invalid'];
  const { exitCode } = await command(folder, ['check', '--runs', '1', '--phase', ...phases]);
  const reading = readReport(readFileSync(join(folder, 'reports/latest/report.ndjson')));
  if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
  const findings = reading.report.findings.map(
    ({ finding: { rule, kind, surfaces } }) => `${rule} ${kind} ${surfaces.join()}`,
  );
  return { exitCode, findings };
}
