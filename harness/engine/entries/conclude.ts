import { distinct } from '../../../contract/json/interleaved.js';
import { formatLocation } from '../../../contract/json/source-location.js';
import type { CellEntry, CoverageEntry, HeaderEntry, NoteEntry, Report } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import type { SurfaceDescription } from '../../../surfaces/observation.js';
import { type ResetCosts, totalResets } from '../../backends/backend.js';
import type { CallTimes } from '../drive/lane/call-times.js';
import { joinAcrossContracts } from '../group/across-contracts.js';
import { type Found, withoutCells } from '../group/found.js';
import { joinHostedPages } from '../group/hosted-pages.js';
import { joinStaleCode } from '../group/stale-code.js';
import type { CheckOptions, Phase } from '../options/check-options.js';
import { SCRIPTED_PHASES } from '../plan/replies/scripted-plan.js';
import { coverageNotes } from './coverage-notes.js';
import { dispositions } from './dispositions.js';
import { findingEntries } from './report-entries.js';
import { concluded, footerEntry } from './verdicts.js';
import { type KnownWaiver, waiverScope } from './waiver-scope.js';

/** The results of one contract, or of one phase that runs no cases. */
export interface Part {
  readonly name: string;
  /** Findings of rules that do not judge trials, such as lint rules. */
  readonly findings: readonly Finding[];
  readonly notes: readonly NoteEntry[];
  readonly cells?: readonly CellEntry[];
  /** Findings of rules that judge trials. */
  readonly found?: readonly Found[];
  /** What the started surfaces state about themselves, such as name and version. */
  readonly descriptions?: ReadonlyMap<string, SurfaceDescription>;
  /** The number and the duration of the resets of the services. */
  readonly resets?: ResetCosts;
  /** The coverage of the contract: which of its parts were tested. */
  readonly coverage?: CoverageEntry;
}

/** All results of a run, before the verdicts are decided. */
export interface RunResults {
  readonly parts: readonly Part[];
  /** The waivers. Each has facts from the run: whether it can match, and whether the run covered it. */
  readonly facts: readonly KnownWaiver[];
  /** The date on which the run started, in ISO 8601 (UTC). */
  readonly today: string;
}

/** The options of a check that decide how results are reported. */
export interface Reporting extends Pick<
  CheckOptions,
  'phases' | 'strict' | 'minCoverage' | 'reports' | 'replayArguments' | 'shard'
> {
  readonly interrupted: boolean;
  readonly durationMs: number;
  readonly times: CallTimes;
}

/** Makes the report of one run, or one report for all shards of a run. */
export function concludedReport(
  header: HeaderEntry,
  { parts, facts, today }: RunResults,
  reporting: Reporting,
): Report {
  const seen = joinAcrossContracts(parts.map((part) => [...part.findings.map(withoutCells), ...(part.found ?? [])]));
  const found = joinHostedPages(joinStaleCode(seen));
  // Verdicts are decided after all faults are grouped, so that each cell refers to the finding with its fault.
  const cells = parts.flatMap((part) => part.cells ?? []).map((cell) => concluded(cell, found));
  // If a surface offers several contracts, its description is taken from the first of them.
  const descriptions = new Map(parts.toReversed().flatMap((part) => [...(part.descriptions ?? [])]));
  const noted = parts.flatMap((part) => part.notes);
  const disposed = dispositions(
    facts.map(({ waiver }) => waiver),
    seen.map(({ finding }) => finding),
    waiverScope({ today, facts, cells, notes: noted, isPart: reporting.shard !== undefined }),
  );
  const { entries: findings, unsteady, notes } = findingEntries(found, disposed, reporting);
  // Notes that are the same on every backend are reported once.
  const coverage = parts.flatMap((part) => part.coverage ?? []);
  const limits = reporting.shard === undefined ? (reporting.minCoverage ?? []) : [];
  const all = distinct([...notes, ...noted, ...disposed.notes, ...coverageNotes(coverage, limits)]);
  const allNotes = withNothingTested(all, cells, reporting, header).toSorted(byPlace);
  const resets = totalResets(parts.flatMap((part) => part.resets ?? []));
  return {
    header: described(header, descriptions),
    cells,
    findings,
    unsteady,
    notes: allNotes,
    coverage,
    footer: footerEntry({ cells, findings, unsteady }, allNotes, {
      ...reporting,
      resets,
      times: reporting.times.ofCells(cells),
    }),
  };
}

/** Adds names and versions of the surfaces to the header. The header was written before any surface was started. */
function described(header: HeaderEntry, descriptions: NonNullable<Part['descriptions']>): HeaderEntry {
  return {
    ...header,
    surfaces: header.surfaces.map(({ id, description }) => ({ id, description: descriptions.get(id) ?? description })),
  };
}

/**
 * Adds an error if the report has no cells, because a run that tested nothing must not pass. Runs with only the phases
 * lint, freshness or registry need no cells.
 */
function withNothingTested(
  notes: readonly NoteEntry[],
  cells: readonly CellEntry[],
  { phases, interrupted }: Reporting,
  { scope }: HeaderEntry,
): readonly NoteEntry[] {
  if (cells.length > 0 || phases.every((phase) => WITHOUT_CELLS.includes(phase))) return notes;
  if (interrupted || notes.some(({ severity }) => severity === 'error')) return notes;
  if (scope?.changed?.requested === 0) return notes;
  const reason = nothingTested(phases, (scope?.notCalled ?? []).length > 0);
  return [...notes, { kind: 'note', severity: 'error', code: 'nothing-tested', ...reason }];
}

function nothingTested(phases: Reporting['phases'], isUnsafe: boolean): Pick<NoteEntry, 'message' | 'repair'> {
  if (isUnsafe)
    return {
      message: 'nothing was tested: the methods of all selected operations may change data',
      repair: 'Permit these methods, or select operations that only read.',
    };
  const calling = phases.filter((phase) => !WITHOUT_CELLS.includes(phase));
  if (calling.every((phase) => (SCRIPTED_PHASES as readonly string[]).includes(phase)))
    return {
      message: `nothing was tested: the selected phases (${calling.join(', ')}) check only surfaces with a client, and none offers the selected operations`,
      repair: 'Select a surface with a client, such as an SDK or a command line, or other phases.',
    };
  return {
    message: 'nothing was tested: the contracts that were read have no operation that a surface of this run offers',
    repair: NOTHING_TESTED_REPAIR,
  };
}

const NOTHING_TESTED_REPAIR =
  'Describe operations under `paths`, configure a surface that offers them, or select fewer phases with --phase.';

const WITHOUT_CELLS: readonly Phase[] = ['lint', 'freshness', 'registry'];

const SEVERITIES = ['error', 'warning', 'info'];

function byPlace(a: NoteEntry, b: NoteEntry): number {
  // Numbers are padded, so that line 8 is sorted before line 11.
  const place = ({ location }: NoteEntry): string =>
    location === undefined ? '' : formatLocation(location).replaceAll(/\d+/g, (digits) => digits.padStart(8, '0'));
  const key = (note: NoteEntry): string =>
    `${SEVERITIES.indexOf(note.severity)} ${note.code} ${place(note)} ${note.message}`;
  return key(a) < key(b) ? -1 : 1;
}
