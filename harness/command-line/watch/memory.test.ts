import { describe, expect, it } from 'vitest';
import type { CellEntry, FindingEntry, Report } from '../../../reports/report.js';
import { sampleReport } from '../../../reports/sample/sample-report.js';
import { compactVerdict } from './compact-verdict.js';
import { firstLines } from './failing-first.js';
import { type Memory, cellKey, compared, remember } from './memory.js';

const SAMPLE = sampleReport();
const { cell, entry, footer } = parts(SAMPLE);
const { reason: _, ...plain } = cell;

function cellOf(
  operation: string,
  surface: string,
  verdict: CellEntry['verdict'] = 'pass',
  reason?: string,
): CellEntry {
  return {
    ...plain,
    operation: operation as CellEntry['operation'],
    surface,
    verdict,
    ...(reason !== undefined && { reason }),
  };
}

function finding(id: string, surface: string, operation: string): FindingEntry {
  const surfaces = [surface];
  const operations = [operation as CellEntry['operation']];
  return { kind: 'finding', disposition: 'open', finding: { ...entry.finding, id, surfaces, operations } };
}

function parts({ cells, findings, footer: last }: Report) {
  const [first] = cells;
  const [found] = findings;
  if (first === undefined || found === undefined || last === undefined) throw new Error('the sample is too small');
  return { cell: first, entry: found, footer: last };
}

interface Run {
  readonly findings?: readonly FindingEntry[];
  readonly cells?: readonly CellEntry[];
  /** The operations that were not requested, each with its surface. */
  readonly left?: readonly (readonly [operation: string, surface: string])[];
}

function report({ findings = [], cells = [], left = [] }: Run, contracts = SAMPLE.header.contracts): Report {
  const notRequested = left.map(([operation, surface]) => ({ group: operation, operation, surfaces: [surface] }));
  const changed = { since: 'x', requested: 1, reasons: [], notRequested };
  const { scope: _scope, ...header } = SAMPLE.header;
  return { ...SAMPLE, header: { ...header, contracts, scope: { changed } }, cells, findings, notes: [], unsteady: [] };
}

const A = finding('a', 'cli', 'getItem');
const B = finding('b', 'rest', 'getItem');
const BEFORE = remember(
  report({ findings: [A, B], cells: [cellOf('getItem', 'cli', 'fail'), cellOf('getItem', 'rest', 'fail')] }),
  undefined,
  new Map(),
);

function ids(memory: Report, before: Memory = BEFORE): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(compared(memory, before.findings)).map(([word, found]: [string, Memory['findings']]) => [
      word,
      found.map(({ id }) => id),
    ]),
  );
}

const NONE = { fresh: [], still: [], fixed: [], unverified: [] };
const CASES: readonly (readonly [name: string, run: Run, want: object])[] = [
  ['the same findings as before', { findings: [A, B] }, { ...NONE, still: ['a', 'b'] }],
  [
    'one finding is fixed, and one is new',
    { findings: [B, finding('c', 'rest', 'x')] },
    { ...NONE, still: ['b'], fixed: ['a'], fresh: ['c'] },
  ],
  [
    'an operation that did not run again',
    { findings: [B], left: [['getItem', 'cli']] },
    { ...NONE, still: ['b'], unverified: ['a'] },
  ],
  [
    'an operation that could not be verified',
    { findings: [B], cells: [cellOf('getItem', 'cli', 'inconclusive', 'no start')] },
    { ...NONE, still: ['b'], unverified: ['a'] },
  ],
  ['an open finding that is waived now', { findings: [B, { ...A, disposition: 'waived' }] }, { ...NONE, still: ['b'] }],
];

describe('a run compared with the run before', () => {
  it.each(CASES)('lists new, fixed and open findings of a run: %s → $2', (_name, run, want) => {
    expect(ids(report(run))).toEqual(want);
  });

  it('no finding counts as fixed if the contract cannot be read', () => {
    expect(ids(report({}, []))).toEqual({ ...NONE, unverified: ['a', 'b'] });
  });

  it('open findings and failed operations that did not run again are remembered', () => {
    const run = report({ findings: [], cells: [cellOf('getItem', 'rest')], left: [['getItem', 'cli']] });
    const memory = remember(run, BEFORE, new Map());
    expect(memory.findings.map(({ id }) => id)).toEqual(['a']);
    expect(memory.failing).toEqual([cellKey('cli', 'getItem')]);
    expect(remember(report({}), memory, new Map())).toMatchObject({ findings: [], failing: [] });
  });

  it('the result of a run is printed in a few lines', () => {
    const run = report({
      findings: [B],
      cells: [cellOf('x', 'cli', 'inconclusive', 'no start')],
      left: [['y', 'cli']],
    });
    const lines = compactVerdict(run, compared(run, BEFORE.findings), { colour: false, page: 'r/index.html' }).split(
      '\n',
    );
    expect(lines[0]).toMatch(
      /^\S+ \w+: 1 open finding, 1 fixed, 1 cell and .* checked, 1 unchanged cell not requested, .* s$/,
    );
    expect(lines.slice(1).map((line) => line.split(':', 1)[0])).toEqual([
      '  still',
      '  fixed',
      '  ? inconclusive',
      '  report',
      '',
    ]);
    const passed = report({
      left: [
        ['getItem', 'cli'],
        ['getItem', 'rest'],
      ],
    });
    const quiet = { ...passed, footer: { ...footer, verdict: 'pass' as const, interrupted: false } };
    expect(compactVerdict(quiet, compared(quiet, BEFORE.findings), { colour: false, page: '' })).toMatch(
      /^✓ pass for the operations that ran: /,
    );
  });
});

it.each<[string, readonly CellEntry[], readonly string[]]>([
  ['no operation failed in the run before', [], []],
  [
    'operations failed or could not be verified in the run before',
    [cellOf('a', 'cli', 'fail'), cellOf('a', 'cli'), cellOf('b', 'cli'), cellOf('c', 'cli', 'inconclusive')],
    ['  first: still failing: a on cli', '  first: no longer failing: b on cli'],
  ],
])('states for each operation that failed before whether it still fails: %s → $2', (_name, cells, want) => {
  expect(firstLines(report({ cells }))).toEqual(want);
});
