import type { Finding } from '../../../rules/finding.js';
import type { CellEntry, FindingEntry, Report } from '../../../reports/report.js';
import type { KnownContracts } from '../../change/edits.js';

/** The data that one run passes to the next run. It is sent between processes. */
export interface Memory {
  readonly contracts: KnownContracts;
  /** Findings that were open when their operation and surface were last checked. */
  readonly findings: readonly RememberedFinding[];
  /** Pairs of an operation and a surface on which the operation did not pass when it was last checked. */
  readonly failing: readonly string[];
}

type RememberedFinding = Pick<Finding, 'id' | 'rule' | 'surfaces' | 'operations' | 'message'>;

/** The findings of a run, compared with the findings that were open before the run. */
export interface Comparison {
  readonly fresh: readonly RememberedFinding[];
  readonly fixed: readonly RememberedFinding[];
  readonly still: readonly RememberedFinding[];
  /** Findings that are still open, because their operations did not run again or could not be verified. */
  readonly unverified: readonly RememberedFinding[];
}

export function cellKey(surface: string, operation: string): string {
  return JSON.stringify([operation, surface]);
}

export function compared(report: Report, before: readonly RememberedFinding[]): Comparison {
  const open = report.findings.filter(({ disposition }) => disposition === 'open').map(remembered);
  const now = new Set(report.findings.map(({ finding }) => finding.id));
  const former = new Set(before.map(({ id }) => id));
  const isVerified = verifiedIn(report);
  const gone = before.filter(({ id }) => !now.has(id));
  return {
    fresh: open.filter(({ id }) => !former.has(id)),
    still: open.filter(({ id }) => former.has(id)),
    fixed: gone.filter(isVerified),
    unverified: gone.filter((finding) => !isVerified(finding)),
  };
}

/** The memory after a run, computed from the memory before the run. */
export function remember(report: Report, before: Memory | undefined, contracts: KnownContracts): Memory {
  const { fresh, still, unverified } = compared(report, before?.findings ?? []);
  const left = leftOut(report);
  const ran = report.cells.filter(isBad).map(({ surface, operation }) => cellKey(surface, operation));
  return {
    contracts,
    findings: [...fresh, ...still, ...unverified],
    failing: [...new Set([...ran, ...(before?.failing ?? []).filter((key) => left.has(key))])],
  };
}

function remembered({ finding: { id, rule, surfaces, operations, message } }: FindingEntry): RememberedFinding {
  return { id, rule, surfaces, operations, message };
}

/**
 * Returns a function that returns true if the run would have found a finding again: its operation ran on its surface,
 * and nothing prevented a verdict.
 */
function verifiedIn(report: Report): (finding: RememberedFinding) => boolean {
  // If no contract could be read, nothing was checked.
  if (report.header.contracts.length === 0) return () => false;
  const left = leftOut(report);
  const prevented = new Set(
    report.cells
      .filter(({ verdict, reason }) => reason !== undefined && verdict !== 'pass' && verdict !== 'inapplicable')
      .map(({ surface, operation }) => cellKey(surface, operation)),
  );
  return ({ surfaces, operations }) => {
    const keys = surfaces.flatMap((surface) => operations.map((operation) => cellKey(surface, operation)));
    return keys.every((key) => !left.has(key) && !prevented.has(key));
  };
}

function leftOut({ header }: Report): ReadonlySet<string> {
  const left = header.scope?.changed?.notRequested ?? [];
  return new Set(left.flatMap(({ operation, surfaces }) => surfaces.map((surface) => cellKey(surface, operation))));
}

function isBad({ verdict }: CellEntry): boolean {
  return verdict !== 'pass' && verdict !== 'inapplicable';
}
