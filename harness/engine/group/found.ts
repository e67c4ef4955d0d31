import type { OperationId } from '../../../contract/operation.js';
import type { Evidence, Finding } from '../../../rules/finding.js';
import type { CellEntry } from '../../../reports/report.js';
import { cellKey } from './cluster.js';

/** A finding, with the cells of the report in which it occurs. */
export interface Found {
  readonly finding: Finding;
  /** The cells with the finding or its consequences, as keys of `cellKey`. Empty for a finding without trials. */
  readonly cells: ReadonlySet<string>;
  /** How many of the attempts showed the fault again. Omitted if every attempt did. */
  readonly unsteady?: { readonly shown: number; readonly attempts: number };
}

/**
 * Whether a finding concerns a cell. A finding without a backend (such as a freshness or inventory finding) concerns
 * the cells on all backends.
 */
export function concerns({ finding, cells }: Found, cell: CellEntry): boolean {
  if (cells.has(cellKey(cell.backend, cell.surface, cell.operation))) return true;
  return (
    finding.backends.length === 0 &&
    finding.surfaces.includes(cell.surface) &&
    finding.operations.includes(cell.operation)
  );
}

/** Joins `other` into `one`. Either both are one fault in two contracts, or `other` is a consequence of `one`. */
export function joinedFound(one: Found, other: Found, evidence: Finding['evidence']): Found {
  const { finding } = one;
  const operations = new Set<OperationId>([...finding.operations, ...other.finding.operations]);
  return {
    ...one,
    finding: {
      ...finding,
      operations: [...operations],
      occurrences: finding.occurrences + other.finding.occurrences,
      evidence: [...finding.evidence, ...evidence].slice(0, MAX_EVIDENCE),
    },
    cells: new Set([...one.cells, ...other.cells]),
  };
}

/** Joins a finding with its cause, which keeps it as evidence. */
export function withConsequence(cause: Found, consequence: Found): Found {
  const { rule, surfaces, operations, pointer, message } = consequence.finding;
  const [operation] = operations;
  const evidence: Evidence = { rule, surface: surfaces[0] ?? '', ...(operation && { operation }), pointer, message };
  return joinedFound(cause, consequence, [evidence]);
}

/** The maximum number of evidence records in a finding. */
export const MAX_EVIDENCE = 20;

/** Wraps a finding from a phase that runs no cases. */
export function withoutCells(finding: Finding): Found {
  return { finding, cells: new Set() };
}
