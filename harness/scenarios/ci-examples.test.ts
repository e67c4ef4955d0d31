import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { command } from './command.js';
import { readReport } from '../../reports/stream/read-report.js';

const COUNT = 3;
let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'parity-ci-'));
  folder = join(root, 'project');
  cpSync('docs/examples/first-check', folder, { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(resolve('.'), join(root, 'node_modules/contract-parity'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The commands of each job of the matrix, and those of the merge, with the variables of the CI system in place. */
interface Pipeline {
  readonly shard: (index: number) => readonly string[];
  readonly merge: readonly string[];
}

const PIPELINES: readonly (readonly [name: string, pipeline: () => Pipeline])[] = [
  [
    'github',
    () => {
      const { check, merge } = document('github')['jobs'] as Record<
        'check' | 'merge',
        { strategy: { matrix: { shard: number[] } }; steps: { run?: string }[] }
      >;
      expect(check.strategy.matrix.shard).toEqual([1, 2, 3]);
      const runs = (steps: { run?: string }[]): readonly string[] => steps.flatMap(({ run }) => run ?? []);
      return {
        shard: (index) => runs(check.steps).map((run) => run.replaceAll('${{ matrix.shard }}', `${index}`)),
        merge: runs(merge.steps),
      };
    },
  ],
  [
    'gitlab',
    () => {
      const jobs = document('gitlab') as Record<string, { parallel?: number; script: string[] }>;
      expect(jobs['parity']?.parallel).toBe(COUNT);
      const variables = (index: number, line: string): string =>
        line.replaceAll('$CI_NODE_INDEX', `${index}`).replaceAll('$CI_NODE_TOTAL', `${COUNT}`);
      return {
        shard: (index) => (jobs['parity']?.script ?? []).map((line) => variables(index, line)),
        merge: jobs['parity merge']?.script ?? [],
      };
    },
  ],
  [
    'buildkite',
    () => {
      const [check, , merge] = document('buildkite')['steps'] as { parallelism?: number; commands: string[] }[];
      expect(check?.parallelism).toBe(COUNT);
      // `$$` is a variable of the job, not of the upload of the pipeline.
      const variables = (index: number, line: string): string =>
        line
          .replaceAll('$$((BUILDKITE_PARALLEL_JOB + 1))', `${index}`)
          .replaceAll('$$BUILDKITE_PARALLEL_JOB_COUNT', `${COUNT}`)
          .replaceAll('$$BUILDKITE_PARALLEL_JOB', `${index - 1}`);
      return {
        shard: (index) => (check?.commands ?? []).map((line) => variables(index, line)),
        merge: merge?.commands ?? [],
      };
    },
  ],
];

it.each(PIPELINES)('the steps of %s are the commands that the next test runs', (_, pipeline) => {
  const { shard, merge } = pipeline();
  for (let index = 1; index <= COUNT; index += 1)
    expect(shard(index).at(-1)).toMatch(
      new RegExp(`^npx parity check --shard ${index}/${COUNT} --reports reports/shards/[0-3]$`),
    );
  expect(merge.at(-1)).toBe('npx parity merge reports/shards/*');
  expect([shard(1), merge].map((lines) => lines[0])).toEqual(['npm ci', 'npm ci']);
});

/** Few cases: the commands are tested, not the service. */
const FEW = ['--phase', 'examples', 'boundary', '--runs', '1'];

it('the steps check all shards and merge them', async () => {
  const { shard, merge } = PIPELINES[0]?.[1]() ?? { shard: () => [], merge: [] };
  for (let index = 1; index <= COUNT; index += 1)
    expect((await command(folder, [...parityCommand(shard(index)), ...FEW])).exitCode).toBeLessThan(2);
  const { exitCode, stdout } = await command(folder, parityCommand(merge));
  // The example has one fault.
  expect(exitCode, stdout).toBe(1);
  const reading = readReport(readFileSync(join(folder, 'reports/latest/report.ndjson')));
  expect(reading.kind === 'report' && reading.report.findings).toHaveLength(1);
  expect(reading.kind === 'report' && reading.report.header.scope?.shard).toBeUndefined();
  const [, ...shards] = parityCommand(merge);
  const written = readFileSync(join(folder, 'reports/latest/parity.sarif'), 'utf8');
  expect((await command(folder, ['report', ...shards, '--format', 'sarif'])).stdout).toBe(written.trimEnd());
  expect((await command(folder, ['report', ...shards.slice(1)])).stderr).toContain('missing');
});

function document(name: string): Record<string, unknown> {
  return parse(readFileSync(`docs/examples/ci/${name}.yml`, 'utf8')) as Record<string, unknown>;
}

/** The arguments of the last line, with patterns of files in place, as a shell would pass them. */
function parityCommand(lines: readonly string[]): readonly string[] {
  const line = lines.at(-1) ?? '';
  expect(line).not.toMatch(/[$|&;]/);
  return line
    .split(' ')
    .slice(2)
    .flatMap((word) =>
      word.endsWith('/*')
        ? readdirSync(join(folder, word.slice(0, -2))).map((name) => word.replace('*', name))
        : [word],
    );
}
