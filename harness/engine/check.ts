import { distinct } from '../../contract/cases/interleaved.js';
import type { Contract } from '../../contract/contract.js';
import { formatLocation } from '../../contract/source-location.js';
import type { CellEntry, CoverageEntry, FindingEntry, FooterEntry, HeaderEntry, NoteEntry, Report } from '../../reports/report.js';
import { counted } from '../../reports/words.js';
import type { Finding } from '../../rules/finding.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfaceNames } from '../configuration/surface-configs.js';
import type { ProbeResult } from '../registry/probe-registry.js';
import { registryPhase } from '../registry/registry-phase.js';
import { surfacesOf } from '../surfaces.js';
import { absorbConsequences } from './consequences.js';
import type { CheckEvents, CheckOptions, Phase } from './check-options.js';
import { type ContractResults, checkContract } from './check-contract.js';
import { chosenOperations, readPromised } from './contracts.js';
import { readDeclared } from './declared.js';
import { type Dispositions, dispositions } from './dispositions.js';
import { mergeAlike } from './findings.js';
import { findingEntries, headerEntry } from './report-entries.js';
import { type ContractRun, type Run, has } from './run.js';
import { type StaticResult, errorNote, freshnessPhase, lintPhase } from './static-phases.js';
import { waiverScope } from './waiver-scope.js';

interface RunResults extends ContractResults {
  /** One a contract that was driven. */
  readonly coverages?: readonly CoverageEntry[];
  readonly disposed: Dispositions;
}

/** Runs every phase and answers the whole report; what becomes known on the way goes to `events` too. */
export async function check(loaded: LoadedConfig, options: CheckOptions, events: CheckEvents): Promise<Report> {
  const startedAt = new Date();
  const started = performance.now();
  const surfaces = surfaceNames(loaded, options.surfaces);
  const reading = await readPromised(loaded, options.contracts);
  const declaring = readDeclared(loaded);
  if (reading.kind === 'faults' || declaring.kind === 'faults') {
    const faults = [reading, declaring].flatMap((part) => (part.kind === 'faults' ? part.faults : []));
    const notes = faults.map<NoteEntry>((fault) => ({ kind: 'note', severity: 'error', ...fault }));
    const header = headerEntry(loaded, options, startedAt, [], []);
    events.entry(header);
    return finished(header, { cells: [], findings: [], notes, descriptions: new Map(), disposed: NONE_WAIVED }, options, started, events);
  }
  const { promised } = reading;
  const { declared } = declaring;
  const header = headerEntry(loaded, options, startedAt, [...promised.served, ...promised.unserved], surfaces);
  events.entry(header);
  return finished(
    header,
    await runPhases({ loaded, options, events, promised, declared, deadline: started + (options.budgetMs ?? Infinity) }, startedAt),
    options,
    started,
    events,
  );
}

const NONE_WAIVED: Dispositions = { waiverOf: () => undefined, notes: [] };

async function runPhases(run: Run, startedAt: Date): Promise<RunResults> {
  const { options, promised, declared } = run;
  const all: readonly Contract[] = [...promised.served, ...promised.unserved];
  const chosen = chosenOperations(promised, options.operations);
  const parts: (StaticResult & Partial<ContractResults & ProbeResult>)[] = [];
  if (has(run, 'lint')) parts.push(await told(run, 'lint', counted(all.length, 'contract'), lintPhase(run.loaded, all, options.surfaces)));
  if (has(run, 'registry')) parts.push(await told(run, 'registry', 'tool servers', registryPhase(run)));
  for (const contract of promised.served) {
    const surfaces = surfacesOf(run.loaded, contract.file, options.surfaces);
    const part: ContractRun = { ...run, surfaces };
    if (has(run, 'freshness'))
      parts.push(await told(run, 'freshness', `generated code of ${contract.title}`, freshnessPhase(run.loaded, contract, surfaces)));
    parts.push(await checkContract(part, contract, chosen).catch((error: unknown) => ({ findings: [], notes: [errorNote(error)] })));
    parts.push({ findings: [], notes: unofferedNotes(part, contract) });
  }
  const seen = mergeAlike(parts.flatMap((part) => part.findings));
  const findings = absorbConsequences(seen);
  // Verdicts of cells are taken after absorption, so that each points at the finding that carries its fault.
  const cells = parts.flatMap((part) => part.cells ?? []).map((cell) => withFindings(cell, findings));
  const unserved = promised.unserved.map<NoteEntry>((contract) => ({
    kind: 'note',
    severity: 'info',
    code: 'not-served',
    message: `${contract.title} (${contract.file}) is read and linted; no surface serves it yet.`,
  }));
  // A surface that offers several contracts is named as it is for the first of them.
  const descriptions = new Map(parts.toReversed().flatMap((part) => [...(part.descriptions ?? [])]));
  const notes = [...parts.flatMap((part) => part.notes), ...unserved];
  const operations = all.flatMap((contract) => contract.operations.map(({ id }) => id));
  const servers = (declared.servers ?? []).map(({ name }) => name);
  const probed = parts.flatMap((part) => part.probed ?? []);
  const scope = waiverScope({ loaded: run.loaded, options, startedAt, operations, servers, probed, cells, notes });
  const disposed = dispositions(declared.waivers, seen, scope);
  const coverages = parts.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage]));
  return { cells, findings, notes: [...notes, ...disposed.notes], descriptions, disposed, coverages };
}

/** What the groups bind to a surface that does not say how it offers the contract cannot be verified. */
function unofferedNotes(run: ContractRun, contract: Contract): readonly NoteEntry[] {
  const silent = surfaceNames(run.loaded, run.options.surfaces).filter((name) => !run.surfaces.some(({ id }) => id === name));
  return silent
    .filter((name) => run.loaded.config.groups !== undefined && run.promised.bindings(name, contract).length > 0)
    .map((name) => ({
      kind: 'note',
      severity: 'error',
      code: 'surface-unconfigured',
      message: `${name} is bound to operations of ${contract.file}, and the configuration does not say how it offers them`,
      repair: `Add the contract to \`surfaces.${name}.contracts\`, or exclude them in the parity groups with a reason.`,
      surface: name,
    }));
}

async function told<T>(run: Run, phase: string, detail: string, work: Promise<T>): Promise<T> {
  run.events.phase(phase, detail);
  return work;
}

/** Points a cell at the findings that concern it, and fails it where there are any. */
function withFindings(cell: CellEntry, findings: readonly Finding[]): CellEntry {
  const concerning = findings.filter(
    (finding) =>
      finding.blame !== 'mock' &&
      finding.surfaces.includes(cell.surface) &&
      finding.operations.includes(cell.operation) &&
      // A finding without a backend of its own (freshness, inventory) concerns the cells of all.
      (finding.backends.length === 0 || finding.backends.includes(cell.backend)),
  );
  if (concerning.length === 0) return cell;
  const { reason: _, ...rest } = cell;
  return { ...rest, verdict: 'fail', findings: concerning.map(({ id }) => id) };
}

function finished(header: HeaderEntry, results: RunResults, options: CheckOptions, started: number, events: CheckEvents): Report {
  const { entries, notes } = findingEntries(results.findings, results.disposed, options.reports);
  // What is so on every backend is told once.
  const allNotes = withNothingTested(distinct([...notes, ...results.notes]), results.cells, options).toSorted(byPlace);
  const footer = footerEntry(results.cells, entries, allNotes, options, started);
  const coverage = results.coverages ?? [];
  const report = {
    header: described(header, results.descriptions),
    cells: results.cells,
    findings: entries,
    notes: allNotes,
    coverage,
    footer,
  };
  for (const entry of [...report.cells, ...report.findings, ...report.notes, ...coverage, footer]) events.entry(entry);
  return report;
}

/** The header went out before any surface was started; now they have said their names and versions. */
function described(header: HeaderEntry, descriptions: ContractResults['descriptions']): HeaderEntry {
  return { ...header, surfaces: header.surfaces.map(({ id, description }) => ({ id, description: descriptions.get(id) ?? description })) };
}

function footerEntry(
  cells: readonly CellEntry[],
  findings: readonly FindingEntry[],
  notes: readonly NoteEntry[],
  options: CheckOptions,
  started: number,
): FooterEntry {
  const interrupted = options.signal.aborted;
  const unverified =
    notes.some(({ severity }) => severity === 'error') || cells.some(({ verdict }) => verdict === 'inconclusive' || verdict === 'error');
  const regressions = findings.filter(({ disposition }) => disposition === 'regression').length;
  const verdict = regressions > 0 ? 'fail' : unverified || interrupted ? 'inconclusive' : 'pass';
  return {
    kind: 'footer',
    verdict,
    exitCode: interrupted ? 130 : regressions > 0 ? 1 : verdict === 'pass' ? 0 : 2,
    interrupted,
    cells: cells.length,
    cases: cells.reduce((sum, cell) => sum + cell.cases, 0),
    findings: findings.length,
    durationMs: Math.round(performance.now() - started),
  };
}

/** A run that looked at nothing is no pass; lint, freshness and registry alone make no cells and need none. */
function withNothingTested(notes: readonly NoteEntry[], cells: readonly CellEntry[], options: CheckOptions): readonly NoteEntry[] {
  if (cells.length > 0 || options.phases.every((phase) => WITHOUT_CELLS.includes(phase))) return notes;
  if (options.signal.aborted || notes.some(({ severity }) => severity === 'error')) return notes;
  const message = 'nothing was tested: the contracts that were read have no operation that a surface of this run offers';
  return [...notes, { kind: 'note', severity: 'error', code: 'nothing-tested', message, repair: NOTHING_TESTED_REPAIR }];
}

const NOTHING_TESTED_REPAIR = 'Describe operations under `paths`, let a surface offer them, or ask for less with --surface, --operation and --phase.';

const WITHOUT_CELLS: readonly Phase[] = ['lint', 'freshness', 'registry'];

const SEVERITIES = ['error', 'warning', 'info'];

function byPlace(a: NoteEntry, b: NoteEntry): number {
  // Line 8 stands before line 11.
  const place = ({ location }: NoteEntry): string =>
    location === undefined ? '' : formatLocation(location).replaceAll(/\d+/g, (digits) => digits.padStart(8, '0'));
  const key = (note: NoteEntry): string => `${SEVERITIES.indexOf(note.severity)} ${note.code} ${place(note)} ${note.message}`;
  return key(a) < key(b) ? -1 : 1;
}
