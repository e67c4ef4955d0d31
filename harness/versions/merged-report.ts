import type { Waiver } from '../../contract/manifests/waiver.js';
import { distinct } from '../../contract/json/interleaved.js';
import type { CellEntry, CellTime, FindingEntry, NoteEntry, Report, UnsteadyEntry } from '../../reports/report.js';
import type { Finding } from '../../rules/finding.js';
import { totalResets } from '../backends/backend.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { dispositions } from '../engine/entries/dispositions.js';
import { footerEntry } from '../engine/entries/verdicts.js';
import type { CheckOptions } from '../engine/options/check-options.js';
import { type Quadrant, isChosen, operationsOf } from './quadrant.js';
import { recheckCommand } from './recheck-command.js';

export interface QuadrantResult {
  readonly quadrant: Quadrant;
  /** The reports of one combination of versions, one report for each contract. */
  readonly reports: readonly Report[];
}

interface Context {
  readonly loaded: LoadedConfig;
  readonly options: CheckOptions;
  readonly notes: readonly NoteEntry[];
  /** Returns the duration of the run so far, in milliseconds. */
  readonly took: () => number;
  /** The waivers of the working tree. */
  readonly waivers: readonly Waiver[];
}

/**
 * Adds the version of the service to the backend name of a report entry. The names of surfaces already contain their
 * version.
 */
export function versionedEntry<T extends CellEntry | FindingEntry | UnsteadyEntry>(entry: T, { service }: Quadrant): T {
  if (service.suffix === '') return entry;
  if (entry.kind === 'cell') return { ...entry, backend: `${entry.backend}${service.suffix}` };
  const backends = entry.finding.backends.map((backend) => `${backend}${service.suffix}`);
  return { ...entry, finding: { ...entry.finding, backends } };
}

/** Combines the report of the working tree and the reports of all combinations of versions into one report. */
export function mergedReport(home: Report, parts: readonly QuadrantResult[], context: Context): Report {
  const reports = parts.flatMap(({ reports: those }) => those);
  const cells = [...home.cells, ...parts.flatMap(cellsOf), ...parts.flatMap((part) => missingOperations(home, part))];
  const findings = mergedFindings(home, parts, context);
  const unsteady = [
    ...(home.unsteady ?? []),
    ...parts.flatMap(({ quadrant, reports: those }) =>
      those.flatMap((report) => (report.unsteady ?? []).map((entry) => versionedEntry(entry, quadrant))),
    ),
  ];
  const notes = [...home.notes, ...context.notes, ...parts.flatMap((part) => notesOf(part, context.options))];
  const all = [home, ...reports];
  const resets = totalResets(all.flatMap(({ footer }) => footer?.resets ?? []));
  return {
    ...home,
    header: {
      ...home.header,
      surfaces: [...home.header.surfaces, ...newSurfaces(home, reports)],
      backends: distinct([...home.header.backends, ...cells.map(({ backend }) => backend)]),
    },
    cells,
    findings,
    unsteady,
    notes,
    footer: footerEntry({ cells, findings, unsteady }, notes, {
      ...context.options,
      interrupted: context.options.signal.aborted,
      durationMs: context.took(),
      resets,
      times: [...(home.footer?.times ?? []), ...parts.flatMap(timesOf)],
    }),
  };
}

function cellsOf({ quadrant, reports }: QuadrantResult): readonly CellEntry[] {
  return reports.flatMap(({ cells }) => cells.map((cell) => versionedEntry(cell, quadrant)));
}

function timesOf({ quadrant, reports }: QuadrantResult): readonly CellTime[] {
  const { suffix } = quadrant.service;
  const times = reports.flatMap(({ footer }) => footer?.times ?? []);
  return times.map((time) => ({ ...time, backend: `${time.backend}${suffix}` }));
}

function newSurfaces(home: Report, reports: readonly Report[]): Report['header']['surfaces'] {
  const known = new Set(home.header.surfaces.map(({ id }) => id));
  return reports.flatMap(({ header }) => header.surfaces.filter(({ id }) => !known.has(id) && known.add(id)));
}

/**
 * Cells with the verdict `inapplicable`, for operations that only one of the versions has. Without them, the table of
 * the report would have gaps.
 */
function missingOperations(home: Report, { quadrant }: QuadrantResult): readonly CellEntry[] {
  const { surfaces, service } = quadrant;
  if ((surfaces.suffix === '') === (service.suffix === '')) return [];
  const missing = new Set<string>(
    surfaces.suffix === '' ? operationsOf(quadrant).unserved : operationsOf(reversed(quadrant)).unserved,
  );
  const released = surfaces.suffix === '' ? service : surfaces;
  return home.cells
    .filter(({ backend, operation }) => backend === 'reference' && missing.has(operation))
    .filter(({ surface }) => surfaces.suffix === '' || Object.hasOwn(surfaces.loaded.config.surfaces, surface))
    .map((cell) => ({
      kind: 'cell',
      group: cell.group,
      operation: cell.operation,
      surface: `${cell.surface}${surfaces.suffix}`,
      backend: `${cell.backend}${service.suffix}`,
      verdict: 'inapplicable',
      reason: `${released.name} does not have the operation`,
      cases: 0,
      accepted: 0,
      rejected: 0,
      inexpressible: 0,
      verified: {},
      inapplicable: [],
      findings: [],
    }));
}

function reversed({ surfaces, service, pairs }: Quadrant): Quadrant {
  return {
    surfaces: service,
    service: surfaces,
    pairs: pairs.map(({ own, other }) => ({ own: other, other: own })),
  };
}

/**
 * Combines equal findings of several combinations of versions. If the released surfaces also have a finding with the
 * released service, this finding does not fail the run.
 */
function mergedFindings(
  home: Report,
  parts: readonly QuadrantResult[],
  { loaded, options, waivers }: Context,
): readonly FindingEntry[] {
  const merged = new Map(home.findings.map((entry) => [entry.finding.id, entry] as const));
  const isHome = new Set(merged.keys());
  const seen = parts.flatMap(({ quadrant, reports }) =>
    reports.flatMap(({ findings }) =>
      findings.map((entry) => ({ quadrant, finding: versionedEntry(entry, quadrant).finding })),
    ),
  );
  const released = new Set(seen.filter(({ quadrant }) => isReleasedPair(quadrant)).map(({ finding }) => finding.id));
  const today = home.header.startedAt.slice(0, 10);
  const { waiverOf } = dispositions(waivers, [], { today, unknown: () => undefined, verified: () => false });
  for (const { finding } of seen) {
    const known = merged.get(finding.id);
    const joined = known === undefined ? finding : withOther(known.finding, finding);
    const waiver = waiverOf(joined);
    const disposition = released.has(finding.id) ? 'released' : waiver === undefined ? 'open' : 'waived';
    const { reason = '', owner = '', expires = '' } = waiver ?? {};
    const entry: FindingEntry = {
      kind: 'finding',
      finding: joined,
      disposition,
      ...(disposition === 'waived' && { waiver: { reason, owner, expires } }),
      replay: recheckCommand(joined, loaded, options),
    };
    merged.set(finding.id, isHome.has(finding.id) && known !== undefined ? { ...known, finding: joined } : entry);
  }
  return [...merged.values()];
}

function isReleasedPair({ surfaces, service }: Quadrant): boolean {
  return surfaces.suffix !== '' && service.suffix !== '';
}

/** Adds to a finding the surfaces and backends of the same finding in a different combination of versions. */
function withOther(first: Finding, other: Finding): Finding {
  const [surface] = other.surfaces;
  const { rule, operations, pointer, message } = other;
  const [operation] = operations;
  const evidence = {
    rule,
    surface: surface ?? '',
    ...(operation !== undefined && { operation }),
    pointer,
    message: `With ${other.backends.join(', ')}: ${message}`,
  };
  return {
    ...first,
    operations: distinct([...first.operations, ...operations]),
    backends: distinct([...first.backends, ...other.backends]),
    occurrences: first.occurrences + other.occurrences,
    evidence: [...first.evidence, ...(surface === undefined ? [] : [evidence])],
  };
}

function notesOf({ quadrant, reports }: QuadrantResult, { signal, operations }: CheckOptions): readonly NoteEntry[] {
  const { surfaces, service, pairs } = quadrant;
  const pair = `surfaces of ${surfaces.name} with the service of ${service.name}`;
  const own = reports.flatMap(({ notes }) =>
    notes
      .filter(({ severity, code }) => severity === 'error' && code !== 'nothing-tested')
      .map((note) => ({ ...note, message: `${pair}: ${note.message}` })),
  );
  const hasCells = reports.some(({ cells }) => cells.length > 0);
  if (hasCells || signal.aborted) return own;
  const isNarrowed = operations.length > 0 && pairs.every((each) => !isSelected(each, operations));
  const note = {
    kind: 'note',
    severity: isNarrowed ? 'info' : 'error',
    code: 'versions-nothing-tested',
    message: `${pair}: nothing was tested, because these versions have no selected operation in common`,
    repair: 'Select operations and surfaces that both versions have.',
  } as const;
  return [...own, note];
}

function isSelected({ own }: Quadrant['pairs'][number], operations: readonly string[]): boolean {
  return own.operations.some(({ id }) => isChosen({ operations }, id));
}
