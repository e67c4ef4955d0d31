import type { Coverage } from '../contract/coverage/covered.js';
import type { Json } from '../contract/json/json.js';
import type { OperationId } from '../contract/operation.js';
import type { SourceLocation } from '../contract/json/source-location.js';
import type { ComparisonEntry, HistoryEntry } from './change-entries.js';
import type { Finding } from '../rules/finding.js';
import type { SurfaceDescription, SurfaceId } from '../surfaces/observation.js';

/** The `kind` of findings that the lint of the contract reports. */
export const LINT_KIND = 'lint';

/** The name of the report format: a header, entries and a footer. Without a footer, the run was interrupted. */
export const REPORT_FORMAT = 'contract-parity-report';
export const REPORT_VERSION = 5;
/** The report versions that can be read. The reader replaces old names of members with the current names. */
export const READ_VERSIONS = [1, 2, 3, 4, 5] as const;

/** The result of a matrix cell. Every verdict except `pass` and `fail` has a `reason`. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'error' | 'inapplicable';

export type ReportEntry =
  | HeaderEntry
  | CellEntry
  | FindingEntry
  | UnsteadyEntry
  | NoteEntry
  | CoverageEntry
  | ShardEntry
  | ComparisonEntry
  | HistoryEntry
  | FooterEntry;

export interface HeaderEntry {
  readonly kind: 'header';
  readonly format: typeof REPORT_FORMAT;
  readonly version: (typeof READ_VERSIONS)[number];
  readonly tool: string;
  /** The time at which the run started, in ISO 8601. Only the header and the footer of a report contain times. */
  readonly startedAt: string;
  readonly commit?: string;
  readonly seed: number;
  /** The number of generated cases of each kind for an operation. With `sampling`, the largest on any surface. */
  readonly runs: number;
  /** `by-cost`: the number of cases depends on the cost of a call on each surface. `quick`: fewer cases. */
  readonly sampling?: 'by-cost' | 'quick';
  readonly phases: readonly string[];
  readonly backends: readonly string[];
  readonly contracts: readonly {
    readonly file: string;
    readonly title: string;
    readonly version: string;
    readonly digest: string;
  }[];
  readonly surfaces: readonly { readonly id: SurfaceId; readonly description: SurfaceDescription }[];
  /** The part of the configuration that the run covered. Omitted if it covered all of it. Since report version 3. */
  readonly scope?: RunScope;
  /** A released version that the run combined with the working tree. Since report version 5. */
  readonly versions?: VersionsEntry;
}

/**
 * A comparison of versions. Surfaces and backends of the released version have its name after an `@`: `sdk@v1.2`,
 * `reference@v1.2`.
 */
export interface VersionsEntry {
  /** The released version as the user named it, such as `v1.2`. */
  readonly released: string;
  readonly commit: string;
  readonly contracts: HeaderEntry['contracts'];
  /** The combinations of both versions that ran in addition to the run of the working tree. */
  readonly combined: readonly (
    | 'released surfaces with the new service'
    | 'new surfaces with the released service'
    | 'the released pair'
  )[];
}

/** The part of the configuration that a run covered. Each member of this object that is present excluded something. */
export interface RunScope {
  /** The shard of the run. `index` counts from 1. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly contracts?: Selection;
  readonly surfaces?: Selection;
  readonly operations?: Selection;
  readonly phases?: Selection;
  readonly backends?: Selection;
  /**
   * Operations that were not called, because the run sends only safe methods (RFC 9110 §9.2.1). Since report
   * version 4.
   */
  readonly notCalled?: readonly string[];
  /** Set if only changed operations were checked. Since report version 4. */
  readonly changed?: ChangedScope;
  /** The time limit of the run in milliseconds. Cells that it left unverified state the limit as their `reason`. */
  readonly budgetMs?: number;
}

/** The changes since an earlier revision, for a run that checked only the matrix cells which these changes affect. */
export interface ChangedScope {
  /** The earlier revision as the user stated it, such as `origin/main`. */
  readonly since: string;
  /** The commit of the earlier revision, with which the working tree was compared. */
  readonly commit?: string;
  /** The number of matrix cells (group × surface) that were checked. */
  readonly requested: number;
  /** All changes, including those that affect no matrix cell. */
  readonly reasons: readonly ChangeReason[];
  readonly notRequested: readonly {
    readonly group: string;
    readonly operation: string;
    readonly surfaces: readonly SurfaceId[];
  }[];
}

export interface ChangeReason {
  /** What changed: files, or parts of a contract. */
  readonly subjects: readonly string[];
  readonly reason: string;
  /** The surfaces that the change affects. Omitted if it affects every surface. */
  readonly surfaces?: readonly SurfaceId[];
  /** The operations that the change affects. Omitted if it affects every operation; empty if it affects none. */
  readonly operations?: readonly string[];
}

export interface Selection {
  readonly selected: readonly string[];
  readonly leftOut: readonly string[];
}

/** A cell of the matrix: the results of one operation group on one surface and one backend. */
export interface CellEntry {
  readonly kind: 'cell';
  readonly group: string;
  readonly operation: OperationId;
  readonly surface: SurfaceId;
  readonly backend: string;
  readonly verdict: Verdict;
  /**
   * The reason why the matrix cell is not verified, or not completely. A cell with the verdict `fail` has a `reason`
   * only if a part of it could not be verified.
   */
  readonly reason?: string;
  readonly cases: number;
  /** The number of cases that the backend answered with a 2xx status. */
  readonly accepted: number;
  /** The number of cases that were sent and not answered with a 2xx status. */
  readonly rejected: number;
  /** The number of rejected cases in which the contract requires or permits the refusal. Since report version 5. */
  readonly refused?: number;
  readonly inexpressible: number;
  /** For each rule id, the number of times that the rule was verified. */
  readonly verified: Readonly<Record<string, number>>;
  /** For each rule id, the number of times that the rule was broken, whoever must fix it. Since report version 3. */
  readonly broken?: Readonly<Record<string, number>>;
  /** Rules that the cell could not verify, because another failure prevented it each time. Since report version 3. */
  readonly unverified?: readonly string[];
  /** The ids of the unsteady entries that belong to the matrix cell. Since report version 3. */
  readonly unsteady?: readonly string[];
  /** Rules that do not apply to the backend. */
  readonly inapplicable: readonly string[];
  /** The ids of the findings that belong to the matrix cell. */
  readonly findings: readonly string[];
}

export interface FindingEntry {
  readonly kind: 'finding';
  readonly finding: Finding;
  /**
   * `open`: no waiver permits the finding. Before report version 5, `open` was called `regression`. `released`: the
   * released version of the surface also has this fault with the released service. A change of the working tree cannot
   * fix it.
   */
  readonly disposition: 'open' | 'waived' | 'released';
  /**
   * The waiver of a waived finding. It is a member of the entry and not of the finding, because waivers are policy and
   * findings are facts.
   */
  readonly waiver?: WaiverReference;
  /** A command that reproduces the finding. */
  readonly replay?: string;
  /** Pointers into `finding` to the values that were shortened because they were too long. */
  readonly cut?: readonly string[];
}

/**
 * A violation that occurred in the run, but not in every attempt to reproduce it. Since report version 3. It is not a
 * finding, because it affects the exit code only if the run is strict.
 */
export interface UnsteadyEntry {
  readonly kind: 'unsteady';
  readonly finding: Finding;
  /** The number of attempts in which the rule was broken again. */
  readonly shown: number;
  readonly attempts: number;
  readonly cut?: readonly string[];
}

export interface WaiverReference {
  readonly reason: string;
  readonly owner: string;
  /** The last day on which the waiver is valid, as an ISO 8601 date. */
  readonly expires: string;
}

/**
 * Information such as a missing prerequisite, a lint warning or a deviation of the mock. A note affects the verdict
 * only if its `severity` is `error`.
 */
export interface NoteEntry {
  readonly kind: 'note';
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  readonly repair?: string;
  readonly location?: SourceLocation;
  readonly surface?: SurfaceId;
}

/**
 * The parts of one contract that the cases of the run and their replies reached. Does not affect the verdict. Since
 * report version 2.
 */
export interface CoverageEntry extends Omit<Coverage, 'contents'> {
  /** The coverage of the media types of bodies. Since report version 3. */
  readonly contents?: Coverage['contents'];
  readonly kind: 'coverage';
  /** The file of the contract, as the header states it. */
  readonly contract: string;
  /** The parts that each surface reached. Since report version 5. */
  readonly surfaces?: readonly SurfaceCoverage[];
}

interface SurfaceCoverage extends Coverage {
  readonly surface: SurfaceId;
}

/**
 * The results of one shard (a part of a run) before they are grouped into findings, for `parity merge`. Since report
 * version 5. All entries of one contract are in this order: `contract`, each `stage` with its clusters, the attempts.
 */
export interface ShardEntry {
  readonly kind: 'shard';
  readonly part: 'run' | 'contract' | 'stage' | 'cluster' | 'attempt';
  /** The file of the contract, as the header states it. Empty for entries that belong to the whole run. */
  readonly contract: string;
  readonly data: Json;
}

export interface FooterEntry {
  readonly kind: 'footer';
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly exitCode: 0 | 1 | 2 | 130;
  readonly interrupted: boolean;
  readonly cells: number;
  readonly cases: number;
  readonly findings: number;
  readonly durationMs: number;
  /** The number of resets of services, and their total duration in all parallel lanes. Since report version 4. */
  readonly resets?: { readonly count: number; readonly durationMs: number };
  /**
   * The number and the duration of the calls of each matrix cell, in the order of the cells. Since report version 4.
   * They are not in the cells themselves, so that the cells of two reports can be compared.
   */
  readonly times?: readonly CellTime[];
}

/**
 * The number of calls of one matrix cell, and their total duration. Calls run concurrently, so the run may take less
 * time than the sum of all cells.
 */
export interface CellTime {
  readonly surface: SurfaceId;
  readonly backend: string;
  readonly operation: OperationId;
  readonly calls: number;
  readonly durationMs: number;
}

/** The verdict of a run. `interrupted` if the footer states an interruption or is missing. */
export type ReportVerdict = FooterEntry['verdict'] | 'interrupted';

/** A whole report, which is the input of the renderers. */
export interface Report {
  readonly header: HeaderEntry;
  readonly cells: readonly CellEntry[];
  readonly findings: readonly FindingEntry[];
  readonly unsteady?: readonly UnsteadyEntry[];
  readonly notes: readonly NoteEntry[];
  readonly coverage?: readonly CoverageEntry[];
  /** The changes since an earlier report, if the run was compared with one. */
  readonly comparison?: ComparisonEntry;
  /** The recorded runs, if the run was added to a history. */
  readonly history?: HistoryEntry;
  /** The ungrouped results, if this is the report of a shard. */
  readonly shard?: readonly ShardEntry[];
  readonly footer?: FooterEntry;
}
