import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Report } from '../report.js';
import { sampleReport } from '../sample/sample-report.js';
import { readReport } from '../stream/read-report.js';
import { renderNdjson } from '../stream/ndjson.js';
import { changedCells, recordOf, releaseHistory } from '../view/cell-history.js';
import { withHistory } from './history.js';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'parity-history-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

function run(day: string, change: Partial<Report> = {}): Report {
  const report = sampleReport();
  const { scope: _, ...header } = report.header;
  const footer = report.footer && { ...report.footer, interrupted: false };
  return {
    ...report,
    header: { ...header, startedAt: `2026-03-${day}T09:30:00.000Z` },
    ...(footer && { footer }),
    ...change,
  };
}

test('each whole run adds one small file to the history, and the latest run comes first', async () => {
  await withHistory(run('02', { cells: run('02').cells.filter(({ surface }) => surface !== 'mcp') }), folder);
  const first = await readdir(folder);
  const before = await readFile(path.join(folder, first[0] ?? ''), 'utf8');
  const { history } = await withHistory(run('01'), folder);
  const { surfaces, releases } = releaseHistory(history ?? { kind: 'history', runs: [] });
  expect(surfaces).toContain('mcp');
  expect(releases.map(({ date, verdicts }) => [date, verdicts.length, verdicts.includes(undefined)])).toEqual([
    ['2026-03-02', surfaces.length, true],
    ['2026-03-01', surfaces.length, false],
  ]);
  expect(await readFile(path.join(folder, first[0] ?? ''), 'utf8')).toBe(before);
  expect(before.length).toBeLessThan(4000);
  expect(await readdir(folder)).toHaveLength(2);
});

test('a matrix cell counts as changed if it failed in one run and passed in another', () => {
  const failed = run('01').cells.find(({ verdict }) => verdict === 'fail');
  const later = run('02').cells.filter(({ surface }) => surface !== 'mcp');
  const fixed = later.map((cell) =>
    cell.group === failed?.group && cell.surface === failed.surface ? { ...cell, verdict: 'pass' as const } : cell,
  );
  const runs = [run('01'), run('02', { cells: fixed })].map(recordOf).filter((record) => record !== undefined);
  expect(changedCells({ kind: 'history', runs })).toEqual([
    { group: failed?.group, surface: failed?.surface, verdicts: ['pass', 'fail'] },
  ]);
});

test('the report stream contains the history', async () => {
  const report = await withHistory(run('01'), folder);
  const reading = readReport(renderNdjson(report));
  expect(reading.kind === 'report' && reading.report.history).toEqual(report.history);
});

test.each<[string, Partial<Report>]>([
  ['the run of a shard', { header: { ...run('01').header, scope: { shard: { index: 1, count: 2 } } } }],
  ['a run that did not end', { footer: undefined as never }],
])('%s is not recorded in the history', async (_, change) => {
  const { history } = await withHistory(run('01', change), folder);
  expect(history).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('other files in the folder of the history are ignored', async () => {
  await writeFile(path.join(folder, '20260301T093000000Z-abcdef.json'), '{"verdict":"pass"}');
  await writeFile(path.join(folder, '20260301T093000000Z-abcde0.json'), '{');
  await writeFile(path.join(folder, 'README.md'), 'Runs.');
  expect((await withHistory(run('02'), folder)).history?.runs).toHaveLength(1);
});
