import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../reports/report.js';
import { renderNdjson } from '../../reports/stream/ndjson.js';
import { readReport } from '../../reports/stream/read-report.js';
import { redactor } from '../../reports/stream/redact.js';
import { safeReport } from '../../reports/stream/safe-entry.js';
import { completeConfig } from '../configuration/load-config.js';
import { toolVersion } from '../configuration/tool-version.js';
import { check } from '../engine/check.js';
import { mergedReport } from '../engine/merge/merge-shards.js';
import { readShard } from '../engine/merge/read-shard.js';
import { phasesNamed } from '../engine/options/check-options.js';
import { runChoice } from '../engine/plan/surface-runs.js';

const TOOL = `contract-parity ${toolVersion()}`;
/** Faults in several operations and phases. Some of them have the same cause. */
const FAULTS: readonly (readonly [file: string, from: string, to: string])[] = [
  // This fault changes the replies of several operations.
  ['server.mjs', 'JSON.stringify(value)', 'JSON.stringify({ ...value, title: `${value.title}`.trim() })'],
  // The service enforces no constraints at all. This is one fault, and not one for each constraint.
  ['server.mjs', 'if (!isNote(draft)) return [422];', ''],
  ['server.mjs', 'return note === undefined ? [404]', 'return note === undefined ? [403]'],
  // The client also has the fault of the example, which omits nulls. The operations with the encoding fault are in
  // different shards.
  ['client.mjs', 'encodeURIComponent(note_id)', 'encodeURIComponent(note_id).toLowerCase()'],
];

let root: string;
let whole: Report;
let shards: readonly Report[];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'parity-shards-'));
  cpSync('docs/examples/first-check', root, { recursive: true });
  for (const [file, from, to] of FAULTS) edit(file, from, to);
  whole = await run();
  shards = await Promise.all([0, 1, 2].map((index) => run({ index, count: 3 })));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('the merged report of all shards equals the report of one run', async () => {
  expect(comparable(await merged(shards))).toEqual(comparable(whole));
  expect(whole.findings.length).toBeGreaterThan(3);
  expect(new Set(shards.flatMap(({ findings }) => findings.map(({ finding }) => finding.id))).size).toBeGreaterThan(3);
  // Each shard has run a part of the cases.
  for (const shard of shards) expect(shard.footer?.cases).toBeGreaterThan(0);
});

describe('refused merges of shards', () => {
  const [first, second, third] = [0, 1, 2].map((index) => (): Report => shards[index] as Report) as [
    () => Report,
    () => Report,
    () => Report,
  ];
  const changed = (report: Report, header: Partial<Report['header']>): Report => ({
    ...report,
    header: { ...report.header, ...header },
  });

  it.each<[string, () => readonly Report[], string]>([
    ['a missing shard', () => [first(), third()], 'shard 2 of 3 is missing'],
    ['two missing shards', () => [second()], 'shards 1, 3 of 3 are missing'],
    [
      'a shard that occurs twice',
      () => [first(), second(), first(), third()],
      'shard 1 of 3 is in both report 0 and report 2',
    ],
    ['the report of a whole run', () => [changed(first(), { scope: {} })], 'report 0 is the report of a whole run'],
    ['an interrupted shard', () => [first(), withoutFooter(second()), third()], 'report 1 (shard 2 of 3) ended before'],
    [
      'a shard with a different seed',
      () => [first(), changed(second(), { seed: 2 }), third()],
      'a different seed: 1 and 2',
    ],
    [
      'a shard with a different contract',
      () => [
        first(),
        second(),
        changed(third(), { contracts: third().header.contracts.map((one) => ({ ...one, digest: 'sha256:0' })) }),
      ],
      'a different contract',
    ],
    [
      'a shard of a different version of the tool',
      () => [changed(first(), { tool: 'contract-parity 9' }), second(), third()],
      'a different version of the tool',
    ],
    [
      'shards of a version that differs from this program',
      () => shards.map((shard) => changed(shard, { tool: 'contract-parity 9' })),
      'was written by contract-parity 9',
    ],
    [
      'a shard with different surfaces',
      () => [first(), changed(second(), { surfaces: [] }), third()],
      'different surfaces',
    ],
    [
      'a shard with different options',
      () => [first(), changed(second(), { runs: 9 }), third()],
      'a different number of cases (--runs, --quick)',
    ],
    [
      'a shard of a different commit',
      () => [first(), changed(second(), { commit: 'abc' }), third()],
      'a different commit',
    ],
  ])('a merge refuses %s', async (_, given, want) => {
    await expect(merged(given())).rejects.toThrow(want);
  });
});

function withoutFooter(report: Report): Report {
  const { footer: _, ...rest } = report;
  return rest;
}

function edit(file: string, from: string, to: string): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(path, text.replace(from, to));
}

function run(shard?: { readonly index: number; readonly count: number }): Promise<Report> {
  const loaded = completeConfig(
    {
      contracts: ['openapi.yaml'],
      service: { command: ['node', 'server.mjs', '--port', '{port}'], resetPath: '/-/reset' },
      backends: ['reference'],
      values: { note_id: { known: ['note-1'] } },
      surfaces: { rest: { driver: 'rest' }, sdk: { driver: 'sdk_typescript', module: 'client.mjs', runs: 0 } },
    },
    join(root, 'parity.config.json'),
  );
  const nothing = (): void => undefined;
  return check(
    loaded,
    {
      contracts: [],
      surfaces: [],
      operations: [],
      phases: phasesNamed(['lint', 'inventory', 'examples', 'boundary', 'valid', 'invalid', 'sequences', 'responses']),
      backends: ['reference'],
      runs: runChoice(undefined, true),
      seed: 1,
      ...(shard && { shard }),
      signal: new AbortController().signal,
      reports: 'reports/latest',
    },
    { entry: nothing, phase: nothing, progress: nothing },
  );
}

/** Writes the reports of the shards to files and merges them. */
async function merged(reports: readonly Report[]): Promise<Report> {
  const read = reports.map((shard, index) => readShard(`report ${index}`, stored(shard)));
  return mergedReport(read, TOOL, 'reports/latest');
}

function stored(report: Report): Report {
  const reading = readReport(renderNdjson(safeReport(report, redactor([]))));
  if (reading.kind === 'report') return reading.report;
  throw new Error(JSON.stringify(reading.faults));
}

/** The report without times and resets. */
function comparable(report: Report): Report {
  const { header, footer, ...rest } = stored(report);
  if (footer === undefined) throw new Error('the report has no footer');
  const { resets: _resets, times: _times, ...counts } = footer;
  return { ...rest, header: { ...header, startedAt: '' }, footer: { ...counts, durationMs: 0 } };
}
