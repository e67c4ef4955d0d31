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
    expect(await check('cli', 'tools')).toEqual({ exitCode: 0, findings: [] });
  });

  it.each([
    ['cli', 'notes.mjs', 'text: values.content', 'text: undefined', 'parity/same-request missing'],
    ['cli', 'notes.mjs', '404: 4', '404: 0', 'parity/same-status failure-reported-as-success'],
    ['tools', 'tools.mjs', 'title, text', 'title: title + title, text', 'parity/same-request changed'],
    ['tools', 'tools.mjs', "name: 'note',", "name: 'notes',", 'inventory/offered missing'],
  ])('%s, %s: %s → %s', async (surface, file, from, to, want) => {
    const path = join(root, FOLDER, file);
    const text = readFileSync(path, 'utf8');
    expect(text.split(from)).toHaveLength(2);
    writeFileSync(path, text.replace(from, to));
    const { findings } = await check(surface);
    writeFileSync(path, text);
    expect(findings).toEqual([`${want} ${surface}`]);
  });
});

interface Checked {
  readonly exitCode: number | undefined;
  readonly findings: readonly string[];
}

/** Few phases, as each call of the command line is a process. */
async function check(...ids: readonly string[]): Promise<Checked> {
  const folder = join(root, FOLDER);
  const phases = ['inventory', 'examples', 'valid', 'invalid'];
  const { exitCode } = await command(folder, ['check', '--runs', '1', '--phase', ...phases, '--surface', ...ids]);
  const reading = readReport(readFileSync(join(folder, 'reports/latest/report.ndjson')));
  if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
  const findings = reading.report.findings.map(
    ({ finding: { rule, kind, surfaces } }) => `${rule} ${kind} ${surfaces.join()}`,
  );
  return { exitCode, findings };
}
