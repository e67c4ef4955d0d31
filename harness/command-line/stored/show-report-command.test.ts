import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeReports } from '../../../reports/files/write-reports.js';
import { sampleReport } from '../../../reports/sample/sample-report.js';
import { safeReport } from '../../../reports/stream/safe-entry.js';
import { pageOf } from './show-report-command.js';

let folder: string;
let page: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'show-report-'));
  page = path.join(folder, 'index.html');
  await writeReports(
    safeReport(sampleReport(), (value) => value),
    folder,
  );
});

afterAll(() => rm(folder, { recursive: true }));

it.each([[''], ['report.ndjson'], ['index.html']])(
  'parity show-report finds the page of a report by the path %j in the report folder',
  async (name) => {
    expect(await pageOf(path.join(folder, name))).toBe(page);
  },
);

it('parity show-report writes the page if it is missing or older than the report, and otherwise keeps it', async () => {
  await writeFile(page, 'kept');
  await pageOf(folder);
  expect(await readFile(page, 'utf8')).toBe('kept');
  await utimes(page, new Date(0), new Date(0));
  await pageOf(folder);
  expect(await readFile(page, 'utf8')).toContain('Template Service API');
  await rm(page);
  await pageOf(path.join(folder, 'report.ndjson'));
  expect(await readFile(page, 'utf8')).toContain('Template Service API');
});

it('parity show-report refuses a path that is not a report', async () => {
  await expect(pageOf(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'report-unreadable' });
});
