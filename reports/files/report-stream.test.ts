import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReport } from '../stream/read-report.js';
import { redactor } from '../stream/redact.js';
import { type ClosedReport, REPORT_STREAM_BOUNDS, openReportStream } from './report-stream.js';
import { runScript } from '../sample/run-script.js';
import { sampleReport } from '../sample/sample-report.js';
import { writeReports } from './write-reports.js';

const asIs = redactor([]);
const sample = closedSample();
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
  it('the file is a valid report of an interrupted run after every written entry', () => {
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'report.ndjson'), 'older');
    const stream = openReportStream(folder, sample.header, asIs);
    expect(stored()).toStrictEqual({
      kind: 'report',
      report: { header: sample.header, cells: [], findings: [], notes: [] },
    });
    for (const [index, cell] of sample.cells.entries()) {
      stream.write(cell);
      expect(stored()).toMatchObject({ kind: 'report', report: { cells: { length: index + 1 } } });
    }
    stream.close(sample);
    expect(readdirSync(folder)).toStrictEqual(['report.ndjson']);
  });

  it('replaces the file with the redacted final report when the stream is closed', async () => {
    const stream = openReportStream(
      folder,
      { ...sample.header, commit: 'hunter2hunter2' },
      redactor(['hunter2hunter2', 'itm_0001']),
    );
    for (const entry of [...sample.notes, ...sample.cells, ...sample.findings]) stream.write(entry);
    expect(readFileSync(path.join(folder, 'report.ndjson'), 'utf8')).not.toMatch(/hunter2|itm_0001/);
    const report = stream.close({ ...sample, header: { ...sample.header, commit: 'hunter2hunter2' }, notes: [] });
    expect(report).toMatchObject({ header: { commit: '[redacted]' }, notes: [], footer: sample.footer });
    expect(stored()).toStrictEqual({ kind: 'report', report });
    await writeReports(report, folder);
    expect(stored()).toStrictEqual({ kind: 'report', report });
  });

  it('a reader of the file gets only the last version of each entry', () => {
    const stream = openReportStream(folder, sample.header, asIs);
    const [cell, other] = sample.cells;
    const [finding] = sample.findings;
    const [note] = sample.notes;
    if (cell === undefined || other === undefined || finding === undefined || note === undefined)
      expect.fail('the sample is too small');
    for (const entry of [
      cell,
      note,
      { ...finding, disposition: 'waived' as const },
      other,
      { ...cell, cases: 4711 },
      note,
      finding,
    ])
      stream.write(entry);
    expect(stored()).toStrictEqual({
      kind: 'report',
      report: { header: sample.header, cells: [{ ...cell, cases: 4711 }, other], findings: [finding], notes: [note] },
    });
    const unsteady = { kind: 'unsteady' as const, finding: finding.finding, shown: 1, attempts: 3 };
    stream.write(unsteady);
    expect(stored()).toMatchObject({ kind: 'report', report: { findings: [], unsteady: [unsteady] } });
  });

  it.each([
    ['lines', { lines: 3 }, 4, true],
    ['bytes', { bytes: 2600 }, 4, true],
    ['findings', { findings: 1 }, 11, true],
    ['repeated entries', { repeats: 2 }, 6, false],
  ] as const)(
    'the limit on %s applies until the stream is closed, and the closed report has every entry',
    (_name, bounds, want, isFull) => {
      const stream = openReportStream(folder, sample.header, asIs, { ...REPORT_STREAM_BOUNDS, ...bounds });
      const [cell] = sample.cells;
      const findings = sample.findings.slice(1, 3);
      if (cell === undefined) expect.fail('the sample has no cell');
      for (let turn = 0; turn < 5; turn += 1) for (const entry of [...findings, cell]) stream.write({ ...entry });
      const lines = readFileSync(path.join(folder, 'report.ndjson'), 'utf8').trim().split('\n');
      expect(lines.length - 1).toBe(want);
      expect(lines.filter((line) => line.includes('"report-stream-full"')).length).toBe(isFull ? 1 : 0);
      stream.close(sample);
      expect(stored()).toStrictEqual({ kind: 'report', report: sample });
    },
  );

  it('removes the pages of an earlier run', async () => {
    await writeReports(sample, folder);
    writeFileSync(path.join(folder, 'mine.txt'), 'mine');
    openReportStream(folder, sample.header, asIs);
    expect(readdirSync(folder)).toStrictEqual(['mine.txt', 'report.ndjson']);
  });

  it('refuses entries after the stream was closed', () => {
    const stream = openReportStream(folder, sample.header, asIs);
    stream.close(sample);
    const [cell] = sample.cells;
    expect(() => cell !== undefined && stream.write(cell)).toThrow(expect.objectContaining({ code: 'report-closed' }));
    expect(() => stream.close(sample)).toThrow(expect.objectContaining({ code: 'report-closed' }));
    expect(stored()).toStrictEqual({ kind: 'report', report: sample });
  });

  it('refuses a path that is a file', () => {
    const file = path.join(root, 'file');
    writeFileSync(file, 'mine');
    expect(() => openReportStream(file, sample.header, asIs)).toThrow(
      expect.objectContaining({ code: 'reports-unwritable' }),
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.skipIf(process.platform === 'win32')(
    'keeps the findings so far if the process is killed',
    async () => {
      const { signal } = await runScript(root, MODULES, `${FIVE_CELLS} process.kill(process.pid, 'SIGKILL');`);
      expect(signal).toBe('SIGKILL');
      const report = { header: sample.header, cells: sample.cells.slice(0, 5), findings: [], notes: [] };
      expect(stored()).toStrictEqual({ kind: 'report', report });
    },
    60_000,
  );

  it.skipIf(process.platform === 'win32')(
    'truncates the file to the last whole line if the disk is full',
    async () => {
      const fill =
        'try { for (let n = 0; ; n += 1) stream.write({ ...sample.cells[0], group: String(n) }); } catch (error) { console.log(error.code, error.message); }';
      const { stdout } = await runScript(root, MODULES, FIVE_CELLS + fill, 16);
      expect(stdout).toMatch(/reports-unwritable .*there is no space left/);
      expect(readFileSync(path.join(folder, 'report.ndjson'), 'utf8').endsWith('\n')).toBe(true);
      expect(readFileSync(path.join(folder, 'report.ndjson')).length).toBeGreaterThan(6000);
    },
    60_000,
  );
});

const MODULES = { openReportStream: 'files/report-stream.ts', sampleReport: 'sample/sample-report.ts' };
const FIVE_CELLS = `
  const sample = sampleReport();
  const stream = openReportStream(folder, sample.header, (value) => value);
  for (const cell of sample.cells.slice(0, 5)) stream.write(cell);
`;

function closedSample(): ClosedReport {
  const { footer, ...report } = sampleReport();
  return { ...report, footer: footer ?? expect.fail('the sample has lost its footer') };
}
