import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import { reportMatrix } from './matrix.js';
import type { CellEntry, Report } from '../report.js';
import { sampleReport } from '../sample/sample-report.js';

const [anyCell] = sampleReport().cells;

describe('reportMatrix', () => {
  it('returns a row for each backend of a group and a column for each surface', () => {
    const { surfaces, groups } = reportMatrix(sampleReport());
    expect(surfaces).toStrictEqual(['rest', 'sdk_typescript', 'cli', 'mcp']);
    expect(groups.map(({ group, rows }) => [group, rows.map(({ backend }) => backend)])).toStrictEqual(
      ['listItems', 'createItem', 'getItem'].map((group) => [group, ['reference', 'mock']]),
    );
    for (const row of groups.flatMap(({ rows }) => rows))
      expect(row.cells.map((cell) => cell?.surface)).toStrictEqual(surfaces);
  });

  it('includes surfaces and backends that the header does not name', () => {
    const { surfaces, groups } = reportMatrix(withCells([{ surface: 'go', backend: 'live' }, { group: 'b' }]));
    expect(surfaces).toStrictEqual(['rest', 'sdk_typescript', 'cli', 'mcp', 'go']);
    expect(groups[0]?.rows.map(({ backend, cells }) => [backend, cells.map((cell) => cell?.surface)])).toStrictEqual([
      ['live', [undefined, undefined, undefined, undefined, 'go']],
    ]);
  });

  it('names the operations of a group, unless its only operation has the same name', () => {
    const { groups } = reportMatrix(
      withCells([
        { group: 'run', operation: 'runScienceLoop' as OperationId },
        { group: 'run', operation: 'streamRunEvents' as OperationId, surface: 'cli' },
        { group: 'getItem', operation: 'getItem' as OperationId },
      ]),
    );
    expect(groups.map(({ operations }) => operations)).toStrictEqual([['runScienceLoop', 'streamRunEvents'], []]);
  });

  it.each<[string, Partial<CellEntry>, boolean]>([
    ['a cell that passed', { verdict: 'pass', findings: [] }, false],
    ['a cell that passed with a finding', { verdict: 'pass', findings: ['a3f0c112'] }, true],
    ['a cell to which no rule applies', { verdict: 'inapplicable', findings: [] }, false],
    ['a cell that failed', { verdict: 'fail', findings: [] }, true],
    ['a cell that was not verified', { verdict: 'inconclusive', findings: [] }, true],
    ['a cell with an error', { verdict: 'error', findings: [] }, true],
  ])('decides whether a row of the matrix needs attention: a row with %s → $2', (_name, cell, want) => {
    expect(reportMatrix(withCells([cell])).groups[0]?.attention).toBe(want);
  });
});

function withCells(cells: readonly Partial<CellEntry>[]): Report {
  return { ...sampleReport(), cells: cells.map((cell) => ({ ...anyCell, ...cell }) as CellEntry) };
}
