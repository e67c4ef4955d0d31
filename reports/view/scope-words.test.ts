import { describe, expect, it } from 'vitest';
import { renderAnnotations } from '../formats/annotations.js';
import { renderHtml } from '../html/html.js';
import { renderJunit } from '../formats/junit.js';
import type { Report, RunScope, UnsteadyEntry } from '../report.js';
import { sampleReport } from '../sample/sample-report.js';
import { scopeClauses } from './scope-words.js';
import { renderSummary } from '../summary/summary.js';
import { renderTerminal } from '../terminal/terminal.js';

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
    ['all', {}, []],
    ['a shard', { shard: { index: 2, count: 4 } }, ['shard 2 of 4']],
    ['one operation', { operations: { selected: ['a'], leftOut: ['b', 'c'] } }, ['only operation a (left out: b, c)']],
    ['safe methods', { notCalled: ['a', 'b'] }, ['only safe methods (not called: a, b)']],
    ['a budget', { budgetMs: 2500 }, ['budget 2.5 s']],
    [
      'many',
      { phases: { selected: ['lint', 'valid'], leftOut: Array.from({ length: 9 }, (_, index) => `p${index}`) } },
      ['only phases lint, valid (left out: p0, p1, p2, p3, p4, p5 and 3 more)'],
    ],
  ])('%s', (_, scope, want) => {
    expect(scopeClauses(scoped(scope))).toEqual(want);
  });

  it('states that a run tested no service', () => {
    const report = sampleReport();
    const mocked = { ...report, cells: report.cells.map((cell) => ({ ...cell, backend: 'mock' })) };
    expect(scopeClauses(mocked).join()).toContain(
      'your service was not tested: every reply came from the mock or a script',
    );
    expect(scopeClauses(report)).toEqual([]);
  });

  it.each<[string, (report: Report) => string]>([
    ['terminal', (report) => renderTerminal(report, { colour: false, width: 400 })],
    ['page', renderHtml],
    ['summary', renderSummary],
    ['junit', renderJunit],
    ['annotations', renderAnnotations],
  ])('is shown in %s', (_, render) => {
    expect(render(SHARD)).toContain('shard 1 of 4');
    expect(render(sampleReport())).not.toContain('shard');
  });
});

describe('an unsteady entry', () => {
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
  ])('is shown in %s, separate from findings', (_, render) => {
    expect(render(report)).toContain('1 of 3 attempts');
    expect(render(sampleReport())).not.toContain('1 of 3 attempts');
  });
});
