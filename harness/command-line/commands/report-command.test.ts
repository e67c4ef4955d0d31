import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReport } from '../../../reports/stream/read-report.js';
import { renderNdjson } from '../../../reports/stream/ndjson.js';
import { FORMATS } from '../../../reports/files/formats.js';
import { PAGES } from '../../../reports/files/format-names.js';
import { sampleReport } from '../../../reports/sample/sample-report.js';

const MAIN = fileURLToPath(new URL('../../../dist/harness/main.js', import.meta.url));
const sample = sampleReport();

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parity-report-'))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Shown {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

async function report(...args: readonly string[]): Promise<Shown> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [MAIN, 'report', ...args], {
    cwd: folder,
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

describe('parity report', () => {
  it.each([
    ['the report of a complete run', renderNdjson(sample), '✗ fail'],
    ['the report of a killed run', renderNdjson(withoutFooter()), '■ interrupted'],
    [
      'the report of a run that was killed while it wrote a line',
      renderNdjson(withoutFooter()).slice(0, -40),
      '■ interrupted',
    ],
  ])('parity report shows %s, and writes its pages', async (_name, text, verdict) => {
    mkdirSync(join(folder, 'latest'));
    writeFileSync(join(folder, 'latest/report.ndjson'), text);
    const shown = await report('latest', '--out', 'pages', '--html', 'page.html');
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain(`${verdict}: `);
    expect(shown.stdout).toContain('pages/index.html');
    expect(readdirSync(join(folder, 'pages')).toSorted()).toEqual(PAGES.toSorted());
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toBe(
      readFileSync(join(folder, 'pages/index.html'), 'utf8'),
    );
    expect(readFileSync(join(folder, 'latest/report.ndjson'), 'utf8')).toBe(text);
  });

  it.each(FORMATS.filter(({ name }) => name === 'sarif'))(
    'parity report prints the report in the format $name',
    async ({ name, render }) => {
      writeFileSync(join(folder, 'report.ndjson'), renderNdjson(sample));
      const stored = readReport(Buffer.from(renderNdjson(sample)));
      if (stored.kind !== 'report') throw new Error('the sample is not a report');
      expect(await report('report.ndjson', '--format', name)).toEqual({
        exitCode: 0,
        stdout: render(stored.report).trimEnd(),
        stderr: '',
      });
    },
  );

  it.each([
    ['a missing file', 'missing.ndjson', 'cannot be read'],
    ['a folder without a report', '.', 'report.ndjson cannot be read'],
    ['a device', '/dev/zero', 'not a regular file'],
    ['a file that is not a report', MAIN, 'not the header'],
  ])('parity report refuses %s with exit code 2', async (_name, file, message) => {
    const shown = await report(file);
    expect(shown).toMatchObject({ exitCode: 2, stdout: '' });
    expect(shown.stderr.replaceAll(/\s+/g, ' ')).toContain(message);
  });
});

function withoutFooter(): typeof sample {
  const { footer: _, ...others } = sample;
  return others;
}
