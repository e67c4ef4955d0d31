import { expect, test } from 'vitest';
import type { CellEntry, FindingEntry, Report } from '../../report.js';
import { sampleReport } from '../../sample/sample-report.js';
import { comparedReport, comparison } from './comparison.js';
import { comparisonSentences } from './comparison-words.js';
import { releaseAnswer } from '../release-answer.js';

const SAMPLE = sampleReport();
const RULE = 'parity/same-value';

function finding(id: string, change: Partial<FindingEntry['finding']> = {}): FindingEntry {
  const [first] = SAMPLE.findings as [FindingEntry];
  return {
    kind: 'finding',
    disposition: 'open',
    finding: { ...first.finding, id, rule: RULE, backends: ['reference'], surfaces: ['cli'], ...change },
  };
}

function cell(operation: string, change: Partial<CellEntry> = {}): CellEntry {
  const [first] = SAMPLE.cells as readonly [CellEntry];
  const { reason: _reason, broken: _broken, unverified: _unverified, ...rest } = first;
  const names = {
    group: operation,
    operation: operation as CellEntry['operation'],
    surface: 'cli',
    backend: 'reference',
  };
  return { ...rest, ...names, verdict: 'pass', verified: { [RULE]: 4 }, findings: [], ...change };
}

const failed = (operation: string, id: string, change: Partial<CellEntry> = {}): CellEntry =>
  cell(operation, { verdict: 'fail', findings: [id], broken: { [RULE]: 1 }, ...change });
const unverified = (operation: string): CellEntry =>
  cell(operation, { verdict: 'inconclusive', verified: {}, reason: 'the surface does not start' });

function report(
  cells: readonly CellEntry[],
  findings: readonly FindingEntry[] = [],
  change: Partial<Report> = {},
): Report {
  const { footer, header } = SAMPLE;
  const { scope: _, ...whole } = header;
  const verdict = findings.some(({ disposition }) => disposition === 'open')
    ? 'fail'
    : cells.some(({ reason }) => reason !== undefined)
      ? 'inconclusive'
      : 'pass';
  const exitCode = { fail: 1, inconclusive: 2, pass: 0 }[verdict] as 0 | 1 | 2;
  return {
    header: { ...whole, phases: ['lint', 'valid'] },
    cells,
    findings,
    notes: [],
    ...(footer && { footer: { ...footer, interrupted: false, verdict, exitCode } }),
    ...change,
  };
}

const EXAMPLE = SAMPLE.findings[0]?.finding.counterexample;
const BY_VALID = finding('f1', EXAMPLE && { counterexample: { ...EXAMPLE, provenance: { kind: 'valid', name: '0' } } });
const BY_EXAMPLE = finding(
  'f1',
  EXAMPLE && { counterexample: { ...EXAMPLE, provenance: { kind: 'example', name: '0' } } },
);
const { scope: _scope, ...HEADER } = SAMPLE.header;
/**
 * Each row: a name, a finding of the earlier report, the header of the later run, and the expected result. The earlier
 * run had the phases `lint` and `valid`.
 */
const FEWER_CASES: readonly [name: string, shown: FindingEntry, now: Report['header'], want: readonly string[]][] = [
  [
    'not verified, because the later run did not have the phase of the case',
    BY_VALID,
    { ...HEADER, phases: ['boundary'] },
    ['not verified f1: the phase valid did not run'],
  ],
  [
    'not verified, because the later run had fewer generated cases',
    BY_VALID,
    { ...HEADER, phases: ['valid'], runs: HEADER.runs - 1 },
    ['not verified f1: the phase valid ran with fewer cases'],
  ],
  [
    'not verified, because the later run was a quick run',
    BY_VALID,
    { ...HEADER, phases: ['valid'], sampling: 'quick' },
    ['not verified f1: the phase valid ran with fewer cases'],
  ],
  [
    'fixed, because an example does not depend on the number of generated cases',
    BY_EXAMPLE,
    { ...HEADER, phases: ['valid'], runs: 1 },
    ['fixed f1'],
  ],
  [
    'fixed, because the later run had more generated cases',
    BY_VALID,
    { ...HEADER, phases: ['valid'], runs: HEADER.runs + 1 },
    ['fixed f1'],
  ],
];
const LINT = { rule: 'oas/valid', backends: [], surfaces: [], operations: [] };
const AGAINST = { source: 'reports/1.0', failOn: 'new' } as const;

test.each<[string, { earlier: Report; now: Report; want: readonly string[]; exitCode: number }]>([
  ['nothing changed', { earlier: report([cell('a')]), now: report([cell('a')]), want: [], exitCode: 0 }],
  [
    'a new finding of a rule that was verified before is a regression',
    {
      earlier: report([cell('a')]),
      now: report([failed('a', 'f1')], [finding('f1')]),
      want: ['regression f1'],
      exitCode: 1,
    },
  ],
  [
    'a new finding of a rule that was not verified before is not a regression',
    {
      earlier: report([unverified('a')]),
      now: report([failed('a', 'f1')], [finding('f1')]),
      want: ['new f1'],
      exitCode: 1,
    },
  ],
  [
    'a finding of a new operation is not a regression',
    {
      earlier: report([cell('a')]),
      now: report([cell('a'), failed('b', 'f1')], [finding('f1')]),
      want: ['new f1'],
      exitCode: 1,
    },
  ],
  [
    'the same finding as before is known',
    {
      earlier: report([failed('a', 'f1')], [finding('f1')]),
      now: report([failed('a', 'f1')], [finding('f1')]),
      want: ['known f1'],
      exitCode: 0,
    },
  ],
  [
    'a known finding on a further surface is a regression if the rule was verified there',
    {
      earlier: report([failed('a', 'f1'), cell('b')], [finding('f1')]),
      now: report([failed('a', 'f1'), failed('b', 'f1')], [finding('f1')]),
      want: ['regression f1 (b)'],
      exitCode: 1,
    },
  ],
  [
    'a known finding stays known if it breaks other rules on a further surface',
    {
      earlier: report([failed('a', 'f1'), cell('b')], [finding('f1')]),
      now: report([failed('a', 'f1'), failed('b', 'f1', { broken: { 'state/echo': 1 } })], [finding('f1')]),
      want: ['known f1'],
      exitCode: 0,
    },
  ],
  [
    'a known finding and a regression',
    {
      earlier: report([failed('a', 'f1'), cell('b')], [finding('f1')]),
      now: report([failed('a', 'f1'), failed('b', 'f2')], [finding('f1'), finding('f2')]),
      want: ['known f1', 'regression f2'],
      exitCode: 1,
    },
  ],
  [
    'a finding that no longer occurs is fixed',
    {
      earlier: report([failed('a', 'f1')], [finding('f1')]),
      now: report([cell('a')]),
      want: ['fixed f1'],
      exitCode: 0,
    },
  ],
  [
    'a finding is not verified if its operation is no longer verified',
    {
      earlier: report([failed('a', 'f1')], [finding('f1')]),
      now: report([unverified('a')]),
      want: ['not verified f1: a on cli (reference) is not verified: the surface does not start', 'lost a'],
      exitCode: 2,
    },
  ],
  [
    'a finding is not verified if its rule is no longer verified',
    {
      earlier: report([failed('a', 'f1')], [finding('f1')]),
      now: report([cell('a', { verified: {} })]),
      want: [`not verified f1: ${RULE} was not verified on a on cli (reference)`],
      exitCode: 0,
    },
  ],
  [
    'a finding is not verified if its operation was removed',
    {
      earlier: report([failed('a', 'f1'), cell('b')], [finding('f1')]),
      now: report([cell('b')]),
      want: ['not verified f1: a on cli (reference) was not checked', 'lost a'],
      exitCode: 0,
    },
  ],
  [
    'a lint finding is fixed if the later run has no lint findings',
    { earlier: report([cell('a')], [finding('f1', LINT)]), now: report([cell('a')]), want: ['fixed f1'], exitCode: 0 },
  ],
  [
    'a lint finding is not verified if the later run has no lint phase',
    {
      earlier: report([cell('a')], [finding('f1', LINT)]),
      now: report([cell('a')], [], { header: { ...SAMPLE.header, phases: ['valid'] } }),
      want: ['not verified f1: the phase lint did not run'],
      exitCode: 0,
    },
  ],
  [
    'an unsteady finding is neither fixed nor new',
    {
      earlier: report([failed('a', 'f1')], [finding('f1')]),
      now: report([cell('a')], [], {
        unsteady: [{ kind: 'unsteady', finding: finding('f1').finding, shown: 1, attempts: 3 }],
      }),
      want: ['not verified f1: the finding did not occur in every attempt'],
      exitCode: 0,
    },
  ],
  [
    'an operation that neither run verified is not listed',
    { earlier: report([unverified('a')]), now: report([unverified('a')]), want: [], exitCode: 0 },
  ],
])('a comparison lists what changed since the earlier report: %s', (_, { earlier, now, want, exitCode }) => {
  const found = comparison(now, earlier, AGAINST);
  const { findings, fixed, notVerified, cells } = found;
  expect([
    ...findings.map(
      ({ id, change, further }) =>
        `${change} ${id}${further === undefined ? '' : ` (${further.map(({ group }) => group).join()})`}`,
    ),
    ...fixed.map(({ id }) => `fixed ${id}`),
    ...notVerified.map(({ id, reason }) => `not verified ${id}: ${reason}`),
    ...cells.map(({ group }) => `lost ${group}`),
  ]).toEqual(want);
  expect(comparedReport(now, earlier, AGAINST).footer?.exitCode).toBe(exitCode);
  expect(comparedReport(now, earlier, { ...AGAINST, failOn: 'any' }).footer).toEqual(now.footer);
});

test('a finding is a regression if the earlier run verified its rule on one of its cells, even if the finding was waived then', () => {
  const waived: FindingEntry = { ...finding('f1'), disposition: 'waived' };
  const now = report([failed('a', 'f1'), failed('b', 'f1')], [finding('f1')]);
  const earlier = report([failed('a', 'f1'), cell('b')], [waived]);
  expect(comparison(now, earlier, AGAINST).findings[0]?.change).toBe('regression');
});

test('the summary of a comparison names the changed findings', () => {
  const earlier = report([failed('a', 'f1'), cell('b')], [finding('f1')]);
  const now = comparedReport(report([cell('a'), failed('b', 'f2')], [finding('f2')]), earlier, AGAINST);
  expect(comparisonSentences(now, 5).map((sentence) => sentence.replaceAll(/\(.*?\)/g, '()'))).toEqual([
    'since 0.1.0 (): 1 regression, 0 findings that the earlier run could not show, 0 known, 1 fixed, 0 no longer verified',
    `regressions: ${RULE} () f2`,
    `fixed: ${RULE} () f1`,
  ]);
});

test.each<[string, Report, boolean, readonly RegExp[]]>([
  ['every operation is verified', report([cell('a')]), true, [/^every rule that applies was verified on 1 cell$/]],
  ['an open finding', report([failed('a', 'f1')], [finding('f1')]), false, [/^1 open finding: /]],
  ['an operation that is not verified', report([unverified('a')]), false, [/^1 cell could not be verified$/]],
  [
    'only a part was checked',
    report([cell('a')], [], { header: { ...SAMPLE.header, scope: { shard: { index: 1, count: 2 } } } }),
    false,
    [/^only a part was checked: shard 1 of 2/],
  ],
  ['no operation was tested', report([]), false, [/^nothing was tested$/]],
  [
    'a regression, which is the first reason',
    comparedReport(report([failed('a', 'f1'), unverified('b')], [finding('f1')]), report([cell('a')]), {
      ...AGAINST,
      failOn: 'any',
    }),
    false,
    [/^1 regression since 0\.1\.0 \(4f1c2ab, 2026-03-01\): /, /^1 cell could not be verified$/],
  ],
  [
    'only known findings, which the run permits',
    comparedReport(report([failed('a', 'f1')], [finding('f1')]), report([failed('a', 'f1')], [finding('f1')]), AGAINST),
    true,
    [/^every rule/, /^1 finding that the earlier report already has$/],
  ],
])('a report states whether the service is ready for a release: %s → $2', (_, given, ready, want) => {
  const answer = releaseAnswer(given);
  expect(answer.ready).toBe(ready);
  expect(answer.reasons.length).toBeLessThanOrEqual(3);
  expect(answer.reasons).toEqual(want.map((pattern) => expect.stringMatching(pattern) as string));
});

test.each(FEWER_CASES)('an earlier finding that the later run does not show is %s', (_, shown, header, want) => {
  const earlier = report([failed('a', 'f1')], [shown]);
  const { fixed, notVerified } = comparison(report([cell('a')], [], { header }), earlier, AGAINST);
  expect([
    ...fixed.map(({ id }) => `fixed ${id}`),
    ...notVerified.map(({ id, reason }) => `not verified ${id}: ${reason}`),
  ]).toEqual(want);
});

test('the numbers of findings that are stated for the rules add up to the number of all findings', () => {
  const rules = ['a/a', 'a/b', 'a/b', 'a/c', 'a/d', 'a/d', 'a/e'];
  const given = report(
    [failed('a', 'f0')],
    rules.map((rule, index) => finding(`f${index}`, { rule })),
  );
  expect(releaseAnswer(given).reasons[0]).toBe('7 open findings: a/a on cli, a/b on cli (2), a/c on cli and 3 more');
});
