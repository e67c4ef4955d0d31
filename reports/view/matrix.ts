import type { SurfaceId } from '../../surfaces/observation.js';
import type { CellEntry, ChangedScope, Report } from '../report.js';

/** A table of operation groups and surfaces, with one row for each backend of a group. */
export interface Matrix {
  readonly surfaces: readonly SurfaceId[];
  readonly groups: readonly MatrixGroup[];
}

export interface MatrixGroup {
  readonly group: string;
  /** The operations of the group. Empty if the group has only one operation and is named after it. */
  readonly operations: readonly string[];
  readonly rows: readonly MatrixRow[];
  /** True if any row of the group needs attention. */
  readonly attention: boolean;
}

export interface MatrixRow {
  readonly group: string;
  readonly backend: string;
  /** One matrix cell for each surface, in the order of the surfaces. `undefined` if no case ran on the surface. */
  readonly cells: readonly (CellEntry | undefined)[];
  /** For each surface that has no cell in the row, the text that is shown in place of the cell. */
  readonly absent: readonly string[];
  /**
   * True if a cell of the row has a finding (even a waived finding), or a verdict other than `pass` and `inapplicable`.
   */
  readonly attention: boolean;
}

/** The matrix of a report. Surfaces and backends have the order of the header. Groups have the order of the cells. */
export function reportMatrix(report: Report): Matrix {
  const surfaces = distinct([
    ...report.header.surfaces.map(({ id }) => id),
    ...report.cells.map(({ surface }) => surface),
  ]);
  const backends = distinct([...report.header.backends, ...report.cells.map(({ backend }) => backend)]);
  const byGroup = new Map<string, CellEntry[]>();
  const left = report.header.scope?.changed?.notRequested ?? [];
  for (const cell of report.cells) {
    const cells = byGroup.get(cell.group);
    if (cells === undefined) byGroup.set(cell.group, [cell]);
    else cells.push(cell);
  }
  for (const { group } of left) if (!byGroup.has(group)) byGroup.set(group, []);
  const axes = { surfaces, backends, left };
  return { surfaces, groups: [...byGroup].map(([group, cells]) => matrixGroup(group, cells, axes)) };
}

interface Axes {
  readonly surfaces: readonly SurfaceId[];
  readonly backends: readonly string[];
  readonly left: ChangedScope['notRequested'];
}

function matrixGroup(group: string, cells: readonly CellEntry[], axes: Axes): MatrixGroup {
  // A group without any cell gets a row for each backend, so that it is not missing from the table.
  const rows = axes.backends
    .filter((backend) => cells.length === 0 || cells.some((cell) => cell.backend === backend))
    .map((backend) => matrixRow(group, backend, cells, axes));
  const left = axes.left.filter((each) => each.group === group).map(({ operation }) => operation);
  const operations = distinct([...cells.map(({ operation }) => operation), ...left]);
  const named = operations.length === 1 && operations[0] === group;
  return { group, operations: named ? [] : operations, rows, attention: rows.some((row) => row.attention) };
}

function matrixRow(group: string, backend: string, cells: readonly CellEntry[], { surfaces, left }: Axes): MatrixRow {
  const row = surfaces.map((surface) => cells.find((cell) => cell.backend === backend && cell.surface === surface));
  const isLeft = (surface: SurfaceId): boolean =>
    left.some((each) => each.group === group && each.surfaces.includes(surface));
  const absent = surfaces.map((surface) => (isLeft(surface) ? 'not requested' : 'not run'));
  return {
    group,
    backend,
    cells: row,
    absent,
    attention: row.some((cell) => cell !== undefined && wantsAttention(cell)),
  };
}

function wantsAttention(cell: CellEntry): boolean {
  return (cell.verdict !== 'pass' && cell.verdict !== 'inapplicable') || cell.findings.length > 0;
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
