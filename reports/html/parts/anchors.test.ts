import { expect, it } from 'vitest';
import type { OperationId } from '../../../contract/operation.js';
import type { Report } from '../../report.js';
import { reportMatrix } from '../../view/matrix.js';
import { sampleReport } from '../../sample/sample-report.js';
import { anchors } from './anchors.js';

/** The anchors of the sample report, in which the first operation is renamed to `group`. */
function withName(group: string): ReturnType<typeof anchors> {
  const report: Report = sampleReport();
  const cells = report.cells.map((cell) =>
    cell.group === 'listItems' ? { ...cell, group, operation: group as OperationId } : cell,
  );
  return anchors(reportMatrix({ ...report, cells }));
}

it.each([
  ['createItem', 'createItem'],
  ['items.create-2', 'items.create-2'],
  ['findings', expect.stringMatching(/^id-\w{12}$/)],
  ['finding-a3f0c112', expect.stringMatching(/^id-\w{12}$/)],
  ['create item', expect.stringMatching(/^id-\w{12}$/)],
  ['createItem/rest', expect.stringMatching(/^id-\w{12}$/)],
  ['"><b>', expect.stringMatching(/^id-\w{12}$/)],
])('the anchor of the operation %j is valid in a URL', (group, want) => {
  expect(withName(group).operation(group)).toEqual(want);
});

it('every matrix cell has a unique anchor, and a finding links to its cells', () => {
  const { cells } = sampleReport();
  const names = withName('listItems');
  expect(cells.slice(0, 3).map((cell) => names.cell(cell))).toStrictEqual([
    'listItems/rest',
    'listItems/rest/mock',
    'listItems/sdk_typescript',
  ]);
  expect(new Set(cells.map((cell) => names.cell(cell))).size).toBe(cells.length);
  expect(names.cellsOf('1c9e77b4').map((cell) => names.cell(cell))).toStrictEqual(['getItem/cli', 'getItem/cli/mock']);
  expect(names.cellsOf('unknown')).toStrictEqual([]);
});
