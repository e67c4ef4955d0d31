import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleReport } from '../../../reports/sample/sample-report.js';
import { renderNdjson } from '../../../reports/stream/ndjson.js';
import { comparing } from './earlier-report.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'parity-earlier-'));
  mkdirSync(join(root, 'reports/latest'), { recursive: true });
  writeFileSync(join(root, 'reports/latest/report.ndjson'), renderNdjson(sampleReport()));
  const shard = { ...sampleReport(), header: { ...sampleReport().header, scope: { shard: { index: 1, count: 2 } } } };
  writeFileSync(join(root, 'shard.ndjson'), renderNdjson(shard));
  const { footer: _, ...stopped } = sampleReport();
  writeFileSync(join(root, 'stopped.ndjson'), renderNdjson(stopped));
  const git = (...args: readonly string[]): void => void execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init');
  git('add', '.');
  git('-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '-m', 'Report');
  git('tag', 'v1');
  rmSync(join(root, 'reports'), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['the report of a committed run is compared', 'git:v1', undefined],
  ['a report file of a git revision is compared', 'git:v1:reports/latest/report.ndjson', undefined],
  ['a report of an interrupted run is refused', 'stopped.ndjson', 'belongs to an interrupted run'],
  ['a report of a shard is refused', 'shard.ndjson', 'belongs to shard 1 of 2'],
  ['a report file that does not exist is refused', 'none.ndjson', 'cannot be read'],
  ['an unknown git revision is refused', 'git:v9', 'git has no file reports/latest/report.ndjson at `v9`'],
  [
    'a git revision that looks like an option is refused',
    'git:--output=x',
    'git has no file reports/latest/report.ndjson at `--output=x`',
  ],
  ['a report file that is not committed is refused', 'git:v1:other.ndjson', 'git has no file other.ndjson at `v1`'],
])('with --against, %s', async (_, against, refused) => {
  const reading = comparing({ against }, join(root, 'reports/latest'), root);
  if (refused !== undefined) return expect(reading).rejects.toThrow(refused);
  const compare = await reading;
  const { comparison } = await compare(sampleReport());
  expect(comparison?.against).toMatchObject({ source: against, startedAt: sampleReport().header.startedAt });
  expect(new Set(comparison?.findings.map(({ change }) => change))).toEqual(new Set(['known']));
});

test('`--fail-on new` needs an earlier report', async () => {
  await expect(comparing({ failOn: 'new' }, root)).rejects.toThrow('needs an earlier report');
});
