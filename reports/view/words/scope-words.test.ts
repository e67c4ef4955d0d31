import { describe, expect, it } from 'vitest';
import { renderAnnotations } from '../../formats/annotations.js';
import { renderHtml } from '../../html/html.js';
import { renderJunit } from '../../formats/junit.js';
import type { Report, RunScope, UnsteadyEntry } from '../../report.js';
import { sampleReport } from '../../sample/sample-report.js';
import { reportMatrix } from '../matrix.js';
import { renderNdjson } from '../../stream/ndjson.js';
import { readReport } from '../../stream/read-report.js';
import { scopeClauses } from './scope-words.js';
import { renderSummary } from '../../summary/summary.js';
import { renderTerminal } from '../../terminal/terminal.js';

function scoped(scope: RunScope): Report {
  const report = sampleReport();
  return { ...report, header: { ...report.header, scope } };
}

const SHARD = scoped({
  shard: { index: 1, count: 4 },
  operations: { selected: ['getItem'], leftOut: ['createItem', 'listItems'] },
});

describe('the scope of a run', () => {
  it.each<[string, RunScope, readonly string[]]>([
    ['a whole run', {}, []],
    ['a shard', { shard: { index: 2, count: 4 } }, ['shard 2 of 4']],
    ['one operation', { operations: { selected: ['a'], leftOut: ['b', 'c'] } }, ['only operation a (left out: b, c)']],
    ['a run that sends only safe methods', { notCalled: ['a', 'b'] }, ['only safe methods (not called: a, b)']],
    [
      'a run of only the changed operations',
      {
        changed: {
          since: 'main',
          commit: '1a2b',
          requested: 4,
          reasons: [],
          notRequested: [{ group: 'getItem', operation: 'getItem', surfaces: ['cli', 'mcp'] }],
        },
      },
      ['only what changed since main (1a2b): 4 of 6 cells (not requested: getItem on cli, mcp)'],
    ],
    [
      'a run after changes that affect all operations',
      { changed: { since: 'main', requested: 4, reasons: [], notRequested: [] } },
      ['the changes since main concern all 4 cells'],
    ],
    ['a run with a time budget', { budgetMs: 2500 }, ['budget 2.5 s']],
    [
      'a run of selected phases',
      { phases: { selected: ['lint', 'valid'], leftOut: Array.from({ length: 9 }, (_, index) => `p${index}`) } },
      ['only phases lint, valid (left out: p0, p1, p2, p3, p4, p5 and 3 more)'],
    ],
  ])('the scope of a run is stated: %s → $2', (_, scope, want) => {
    expect(scopeClauses(scoped(scope))).toEqual(want);
  });

  it('states that a run with only the mock tested no service', () => {
    const report = sampleReport();
    const mocked = { ...report, cells: report.cells.map((cell) => ({ ...cell, backend: 'mock' })) };
    expect(scopeClauses(mocked).join()).toContain(
      'your service was not tested: every reply came from the mock or a script',
    );
    expect(scopeClauses(report)).toEqual([]);
  });

  it('states that a run without replies tested no service', () => {
    const report = sampleReport();
    const silent = { ...report, cells: report.cells.map((cell) => ({ ...cell, cases: 0 })) };
    expect(scopeClauses(silent)).toEqual(['your service was not tested: no case was run']);
  });

  it.each<[string, (report: Report) => string]>([
    ['terminal', (report) => renderTerminal(report, { colour: false, width: 400 })],
    ['page', renderHtml],
    ['summary', renderSummary],
    ['junit', renderJunit],
    ['annotations', renderAnnotations],
  ])('the scope of a run is shown by the output format %s', (_, render) => {
    expect(render(SHARD)).toContain('shard 1 of 4');
    expect(render(sampleReport())).not.toContain('shard');
  });
});

describe('the report of a run of only the changed operations', () => {
  const { groups } = reportMatrix(sampleReport());
  const [first] = groups;
  const reasons = [
    { subjects: ['src/cli.ts', 'src/args.ts'], reason: 'cli: the file is run', surfaces: ['cli'] },
    { subjects: ['api.yaml#/components/schemas/Item'], reason: 'changed', operations: ['getItem', 'listItems'] },
    { subjects: ['README.md'], reason: 'documentation', operations: [] },
  ];
  const report = scoped({
    changed: {
      since: 'main',
      requested: 1,
      reasons,
      notRequested: [
        { group: first?.group ?? '', operation: 'x', surfaces: ['rest'] },
        { group: 'leftOut', operation: 'leftOut', surfaces: ['rest', 'cli'] },
      ],
    },
  });

  it.each<[string, (report: Report) => string]>([
    ['terminal', (each) => renderTerminal(each, { colour: false, width: 400 })],
    ['page', renderHtml],
    ['summary', renderSummary],
  ])('the report is shown in the %s with its reasons and each operation that was not requested', (_, render) => {
    const text = render(report);
    for (const sentence of [
      'src/cli.ts, src/args.ts → every operation on cli: cli: the file is run',
      'schemas/Item → getItem, listItems: changed',
      'README.md → none: documentation',
    ])
      expect(text).toContain(sentence);
    expect(text).toMatch(/leftOut[^]*not requested/);
  });

  it('shows a matrix row for each backend of a group that did not run', () => {
    const { backends } = report.header;
    const row = reportMatrix(report).groups.find(({ group }) => group === 'leftOut');
    expect(row?.rows.map(({ backend }) => backend)).toEqual(backends);
    expect(row?.rows[0]?.absent).toEqual(
      report.header.surfaces.map(({ id }) => (['rest', 'cli'].includes(id) ? 'not requested' : 'not run')),
    );
  });

  it('states the same scope after it was written and read', () => {
    const reading = readReport(Buffer.from(renderNdjson(report)));
    expect(reading.kind === 'report' && reading.report.header.scope).toEqual(report.header.scope);
  });
});

describe('an unsteady entry of a report', () => {
  const [first] = sampleReport().findings;
  if (first === undefined) throw new Error('the sample has findings');
  const entry: UnsteadyEntry = {
    kind: 'unsteady',
    finding: { ...first.finding, id: 'abcdef01' },
    shown: 1,
    attempts: 3,
  };
  const report = { ...sampleReport(), unsteady: [entry] };

  it.each<[string, (report: Report) => string]>([
    ['terminal', (given) => renderTerminal(given, { colour: false, width: 400 })],
    ['page', renderHtml],
    ['summary', renderSummary],
    ['junit', renderJunit],
    ['annotations', renderAnnotations],
  ])('the entry is shown by the output format %s, separate from findings', (_, render) => {
    expect(render(report)).toContain('1 of 3 attempts');
    expect(render(sampleReport())).not.toContain('1 of 3 attempts');
  });
});
