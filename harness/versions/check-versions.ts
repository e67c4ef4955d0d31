import type { Contract } from '../../contract/contract.js';
import { ParityError } from '../../contract/parity-error.js';
import type { NoteEntry, Report, VersionsEntry } from '../../reports/report.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { check } from '../engine/check.js';
import type { CheckEvents, CheckOptions } from '../engine/options/check-options.js';
import { readDeclared } from '../engine/options/declared.js';
import { readPromised } from '../engine/plan/contracts.js';
import { mergedReport, versionedEntry } from './merged-report.js';
import { type Quadrant, type Version, quadrant, quadrantConfig, quadrantOptions } from './quadrant.js';
import { type Released, openReleased } from './released.js';
import type { NamedRevision } from './revision-folder.js';

/**
 * The released git revision for the surfaces, and the released git revision for the service. Each is combined with the
 * working tree.
 */
export interface VersionChoice {
  readonly surfacesFrom?: string;
  readonly serviceFrom?: string;
}

/**
 * Checks the working tree, and then combinations with a released version: the surfaces of one version with the service
 * of the other version. If both options are given, the released surfaces are also checked with the released service.
 * Returns one report.
 */
export async function checkVersions(
  current: LoadedConfig,
  options: CheckOptions,
  events: CheckEvents,
  choice: VersionChoice,
): Promise<Report> {
  const named = namedBy(choice);
  events.phase('versions', `the files of ${named.ref}`);
  const released = await openReleased(current, named, options.signal);
  try {
    return await checkWith(current, released, options, events, choice);
  } finally {
    await released.remove();
  }
}

/**
 * The released revision. If both options are given, they must name the same revision: with three versions, it would be
 * unclear which version causes a difference.
 */
function namedBy({ surfacesFrom, serviceFrom }: VersionChoice): NamedRevision {
  const ref = surfacesFrom ?? serviceFrom;
  const option = surfacesFrom === undefined ? '--service-from' : '--surfaces-from';
  if (ref !== undefined && (serviceFrom ?? ref) === ref) return { ref, option };
  throw new ParityError(
    'options-conflict',
    '`--surfaces-from` and `--service-from` name different revisions',
    'Name the same revision with both options, or run the check once for each option.',
  );
}

async function checkWith(
  current: LoadedConfig,
  released: Released,
  options: CheckOptions,
  events: CheckEvents,
  choice: VersionChoice,
): Promise<Report> {
  const started = options.startedMs ?? performance.now();
  const suffix = `@${released.ref}`;
  const own = await versionOf(current, 'the working tree', '');
  const old = await versionOf(withToken(released.loaded, current), released.ref, suffix);
  const versions = versionsEntry(released, old, choice);
  const home = await check(current, options, {
    ...events,
    entry: (entry) => events.entry(entry.kind === 'header' ? { ...entry, versions } : entry),
  });
  const quadrants = [
    ...(choice.surfacesFrom === undefined ? [] : [quadrant(old, own)]),
    ...(choice.serviceFrom === undefined ? [] : [quadrant(own, old)]),
    ...(choice.surfacesFrom === undefined || choice.serviceFrom === undefined ? [] : [quadrant(old, old)]),
  ];
  const parts: { readonly quadrant: Quadrant; readonly reports: readonly Report[] }[] = [];
  for (const each of quadrants) parts.push({ quadrant: each, reports: await quadrantReports(each, options, events) });
  const notes = released.borrowsConfig ? [borrowed(released.ref)] : [];
  const declaring = await readDeclared(current);
  const waivers = declaring.kind === 'declared' ? declaring.declared.waivers : [];
  return mergedReport({ ...home, header: { ...home.header, versions } }, parts, {
    loaded: current,
    options,
    notes,
    waivers,
    took: () => performance.now() - started,
  });
}

async function quadrantReports(each: Quadrant, options: CheckOptions, events: CheckEvents): Promise<readonly Report[]> {
  const reports: Report[] = [];
  for (const pair of each.pairs) {
    const chosen = quadrantOptions(each, pair, options);
    if (chosen === undefined || options.signal.aborted) continue;
    events.phase('versions', `surfaces of ${each.surfaces.name}, service of ${each.service.name}`);
    const report = await check(quadrantConfig(each, pair), chosen, {
      ...events,
      entry: (entry) => {
        // Only cells, findings and unsteady results of the combination are passed on. The header, the footer and the
        // coverage come from the check of the working tree.
        if (entry.kind === 'cell' || entry.kind === 'finding' || entry.kind === 'unsteady')
          events.entry(versionedEntry(entry, each));
      },
    });
    reports.push(report);
  }
  return reports;
}

async function versionOf(loaded: LoadedConfig, name: string, suffix: string): Promise<Version> {
  if (loaded.contracts.every(({ served, service }) => !served || service === undefined))
    throw new ParityError(
      'versions-service-missing',
      `the configuration of ${name} has no service`,
      'Configure `service`: two versions are compared with the real services, not with the mock.',
    );
  const reading = await readPromised(loaded);
  if (reading.kind === 'promised') return { name, suffix, loaded, contracts: reading.promised.served };
  const [fault] = reading.faults;
  // The contract of the working tree may have faults too. The check of the working tree has already reported them.
  if (suffix === '') return { name, suffix, loaded, contracts: [] };
  throw new ParityError(
    'version-contract-faulty',
    `the contract of ${name} cannot be read: ${fault?.message ?? ''}`,
    'Name a revision whose contract is valid.',
  );
}

/** The configuration of the released version. If it states no token, it gets the token of the run. */
function withToken(released: LoadedConfig, { token }: LoadedConfig): LoadedConfig {
  return released.config.token === undefined ? { ...released, token } : released;
}

function versionsEntry(
  { ref, commit }: Released,
  { contracts }: Version,
  { surfacesFrom, serviceFrom }: VersionChoice,
): VersionsEntry {
  return {
    released: ref,
    commit,
    contracts: contracts.map(({ file, title, version, digest }: Contract) => ({ file, title, version, digest })),
    combined: [
      ...(surfacesFrom === undefined ? [] : (['released surfaces with the new service'] as const)),
      ...(serviceFrom === undefined ? [] : (['new surfaces with the released service'] as const)),
      ...(surfacesFrom === undefined || serviceFrom === undefined ? [] : (['the released pair'] as const)),
    ],
  };
}

function borrowed(ref: string): NoteEntry {
  return {
    kind: 'note',
    severity: 'info',
    code: 'version-config-borrowed',
    message: `${ref} has no configuration. The configuration of the working tree was used with the files of ${ref}.`,
  };
}
