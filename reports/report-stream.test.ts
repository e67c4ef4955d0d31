import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReport } from './read-report.js';
import { redactor } from './redact.js';
import { openReportStream } from './report-stream.js';
import { sampleReport } from './sample/sample-report.js';
import { writeReports } from './write-reports.js';

const asIs = redactor([]);
const sample = sampleReport();
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stream-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const stored = (): ReturnType<typeof readReport> => readReport(readFileSync(path.join(folder, 'report.ndjson')));

describe('openReportStream', () => {
  it('leaves a valid report of an interrupted run after every entry', () => {
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
    const stream = openReportStream(folder, { ...sample.header, commit: 'hunter2hunter2' }, redactor(['hunter2hunter2']));
    for (const entry of [...sample.notes, ...sample.cells, ...sample.findings]) stream.write(entry);
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
    const file = path.join(folder, 'file');
    writeFileSync(file, 'mine');
    expect(() => openReportStream(file, sample.header, asIs)).toThrow(expect.objectContaining({ code: 'reports-unwritable' }));
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('leaves what was found when the process is killed', async () => {
    const child = spawn(process.execPath, [...jiti, scriptOf('process.kill(process.pid, "SIGKILL");')], { stdio: 'ignore', env });
    await once(child, 'exit');
    expect(stored()).toStrictEqual({ kind: 'report', report: { header: sample.header, cells: sample.cells.slice(0, 5), findings: [], notes: [] } });
  }, 60_000);

  // A full disk cannot be had without root, a limit of the size of a file can: its error is treated alike.
  it.skipIf(process.platform === 'win32')('cuts back to the last whole line when there is no space left', () => {
    const script = scriptOf('try { for (;;) stream.write(sample.findings[0]); } catch (error) { console.log(error.code, error.message); }');
    const said = execFileSync('/bin/sh', ['-c', 'ulimit -f 16; exec "$@"', 'sh', process.execPath, ...jiti, script], { encoding: 'utf8', env });
    expect(said).toMatch(/reports-unwritable .*there is no space left/);
    expect(readFileSync(path.join(folder, 'report.ndjson'), 'utf8').endsWith('\n')).toBe(true);
    expect(readFileSync(path.join(folder, 'report.ndjson')).length).toBeGreaterThan(6000);
  }, 60_000);
});

/** Runs TypeScript in a process of its own. */
const jiti = [path.join(path.dirname(createRequire(import.meta.url).resolve('jiti/package.json')), 'lib/jiti-cli.mjs')];

const env = { ...process.env, JITI_FS_CACHE: 'false' };

/** A program that opens a stream in `folder`, writes five cells and then does `end`. */
function scriptOf(end: string): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const file = path.join(folder, 'script.mts');
  writeFileSync(file, `
    import { openReportStream } from ${JSON.stringify(path.join(here, 'report-stream.ts'))};
    import { sampleReport } from ${JSON.stringify(path.join(here, 'sample/sample-report.ts'))};
    const sample = sampleReport();
    const stream = openReportStream(${JSON.stringify(folder)}, sample.header, (value) => value);
    for (const cell of sample.cells.slice(0, 5)) stream.write(cell);
    ${end}
  `);
  return file;
}
