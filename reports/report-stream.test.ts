import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReport } from './read-report.js';
import { redactor } from './redact.js';
import { openReportStream } from './report-stream.js';
import { runScript } from './sample/run-script.js';
import { sampleReport } from './sample/sample-report.js';
import { writeReports } from './write-reports.js';

const asIs = redactor([]);
const sample = sampleReport();
let root = '';
let folder = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'stream-'));
  folder = path.join(root, 'reports');
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

const stored = (): ReturnType<typeof readReport> => readReport(readFileSync(path.join(folder, 'report.ndjson')));

describe('openReportStream', () => {
  it('leaves a valid report of an interrupted run after every entry', () => {
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'report.ndjson'), 'older');
    const stream = openReportStream(folder, sample.header, asIs);
    expect(stored()).toStrictEqual({ kind: 'report', report: { header: sample.header, cells: [], findings: [], notes: [] } });
    for (const [index, cell] of sample.cells.entries()) {
      stream.write(cell);
      expect(stored()).toMatchObject({ kind: 'report', report: { cells: { length: index + 1 } } });
    }
    if (sample.footer !== undefined) stream.close(sample.footer);
    expect(readdirSync(folder)).toStrictEqual(['report.ndjson']);
  });

  it('returns on closing what it wrote, redacted, and the whole can be written over it', async () => {
    const stream = openReportStream(folder, { ...sample.header, commit: 'hunter2hunter2' }, redactor(['hunter2hunter2', 'itm_0001']));
    for (const entry of [...sample.notes, ...sample.cells, ...sample.findings]) stream.write(entry);
    expect(readFileSync(path.join(folder, 'report.ndjson'), 'utf8')).not.toMatch(/hunter2|itm_0001/);
    const report = stream.close(sample.footer ?? expect.fail('the sample has lost its footer'));
    expect(report.header.commit).toBe('[redacted]');
    expect(stored()).toStrictEqual({ kind: 'report', report });
    await writeReports(report, folder);
    expect(stored()).toStrictEqual({ kind: 'report', report });
  });

  it('takes nothing after it was closed', () => {
    const stream = openReportStream(folder, sample.header, asIs);
    if (sample.footer !== undefined) stream.close(sample.footer);
    const [cell] = sample.cells;
    expect(() => cell !== undefined && stream.write(cell)).toThrow(expect.objectContaining({ code: 'report-closed' }));
    expect(stored()).toMatchObject({ kind: 'report', report: { cells: [] } });
  });

  it('refuses a path that is a file', () => {
    const file = path.join(root, 'file');
    writeFileSync(file, 'mine');
    expect(() => openReportStream(file, sample.header, asIs)).toThrow(expect.objectContaining({ code: 'reports-unwritable' }));
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.skipIf(process.platform === 'win32')('leaves what was found when the process is killed', async () => {
    const { signal } = await runScript(root, MODULES, `${FIVE_CELLS} process.kill(process.pid, 'SIGKILL');`);
    expect(signal).toBe('SIGKILL');
    const report = { header: sample.header, cells: sample.cells.slice(0, 5), findings: [], notes: [] };
    expect(stored()).toStrictEqual({ kind: 'report', report });
  }, 60_000);

  it.skipIf(process.platform === 'win32')('cuts back to the last whole line when there is no space left', async () => {
    const fill = 'try { for (;;) stream.write(sample.findings[1]); } catch (error) { console.log(error.code, error.message); }';
    const { stdout } = await runScript(root, MODULES, FIVE_CELLS + fill, 16);
    expect(stdout).toMatch(/reports-unwritable .*there is no space left/);
    expect(readFileSync(path.join(folder, 'report.ndjson'), 'utf8').endsWith('\n')).toBe(true);
    expect(readFileSync(path.join(folder, 'report.ndjson')).length).toBeGreaterThan(6000);
  }, 60_000);
});

const MODULES = { openReportStream: 'report-stream.ts', sampleReport: 'sample/sample-report.ts' };
const FIVE_CELLS = `
  const sample = sampleReport();
  const stream = openReportStream(folder, sample.header, (value) => value);
  for (const cell of sample.cells.slice(0, 5)) stream.write(cell);
`;
