import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report } from '../../reports/report.js';
import { readReport } from '../../reports/stream/read-report.js';
import { MAIN } from './tree.js';

/** The source text that is the fault of the example: its client omits members that are null. */
const FAULT = 'value ?? undefined';
const PHASES = ['--phase', 'lint', 'examples', 'boundary', '--quick'];

let root: string;
let folder: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'parity-pull-request-'));
  folder = join(root, 'notes');
  cpSync('docs/examples/first-check', folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/contract-parity'));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\nreports\n');
  editClient(FAULT, 'value');
  await git('init', '--quiet', '--initial-branch', 'main');
  await committed('The client keeps null');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('the check of a pull request fails if it breaks a surface, and passes after the next commit fixes it', async () => {
  const released = await parity('check', ...PHASES, '--reports', 'reports/released');
  expect(released.exitCode).toBe(0);

  editClient('(_, value) => value)', `(_, value) => ${FAULT})`);
  await committed('The client leaves out what is null');
  const shards = ['1/3', '2/3', '3/3'].map((shard) => join('reports', `shard-${shard[0] ?? ''}`));
  for (const [index, reports] of shards.entries())
    await parity('check', ...PHASES, '--shard', `${index + 1}/3`, '--reports', reports);
  const summary = join(root, 'summary.md');
  const merged = await parity('merge', ...shards, '--reports', 'reports/broken', '--against', 'reports/released');
  expect(merged.exitCode).toBe(1);
  const errors = merged.stdout.split('\n').filter((line) => line.startsWith('::error'));
  expect(errors).toHaveLength(1);
  // The annotation is on the member that the client omits.
  const line = Number(/^::error file=openapi\.yaml,line=(\d+),/.exec(errors[0] ?? '')?.[1]);
  expect(readFileSync(join(folder, 'openapi.yaml'), 'utf8').split('\n')[line - 1]).toMatch(/^ *text: /);
  expect(readFileSync(summary, 'utf8').match(/\bregression\b/gi)).not.toBeNull();
  const broken = report('reports/broken');
  expect(broken.findings.map(({ finding: { rule, surfaces } }) => [rule, surfaces])).toEqual([
    ['parity/same-request', ['sdk']],
  ]);
  expect(broken.comparison?.findings).toMatchObject([{ change: 'regression' }]);

  await parity('check', ...PHASES, '--reports', 'reports/whole', '--against', 'reports/released');
  expect(withoutTimes(broken)).toEqual(withoutTimes(report('reports/whole')));

  editClient(FAULT, 'value');
  await committed('The client keeps null again');
  const fixed = await parity('check', ...PHASES, '--reports', 'reports/fixed', '--against', 'reports/broken');
  expect(fixed.exitCode).toBe(0);
  expect(report('reports/fixed').comparison?.fixed).toMatchObject([{ id: broken.findings[0]?.finding.id }]);
  expect(fixed.stdout).toContain('fixed');
});

/** Runs the command as in a job of GitHub Actions. */
async function parity(
  ...args: readonly string[]
): Promise<{ readonly exitCode: number | undefined; readonly stdout: string }> {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(root, 'summary.md') };
  const { exitCode, stdout } = await execa(process.execPath, [MAIN, ...args], { cwd: folder, env, reject: false });
  return { exitCode, stdout };
}

function report(path: string): Report {
  const reading = readReport(readFileSync(join(folder, path, 'report.ndjson')));
  if (reading.kind !== 'report') throw new Error(JSON.stringify(reading));
  return reading.report;
}

/**
 * The report without times. The folder of the report, which occurs in replay commands, is replaced with a fixed name.
 */
function withoutTimes({ header, footer, ...rest }: Report): unknown {
  const { resets: _resets, times: _times, durationMs: _duration, ...counts } = footer ?? {};
  const { startedAt: _started, ...described } = header;
  return JSON.parse(
    JSON.stringify({ ...rest, described, counts }).replaceAll(/reports\/(?:broken|whole)/g, 'reports/x'),
  );
}

function editClient(from: string, to: string): void {
  const path = join(folder, 'client.mjs');
  const text = readFileSync(path, 'utf8');
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(path, text.replace(from, to));
}

async function committed(message: string): Promise<void> {
  await git('add', '--all');
  await git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '--quiet', '--message', message);
}

async function git(...args: readonly string[]): Promise<void> {
  await execa('git', args, { cwd: folder });
}
