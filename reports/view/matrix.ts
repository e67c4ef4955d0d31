import type { SurfaceId } from '../../surfaces/observation.js';
import type { CellEntry, Report } from '../report.js';

/** Groups × surfaces, a row for each backend that a group was checked against. */
export interface Matrix {
  readonly surfaces: readonly SurfaceId[];
  readonly groups: readonly MatrixGroup[];
}

export interface MatrixGroup {
  readonly group: string;
  /** The group's operations, where it is not named after its only one. */
  readonly operations: readonly string[];
  readonly rows: readonly MatrixRow[];
  /** Whether any row wants a reader's attention. */
  readonly attention: boolean;
}

export interface MatrixRow {
  readonly group: string;
  readonly backend: string;
  /** One for each of the matrix's surfaces, in order; `undefined` where nothing was run. */
  readonly cells: readonly (CellEntry | undefined)[];
  /** Some cell is neither passed nor inapplicable, or carries a finding (a waived one too). */
  readonly attention: boolean;
}

/** Surfaces and backends stand as in the header, groups as in the cells. */
export function reportMatrix(report: Report): Matrix {
  const surfaces = distinct([...report.header.surfaces.map(({ id }) => id), ...report.cells.map(({ surface }) => surface)]);
  const backends = distinct([...report.header.backends, ...report.cells.map(({ backend }) => backend)]);
  const byGroup = new Map<string, CellEntry[]>();
  for (const cell of report.cells) {
    const cells = byGroup.get(cell.group);
    if (cells === undefined) byGroup.set(cell.group, [cell]);
    else cells.push(cell);
  }
  return { surfaces, groups: [...byGroup].map(([group, cells]) => matrixGroup(group, cells, surfaces, backends)) };
}

function matrixGroup(group: string, cells: readonly CellEntry[], surfaces: readonly SurfaceId[], backends: readonly string[]): MatrixGroup {
  const rows = backends
    .filter((backend) => cells.some((cell) => cell.backend === backend))
    .map((backend) => matrixRow(group, backend, cells, surfaces));
  const operations = distinct(cells.map(({ operation }) => operation));
  const named = operations.length === 1 && operations[0] === group;
  return { group, operations: named ? [] : operations, rows, attention: rows.some((row) => row.attention) };
}

function matrixRow(group: string, backend: string, cells: readonly CellEntry[], surfaces: readonly SurfaceId[]): MatrixRow {
  const row = surfaces.map((surface) => cells.find((cell) => cell.backend === backend && cell.surface === surface));
  return { group, backend, cells: row, attention: row.some((cell) => cell !== undefined && wantsAttention(cell)) };
}

function wantsAttention(cell: CellEntry): boolean {
  return (cell.verdict !== 'pass' && cell.verdict !== 'inapplicable') || cell.findings.length > 0;
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
