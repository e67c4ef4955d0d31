import type { OperationId } from '../contract/operation.js';
import type { SurfaceId } from '../surfaces/observation.js';

/** The data about a run that is in the header of its report. */
interface ReportedRun {
  /** The time at which the run started, in ISO 8601. */
  readonly startedAt: string;
  readonly commit?: string;
  readonly contracts: readonly {
    readonly file: string;
    readonly title: string;
    readonly version: string;
    readonly digest: string;
  }[];
}

/** The verdict of a matrix cell (a group on one surface), or `waived` if all its findings are waived. */
export type RecordedVerdict = 'pass' | 'fail' | 'inconclusive' | 'error' | 'inapplicable' | 'waived';

/** The comparison of a report with an earlier report. Since report version 5. */
export interface ComparisonEntry {
  readonly kind: 'comparison';
  /** The earlier report: the file or git revision from which it was read, and the data in its header. */
  readonly against: ReportedRun & { readonly source: string };
  /** Which findings fail the run: only new findings, or any. */
  readonly failOn: 'new' | 'any';
  /** The change of each finding of this report, by the id of the finding. */
  readonly findings: readonly FindingChange[];
  /** Findings of the earlier report that this run did not find, although its checks could have found them. */
  readonly fixed: readonly EarlierFinding[];
  /**
   * Findings of the earlier report that may or may not be fixed. This run did not show them, but it also lacked what
   * was needed to show them; `reason` states what.
   */
  readonly notVerified: readonly (EarlierFinding & { readonly reason: string })[];
  /** Matrix cells that the earlier report verified, and that are now not verified or no longer exist. */
  readonly cells: readonly ComparedCell[];
}

export interface FindingChange {
  readonly id: string;
  /**
   * How the finding relates to the earlier report. `regression`: the earlier run verified the rule on a matrix cell of
   * the finding, and found no violation. `new`: the earlier run could not have shown the finding. `known`: the earlier
   * report has the finding on the same cells.
   */
  readonly change: 'regression' | 'new' | 'known';
  /**
   * The matrix cells on which the fault is new: the earlier run verified the rule on them without this finding. Set
   * only if the earlier report has the same finding on other cells.
   */
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

/** The records of earlier runs of the whole configuration, the latest last. Since report version 5. */
export interface HistoryEntry {
  readonly kind: 'history';
  readonly runs: readonly RecordedRun[];
}

/** A short record of one run of the whole configuration, for the history. */
export interface RecordedRun extends ReportedRun {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /**
   * The worst verdict over all backends, for each surface and group. It is `waived` if all findings of these cells are
   * waived.
   */
  readonly cells: Readonly<Record<SurfaceId, Readonly<Record<string, RecordedVerdict>>>>;
  /** The ids of the findings that no waiver permits. */
  readonly open: readonly string[];
}
