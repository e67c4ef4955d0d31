import { distinct } from '../../contract/json/interleaved.js';
import type { OperationId } from '../../contract/operation.js';
import type { Contract } from '../../contract/contract.js';
import { formatLocation } from '../../contract/json/source-location.js';
import type { CellEntry, CoverageEntry, HeaderEntry, NoteEntry, Report } from '../../reports/report.js';
import { counted } from '../../reports/text/amounts.js';
import type { Finding } from '../../rules/finding.js';
import { type ResetCosts, totalResets } from '../backends/backend.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfaceNames } from '../configuration/surface-configs.js';
import type { ProbeResult } from '../registry/probe-registry.js';
import { registryPhase } from '../registry/registry-phase.js';
import { surfacesOf } from '../bindings/surfaces.js';
import type { CheckEvents, CheckOptions, Phase } from './options/check-options.js';
import { type ContractResults, checkContract } from './check-contract.js';
import { chosenOperations, readPromised, unsafeOperations } from './plan/contracts.js';
import { readDeclared } from './options/declared.js';
import { type Dispositions, dispositions } from './entries/dispositions.js';
import { joinAcrossContracts } from './group/across-contracts.js';
import type { Found } from './group/found.js';
import { joinStaleCode } from './group/stale-code.js';
import { findingEntries, headerEntry } from './entries/report-entries.js';
import { type ContractRun, type Run, has } from './options/run.js';
import { scopeOf } from './entries/scope.js';
import { type StaticResult, errorNote, freshnessPhase, lintPhase } from './phases/static-phases.js';
import { concluded, footerEntry } from './entries/verdicts.js';
import { stopAt, untilStopped } from './drive/stopping.js';
import { reportFound } from './entries/streamed.js';
import { waiverScope } from './entries/waiver-scope.js';

interface RunResults {
  readonly cells: readonly CellEntry[];
  readonly found: readonly Found[];
  readonly notes: readonly NoteEntry[];
  readonly descriptions: ContractResults['descriptions'];
  /** One for each contract that was driven. */
  readonly coverages: readonly CoverageEntry[];
  readonly disposed: Dispositions;
  readonly resets?: ResetCosts;
}

/**
 * Runs every phase and returns the whole report. Provisional entries go to `events` during the run; the report
 * supersedes them.
 */
export async function check(loaded: LoadedConfig, options: CheckOptions, events: CheckEvents): Promise<Report> {
  const startedAt = new Date();
  const started = options.startedMs ?? performance.now();
  const deadline = started + (options.budgetMs ?? Infinity);
  const surfaces = surfaceNames(loaded, options.surfaces);
  const reading = await readPromised(loaded, options.contracts);
  const declaring = readDeclared(loaded);
  const took = (): number => performance.now() - started;
  if (reading.kind === 'faults' || declaring.kind === 'faults') {
    const faults = [reading, declaring].flatMap((part) => (part.kind === 'faults' ? part.faults : []));
    const notes = faults.map<NoteEntry>((fault) => ({ kind: 'note', severity: 'error', ...fault }));
    const header = headerEntry(loaded, options, startedAt, [], [], scopeOf(loaded, options, undefined));
    events.entry(header);
    return finished(header, { ...NOTHING, notes }, options, took);
  }
  const { promised } = reading;
  const { declared } = declaring;
  const contracts = [...promised.served, ...promised.unserved];
  const requested = await options.requested?.(promised);
  const scope = scopeOf(loaded, options, promised, requested);
  const header = headerEntry(loaded, options, startedAt, contracts, surfaces, scope);
  events.entry(header);
  const stop = stopAt(options.signal, deadline);
  try {
    const run: Run = {
      loaded,
      options: { ...options, signal: stop.signal },
      events,
      promised,
      declared,
      ...(requested && { requested }),
      deadline,
    };
    return finished(header, await runPhases(run, header), options, took);
  } finally {
    stop.end();
  }
}

const NOTHING: RunResults = {
  cells: [],
  found: [],
  notes: [],
  descriptions: new Map(),
  coverages: [],
  disposed: { waiverOf: () => undefined, notes: [] },
};

type Part = StaticResult & Partial<ContractResults & ProbeResult>;

async function runPhases(run: Run, { startedAt, scope: covered }: HeaderEntry): Promise<RunResults> {
  const { options, promised, declared } = run;
  const all: readonly Contract[] = [...promised.served, ...promised.unserved];
  const parts = await phaseResults(run, all);
  const seen = joinAcrossContracts(
    parts.flatMap((part) => [...part.findings.map(withoutCells), ...(part.found ?? [])]),
  );
  const found = joinStaleCode(seen);
  // Verdicts of cells are decided after all faults are grouped, so that each cell refers to the finding that contains
  // its fault.
  const cells = parts.flatMap((part) => part.cells ?? []).map((cell) => concluded(cell, found));
  // A surface that offers several contracts gets its description from the first of them.
  const descriptions = new Map(parts.toReversed().flatMap((part) => [...(part.descriptions ?? [])]));
  const notes = [...parts.flatMap((part) => part.notes), ...unservedNotes(promised.unserved)];
  const operations = all.flatMap((contract) => contract.operations.map(({ id }) => id));
  const servers = (declared.servers ?? []).map(({ name }) => name);
  const probed = parts.flatMap((part) => part.probed ?? []);
  const scope = waiverScope({
    loaded: run.loaded,
    options,
    isNarrowed: (covered?.changed?.notRequested ?? []).length > 0,
    startedAt: new Date(startedAt),
    operations,
    servers,
    probed,
    cells,
    notes,
  });
  const disposed = dispositions(
    declared.waivers,
    seen.map(({ finding }) => finding),
    scope,
  );
  const coverages = parts.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage]));
  const resets = totalResets(parts.flatMap((part) => part.resets ?? []));
  return { cells, found, notes: [...notes, ...disposed.notes], descriptions, disposed, coverages, resets };
}

function withoutCells(finding: Finding): Found {
  return { finding, cells: new Set() };
}

async function phaseResults(run: Run, all: readonly Contract[]): Promise<readonly Part[]> {
  const { options, promised } = run;
  const named = chosenOperations(promised, options);
  const unsafe = run.loaded.safe === true ? unsafeOperations(promised) : NONE;
  const chosen = (surface: string, id: OperationId): boolean =>
    named(id) && !unsafe.has(id) && (run.requested?.has(surface, id) ?? true);
  const parts: Part[] = [];
  if (has(run, 'lint'))
    parts.push(
      await announced(run, 'lint', counted(all.length, 'contract'), () => lintPhase(run.loaded, all, options.surfaces)),
    );
  if (has(run, 'registry')) parts.push(await announced(run, 'registry', 'tool servers', () => registryPhase(run)));
  for (const contract of promised.served) {
    const surfaces = await surfacesOf(run.loaded, contract.file, options.surfaces);
    // A surface without a requested operation is not started.
    const driven =
      run.requested === undefined
        ? surfaces
        : surfaces.filter(({ id }) => contract.operations.some((operation) => chosen(id, operation.id)));
    const part: ContractRun = { ...run, surfaces: driven };
    if (has(run, 'freshness'))
      parts.push(
        await announced(run, 'freshness', `generated code of ${contract.title}`, () =>
          freshnessPhase(run.loaded, contract, surfaces),
        ),
      );
    parts.push(
      await checkContract(part, contract, chosen).catch((error: unknown) => ({
        findings: [],
        notes: [errorNote(error)],
      })),
    );
    parts.push({ findings: [], notes: unofferedNotes({ ...run, surfaces }, contract) });
  }
  return parts;
}

const NONE: ReadonlySet<OperationId> = new Set();

function unservedNotes(unserved: readonly Contract[]): readonly NoteEntry[] {
  return unserved.map((contract) => ({
    kind: 'note',
    severity: 'info',
    code: 'not-served',
    message: `${contract.title} (${contract.file}) is read and linted; no surface serves it yet.`,
  }));
}

/**
 * Notes for operations that the parity groups bind to a surface which is not configured for the contract: they cannot
 * be verified.
 */
function unofferedNotes(run: ContractRun, contract: Contract): readonly NoteEntry[] {
  const unconfigured = surfaceNames(run.loaded, run.options.surfaces).filter(
    (name) => !run.surfaces.some(({ id }) => id === name),
  );
  return unconfigured
    .filter((name) => run.loaded.config.groups !== undefined && run.promised.bindings(name, contract).length > 0)
    .map((name) => ({
      kind: 'note',
      severity: 'error',
      code: 'surface-unconfigured',
      message: `${name} is bound to operations of ${contract.file}, but the configuration does not define how it offers them`,
      repair: `Add the contract to \`surfaces.${name}.contracts\`, or exclude the operations in the parity groups with a reason.`,
      surface: name,
    }));
}

/** Runs a phase. If the run stops before the phase ends, the result is a note that the phase was not finished. */
async function announced<T extends StaticResult>(
  run: Run,
  phase: string,
  detail: string,
  work: () => Promise<T>,
): Promise<T | StaticResult> {
  run.events.phase(phase, detail);
  const { signal } = run.options;
  const result = await untilStopped(signal, work).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    const { message, ...note } = errorNote(error);
    return { findings: [], notes: [{ ...note, message: `the phase ${phase} was not finished: ${message}` }] };
  });
  for (const note of result.notes) run.events.entry(note);
  reportFound(run, result.findings.map(withoutCells));
  return result;
}

function finished(header: HeaderEntry, results: RunResults, options: CheckOptions, took: () => number): Report {
  const { cells, found, coverages: coverage } = results;
  const { entries: findings, unsteady, notes } = findingEntries(found, results.disposed, options);
  // Notes that are the same on every backend are reported once.
  const allNotes = withNothingTested(distinct([...notes, ...results.notes]), cells, options, header).toSorted(byPlace);
  const { resets } = results;
  const footer = footerEntry({ cells, findings, unsteady }, allNotes, options, { durationMs: took(), resets });
  return {
    header: described(header, results.descriptions),
    cells,
    findings,
    unsteady,
    notes: allNotes,
    coverage,
    footer,
  };
}

/** Adds the names and versions of the surfaces: the header was written before any surface was started. */
function described(header: HeaderEntry, descriptions: ContractResults['descriptions']): HeaderEntry {
  return {
    ...header,
    surfaces: header.surfaces.map(({ id, description }) => ({ id, description: descriptions.get(id) ?? description })),
  };
}

/**
 * Adds an error if there are no cells, as a run without tests must not pass. Lint, freshness and registry need no
 * cells.
 */
function withNothingTested(
  notes: readonly NoteEntry[],
  cells: readonly CellEntry[],
  options: CheckOptions,
  { scope }: HeaderEntry,
): readonly NoteEntry[] {
  if (cells.length > 0 || options.phases.every((phase) => WITHOUT_CELLS.includes(phase))) return notes;
  if (options.signal.aborted || notes.some(({ severity }) => severity === 'error')) return notes;
  if (scope?.changed?.requested === 0) return notes;
  const isUnsafe = (scope?.notCalled ?? []).length > 0;
  const message = isUnsafe
    ? 'nothing was tested: the methods of all selected operations may change data'
    : 'nothing was tested: the contracts that were read have no operation that a surface of this run offers';
  const repair = isUnsafe ? 'Permit these methods, or select operations that only read.' : NOTHING_TESTED_REPAIR;
  return [...notes, { kind: 'note', severity: 'error', code: 'nothing-tested', message, repair }];
}

const NOTHING_TESTED_REPAIR =
  'Describe operations under `paths`, configure a surface that offers them, or select fewer phases with --phase.';

const WITHOUT_CELLS: readonly Phase[] = ['lint', 'freshness', 'registry'];

const SEVERITIES = ['error', 'warning', 'info'];

function byPlace(a: NoteEntry, b: NoteEntry): number {
  // Padded, so that line 8 is sorted before line 11.
  const place = ({ location }: NoteEntry): string =>
    location === undefined ? '' : formatLocation(location).replaceAll(/\d+/g, (digits) => digits.padStart(8, '0'));
  const key = (note: NoteEntry): string =>
    `${SEVERITIES.indexOf(note.severity)} ${note.code} ${place(note)} ${note.message}`;
  return key(a) < key(b) ? -1 : 1;
}
