import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readReport } from '../../reports/stream/read-report.js';
import { command } from './command.js';

const COUNT = 3;
const SHARDS = Array.from({ length: COUNT }, (_, index) => index + 1);

/** One job of a CI system: the lines that its shell runs, with the variables that the system sets. */
interface Job {
  readonly lines: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** A pipeline: a job for each shard, and the merge. */
interface Pipeline {
  readonly shard: (index: number) => Job;
  readonly merge: Job;
  /** The path of the report of a shard, and the path at which the merge finds this report. */
  readonly artifacts: (index: number) => readonly [from: string, to: string];
  /** The settings in the pipeline that make the merge job start even if a shard has findings. */
  readonly goesOn: readonly unknown[];
}

interface GithubStep {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}

interface GithubJob {
  readonly if?: string;
  readonly strategy: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly GithubStep[];
}

function github(): Pipeline {
  const { check, merge } = document('github')['jobs'] as Readonly<Record<'check' | 'merge', GithubJob>>;
  expect(check.strategy.matrix.shard).toEqual(SHARDS);
  const runs = ({ steps }: GithubJob): readonly string[] => steps.flatMap(({ run }) => run ?? []);
  const using = ({ steps }: GithubJob, action: string): Readonly<Record<string, string>> =>
    steps.find(({ uses }) => uses?.startsWith(`actions/${action}@`))?.with ?? {};
  const inShard = (text: string, index: number): string => text.replaceAll('${{ matrix.shard }}', `${index}`);
  const stored = using(check, 'upload-artifact');
  const loaded = using(merge, 'download-artifact');
  return {
    shard: (index) => ({ lines: runs(check).map((line) => inShard(line, index)) }),
    merge: { lines: runs(merge) },
    artifacts: (index) => {
      const name = inShard(stored['name'] ?? '', index);
      expect(name.startsWith((loaded['pattern'] ?? '').replace(/\*$/, ''))).toBe(true);
      // Each matching artifact becomes a folder with the name of the artifact.
      return [inShard(stored['path'] ?? '', index), join(loaded['path'] ?? '', name)];
    },
    goesOn: [check.steps.some((step) => step['continue-on-error']), merge.if],
  };
}

function gitlab(): Pipeline {
  const jobs = document('gitlab') as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const { parity: check = {}, 'parity merge': merge = {} } = jobs;
  expect(check['parallel']).toBe(COUNT);
  expect(merge['needs']).toEqual(['parity']);
  const { paths, when } = check['artifacts'] as { paths: readonly string[]; when: string };
  return {
    shard: (index) => ({
      lines: check['script'] as readonly string[],
      variables: { CI_NODE_INDEX: `${index}`, CI_NODE_TOTAL: `${COUNT}` },
    }),
    merge: { lines: merge['script'] as readonly string[] },
    artifacts: () => [paths[0] ?? '', paths[0] ?? ''],
    goesOn: [check['allow_failure'], when, merge['when']],
  };
}

interface BuildkiteStep {
  readonly parallelism?: number;
  readonly soft_fail?: boolean;
  readonly continue_on_failure?: boolean;
  readonly commands: readonly string[];
  readonly artifact_paths?: string;
}

function buildkite(): Pipeline {
  const [check, wait, merge] = document('buildkite')['steps'] as readonly BuildkiteStep[];
  expect(check?.parallelism).toBe(COUNT);
  // In a pipeline file, `$$NAME` is a variable of the job. `$NAME` would be replaced when the pipeline is uploaded.
  const lines = (step: BuildkiteStep | undefined): readonly string[] =>
    (step?.commands ?? []).map((line) => line.replaceAll('$$', '$'));
  const folder = (check?.artifact_paths ?? '').replace('/**/*', '');
  const agent = lines(merge).find((line) => line.startsWith('buildkite-agent '));
  expect(agent).toBe(`buildkite-agent artifact download "${check?.artifact_paths}" .`);
  return {
    shard: (index) => ({
      lines: lines(check),
      variables: { BUILDKITE_PARALLEL_JOB: `${index - 1}`, BUILDKITE_PARALLEL_JOB_COUNT: `${COUNT}` },
    }),
    merge: { lines: lines(merge).filter((line) => line !== agent) },
    artifacts: () => [folder, folder],
    goesOn: [check?.soft_fail, wait?.continue_on_failure],
  };
}

function document(name: string): Record<string, unknown> {
  return parse(readFileSync(`docs/examples/ci/${name}.yml`, 'utf8')) as Record<string, unknown>;
}

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'parity-ci-'));
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(resolve('.'), join(root, 'node_modules/contract-parity'));
  mkdirSync(join(root, 'bin'));
  // These programs only record the arguments that the shell passes.
  const program =
    '#!/bin/sh\nfor word in "${0##*/}" "$@"; do printf \'%s\\n\' "$word"; done >> "$CALLS"; echo >> "$CALLS"\n';
  for (const name of ['npm', 'npx']) writeFileSync(join(root, 'bin', name), program, { mode: 0o755 });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The words of each command that the job runs in its folder. */
async function wordsOf(folder: string, { lines, variables = {} }: Job): Promise<readonly (readonly string[])[]> {
  const calls = join(root, 'calls');
  writeFileSync(calls, '');
  await execa('bash', ['-e', '-c', lines.join('\n')], {
    cwd: folder,
    extendEnv: false,
    env: { ...variables, CALLS: calls, PATH: `${join(root, 'bin')}:${process.env['PATH']}` },
  });
  const called = readFileSync(calls, 'utf8').trimEnd().split('\n\n');
  return called.map((words) => words.split('\n'));
}

/** Flags for few cases, because the test is about the commands and not the service. */
const FEW = ['--phase', 'examples', 'boundary', '--runs', '1'];

/**
 * Maps the arguments of a check, without its report folder, to the report. Pipelines contain the same commands, so each
 * command runs only once.
 */
const checked = new Map<string, string>();

async function runCheck(folder: string, args: readonly string[]): Promise<void> {
  const flag = args.indexOf('--reports');
  const reports = args[flag + 1] ?? '';
  const key = args.toSpliced(flag, 2).join(' ');
  const known = checked.get(key);
  if (known === undefined) expect((await command(folder, [...args, ...FEW])).exitCode).toBeLessThan(2);
  else cpSync(known, join(folder, reports), { recursive: true });
  checked.set(key, known ?? join(folder, reports));
}

function project(name: string): string {
  const folder = join(root, name);
  cpSync('docs/examples/first-check', folder, { recursive: true });
  rmSync(join(folder, 'reports'), { recursive: true, force: true });
  return folder;
}

it.each([
  ['github', github, [true, '${{ !cancelled() }}']],
  ['gitlab', gitlab, [true, 'always', 'always']],
  ['buildkite', buildkite, [true, true]],
] as const)('the commands of the %s pipeline check all shards and merge them', async (name, pipeline, goesOn) => {
  const made = pipeline();
  const end = project(`${name}-merge`);
  for (const index of SHARDS) {
    const folder = project(`${name}-${index}`);
    const [install, parity = []] = await wordsOf(folder, made.shard(index));
    expect([install, parity.slice(0, 5)]).toEqual([
      ['npm', 'ci'],
      ['npx', 'contract-parity', 'check', '--shard', `${index}/${COUNT}`],
    ]);
    await runCheck(folder, parity.slice(2));
    const [from, to] = made.artifacts(index);
    mkdirSync(dirname(join(end, to)), { recursive: true });
    cpSync(join(folder, from), join(end, to), { recursive: true });
  }
  expect(made.goesOn).toEqual(goesOn);
  const [install, merge = []] = await wordsOf(end, made.merge);
  expect([install, merge.slice(0, 3)]).toEqual([
    ['npm', 'ci'],
    ['npx', 'contract-parity', 'merge'],
  ]);
  const { exitCode, stdout } = await command(end, merge.slice(2));
  // The example project has one fault, so the merge exits with 1.
  expect(exitCode, stdout).toBe(1);
  const reading = readReport(readFileSync(join(end, 'reports/latest/report.ndjson')));
  expect(reading.kind === 'report' && reading.report.findings).toHaveLength(1);
  expect(reading.kind === 'report' && reading.report.header.scope?.shard).toBeUndefined();
  const shards = merge.slice(3);
  const written = readFileSync(join(end, 'reports/latest/parity.sarif'), 'utf8');
  expect((await command(end, ['report', ...shards, '--format', 'sarif'])).stdout).toBe(written.trimEnd());
  expect((await command(end, ['report', ...shards.slice(1)])).stderr).toContain('missing');
});
