import type { Coverage } from '../contract/coverage/contract-coverage.js';
import type { OperationId } from '../contract/operation.js';
import type { SourceLocation } from '../contract/json/source-location.js';
import type { Finding } from '../rules/finding.js';
import type { SurfaceDescription } from '../surfaces/driver.js';
import type { SurfaceId } from '../surfaces/observation.js';

/** The versioned report: a header, entries in the order they became known, a footer. A missing footer is an interrupted run. */
export const REPORT_FORMAT = 'contract-parity-report';
export const REPORT_VERSION = 4;
/** Versions that are read: what was added since is absent there, and what was renamed has its current name. */
export const READ_VERSIONS = [1, 2, 3, 4] as const;

/** Facts only: what a cell showed. Whatever is not `pass` or `fail` says why in `reason`. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'error' | 'inapplicable';

export type ReportEntry = HeaderEntry | CellEntry | FindingEntry | UnsteadyEntry | NoteEntry | CoverageEntry | FooterEntry;

export interface HeaderEntry {
  readonly kind: 'header';
  readonly format: typeof REPORT_FORMAT;
  readonly version: (typeof READ_VERSIONS)[number];
  readonly tool: string;
  /** ISO 8601; the only times of a report are here and in the footer. */
  readonly startedAt: string;
  readonly commit?: string;
  readonly seed: number;
  readonly runs: number;
  readonly phases: readonly string[];
  readonly backends: readonly string[];
  readonly contracts: readonly { readonly file: string; readonly title: string; readonly version: string; readonly digest: string }[];
  readonly surfaces: readonly { readonly id: SurfaceId; readonly description: SurfaceDescription }[];
  /** What the run was narrowed to; absent where it covered the whole configuration. Since version 3. */
  readonly scope?: RunScope;
}

/** Each member that is present narrowed the run: what was selected, and what was thereby left out. */
export interface RunScope {
  /** `index` counts from 1. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly contracts?: Selection;
  readonly surfaces?: Selection;
  readonly operations?: Selection;
  readonly phases?: Selection;
  readonly backends?: Selection;
  /** Wall-clock bound of the run in milliseconds; what it cut off is named by the cells. */
  readonly budgetMs?: number;
}

export interface Selection {
  readonly selected: readonly string[];
  readonly leftOut: readonly string[];
}

/** One group × surface × backend. */
export interface CellEntry {
  readonly kind: 'cell';
  readonly group: string;
  readonly operation: OperationId;
  readonly surface: SurfaceId;
  readonly backend: string;
  readonly verdict: Verdict;
  /** What kept the cell from being verified. A failed cell has a reason as well where more than its findings is in the way. */
  readonly reason?: string;
  readonly cases: number;
  /** Cases that the backend answered with a 2xx. */
  readonly accepted: number;
  readonly rejected: number;
  readonly inexpressible: number;
  /** Rule id → trials in which it was verified. */
  readonly verified: Readonly<Record<string, number>>;
  /** Rule id → trials in which it was broken, whoever is to blame; since version 3. */
  readonly broken?: Readonly<Record<string, number>>;
  /** Rules that could not be observed because of another failure, and were never verified for such cases; since version 3. */
  readonly unverified?: readonly string[];
  /** Ids of the unsteady entries that concern the cell; since version 3. */
  readonly unsteady?: readonly string[];
  /** Rules that cannot hold on this backend. */
  readonly inapplicable: readonly string[];
  /** Ids of the findings that concern the cell. */
  readonly findings: readonly string[];
}

export interface FindingEntry {
  readonly kind: 'finding';
  readonly finding: Finding;
  readonly disposition: 'regression' | 'waived';
  /** Why a waived finding is permitted, by whom and until when; policy, so beside the finding and not in it. */
  readonly waiver?: WaiverReference;
  /** A command that shows it again. */
  readonly replay?: string;
  /** Pointers into `finding` whose values were too long for a report and stand there shortened. */
  readonly cut?: readonly string[];
}

/**
 * A rule that was broken in the run, but not in every attempt to reproduce it; since version 3. Kept apart from findings: it does
 * not decide the exit code unless the run is strict.
 */
export interface UnsteadyEntry {
  readonly kind: 'unsteady';
  readonly finding: Finding;
  /** In how many of the attempts to reproduce it the rule was broken again. */
  readonly shown: number;
  readonly attempts: number;
  readonly cut?: readonly string[];
}

export interface WaiverReference {
  readonly reason: string;
  readonly owner: string;
  /** ISO 8601 date, the last day on which the waiver holds. */
  readonly expires: string;
}

/** Worth telling, decides nothing unless `severity` is `error`: a prerequisite that is missing, a lint warning, a mock's own departure. */
export interface NoteEntry {
  readonly kind: 'note';
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  readonly repair?: string;
  readonly location?: SourceLocation;
  readonly surface?: SurfaceId;
}

/** What of one contract the cases of the run and the replies to them reached; since version 2. Decides nothing. */
export interface CoverageEntry extends Omit<Coverage, 'contents'> {
  /** Media types of bodies; since version 3. */
  readonly contents?: Coverage['contents'];
  readonly kind: 'coverage';
  /** The contract's file, as in the header. */
  readonly contract: string;
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
}

/** The verdict of a whole run; `interrupted` by a footer that says so, or by none at all. */
export type ReportVerdict = FooterEntry['verdict'] | 'interrupted';

/** A whole report as the renderers take it. */
export interface Report {
  readonly header: HeaderEntry;
  readonly cells: readonly CellEntry[];
  readonly findings: readonly FindingEntry[];
  readonly unsteady?: readonly UnsteadyEntry[];
  readonly notes: readonly NoteEntry[];
  readonly coverage?: readonly CoverageEntry[];
  readonly footer?: FooterEntry;
}
