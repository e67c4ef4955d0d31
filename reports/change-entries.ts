import type { OperationId } from '../contract/operation.js';
import type { SurfaceId } from '../surfaces/observation.js';

/** The run of a report, as its header names it. */
interface ReportedRun {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly commit?: string;
  readonly contracts: readonly {
    readonly file: string;
    readonly title: string;
    readonly version: string;
    readonly digest: string;
  }[];
}

/** The verdict of a cell, or `waived`. */
export type RecordedVerdict = 'pass' | 'fail' | 'inconclusive' | 'error' | 'inapplicable' | 'waived';

/** What changed since an earlier report; since version 5. */
export interface ComparisonEntry {
  readonly kind: 'comparison';
  /** The earlier report: its file or git revision, and its header. */
  readonly against: ReportedRun & { readonly source: string };
  /** Which findings fail the run. */
  readonly failOn: 'new' | 'any';
  /** The findings of this report, by their id. */
  readonly findings: readonly FindingChange[];
  /** Findings of the earlier report that this run does not have, although it would have shown them. */
  readonly fixed: readonly EarlierFinding[];
  /** Findings of the earlier report that this run could not have shown. */
  readonly notVerified: readonly (EarlierFinding & { readonly reason: string })[];
  /** Cells that were verified in the earlier report, and are not verified or do not exist now. */
  readonly cells: readonly ComparedCell[];
}

export interface FindingChange {
  readonly id: string;
  /**
   * `regression`: the earlier run verified the rule on one of these cells, and found no violation. `new`: the earlier
   * run could not have shown the finding. `known`: the earlier report has the finding on the same cells.
   */
  readonly change: 'regression' | 'new' | 'known';
  /** The cells of a regression, if the earlier report has the finding on other cells. */
  readonly further?: readonly ComparedCell[];
}

export interface EarlierFinding {
  readonly id: string;
  readonly rule: string;
  readonly message: string;
  readonly surfaces: readonly SurfaceId[];
  readonly operations: readonly OperationId[];
}

export interface ComparedCell {
  readonly group: string;
  readonly operation: OperationId;
  readonly surface: SurfaceId;
  readonly backend: string;
}

/** Whole runs, the latest last; since version 5. */
export interface HistoryEntry {
  readonly kind: 'history';
  readonly runs: readonly RecordedRun[];
}

/** One whole run, in few bytes. */
export interface RecordedRun extends ReportedRun {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** By surface and group: the worst verdict of all backends; `waived` if all findings of the cells are waived. */
  readonly cells: Readonly<Record<SurfaceId, Readonly<Record<string, RecordedVerdict>>>>;
  /** Ids of the findings that no waiver permits. */
  readonly open: readonly string[];
}
