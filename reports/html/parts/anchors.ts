import { createHash } from 'node:crypto';
import type { Matrix } from '../../view/matrix.js';
import type { CellEntry } from '../../report.js';

/**
 * The identifiers of operations and matrix cells in the URL of the page: `createItem`, `createItem/rest`,
 * `createItem/rest/mock`.
 */
export interface Anchors {
  operation(group: string): string;
  /**
   * The identifier of a matrix cell. It ends with the name of the backend, except for the first backend of an
   * operation.
   */
  cell(cell: CellEntry): string;
  /** The matrix cells to which a finding belongs. */
  cellsOf(finding: string): readonly CellEntry[];
}

/** Identifiers that other parts of the page have. No operation may get one of them. */
const RESERVED: ReadonlySet<string> = new Set(
  'matrix findings notes verified coverage run fixes unsteady changes history filters shown find attention'.split(' '),
);

export function anchors(matrix: Matrix): Anchors {
  const rows = matrix.groups.flatMap((group) => group.rows);
  const first = new Map(matrix.groups.map(({ group, rows: [row] }) => [group, row?.backend]));
  const cells = new Map<string, CellEntry[]>();
  for (const cell of rows.flatMap((row) => row.cells))
    for (const id of cell?.findings ?? []) if (cell !== undefined) cells.set(id, [...(cells.get(id) ?? []), cell]);
  return {
    operation: identifier,
    cell: ({ group, surface, backend }) =>
      [identifier(group), name(surface), ...(first.get(group) === backend ? [] : [name(backend)])].join('/'),
    cellsOf: (finding) => cells.get(finding) ?? [],
  };
}

function identifier(group: string): string {
  return RESERVED.has(group) || group.startsWith('finding-') ? digest(group) : name(group);
}

/**
 * The identifier for a name. A digest replaces a name that is long, or that has characters other than letters, digits,
 * `_`, `.` and `-`. White space is not allowed in an identifier (HTML §3.2.6), and `/` separates the names of an
 * operation, a surface and a backend.
 */
function name(text: string): string {
  return /^[\w.-]{1,100}$/.test(text) ? text : digest(text);
}

function digest(text: string): string {
  return `id-${createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 12)}`;
}
