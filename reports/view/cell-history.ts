import type { HistoryEntry, RecordedRun, RecordedVerdict } from '../change-entries.js';
import type { HeaderEntry, Report } from '../report.js';
import { waivedCells } from './waived-cell.js';

/** The verdicts of each surface in all recorded runs: one row for each run, the latest first. */
export interface ReleaseHistory {
  readonly surfaces: readonly string[];
  readonly releases: readonly Release[];
}

interface Release {
  /** The version and the commit of the release, for example `1.2.0 (4f1c2ab)`. */
  readonly name: string;
  /** The date of the run, in ISO 8601. */
  readonly date: string;
  readonly verdict: RecordedRun['verdict'];
  /** The verdicts in the order of `surfaces`. `undefined` if the run did not have the surface. */
  readonly verdicts: readonly (RecordedVerdict | undefined)[];
}

/** The verdicts of one matrix cell over the recorded runs, the latest first. */
export interface CellHistory {
  readonly group: string;
  readonly surface: string;
  readonly verdicts: readonly (RecordedVerdict | undefined)[];
}

/**
 * The record of a run for the history. `undefined` for a run of only a part of the configuration, and for a run that
 * did not end.
 */
export function recordOf(report: Report): RecordedRun | undefined {
  const { header, footer, cells, findings } = report;
  if (footer === undefined || footer.interrupted || header.scope !== undefined || cells.length === 0) return undefined;
  const { startedAt, commit, contracts } = header;
  const isWaived = waivedCells(findings);
  const bySurface = new Map<string, Map<string, RecordedVerdict>>();
  for (const cell of cells) {
    const ofSurface = bySurface.get(cell.surface) ?? new Map<string, RecordedVerdict>();
    bySurface.set(cell.surface, ofSurface);
    ofSurface.set(cell.group, worst([ofSurface.get(cell.group), isWaived(cell) ? 'waived' : cell.verdict]));
  }
  return {
    startedAt,
    ...(commit !== undefined && { commit }),
    contracts,
    verdict: footer.verdict,
    cells: Object.fromEntries([...bySurface].map(([surface, verdicts]) => [surface, Object.fromEntries(verdicts)])),
    open: findings.filter(({ disposition }) => disposition === 'open').map(({ finding }) => finding.id),
  };
}

/** For each release in the history, the verdict of each surface. */
export function releaseHistory({ runs }: HistoryEntry): ReleaseHistory {
  const surfaces = [...new Set(runs.flatMap(({ cells }) => Object.keys(cells)))];
  const releases = runs.map(({ startedAt, verdict, cells, ...run }) => ({
    name: releaseName(run),
    date: startedAt.slice(0, 10),
    verdict,
    verdicts: surfaces.map((surface) => {
      const own = cells[surface];
      return own && worst(Object.values(own));
    }),
  }));
  return { surfaces, releases: releases.toReversed() };
}

/** The matrix cells whose verdicts are not the same in all recorded runs, in the order of the latest run. */
export function changedCells(history: HistoryEntry): readonly CellHistory[] {
  return cellHistories(history).filter(
    ({ verdicts }) => new Set(verdicts.filter((verdict) => verdict !== undefined)).size > 1,
  );
}

function cellHistories({ runs }: HistoryEntry): readonly CellHistory[] {
  const latest = runs.toReversed();
  const names = new Map(
    latest.flatMap(({ cells }) =>
      Object.entries(cells).flatMap(([surface, groups]) =>
        Object.keys(groups).map((group) => [JSON.stringify([group, surface]), { group, surface }] as const),
      ),
    ),
  );
  return [...names.values()].map(({ group, surface }) => ({
    group,
    surface,
    verdicts: latest.map(({ cells }) => cells[surface]?.[group]),
  }));
}

function releaseName({ contracts, commit }: Pick<HeaderEntry, 'contracts' | 'commit'>): string {
  const versions = [...new Set(contracts.map(({ version }) => version))].join(', ');
  return commit === undefined ? versions : `${versions} (${commit.slice(0, 7)})`;
}

const WORST_FIRST = ['fail', 'error', 'inconclusive', 'waived', 'pass', 'inapplicable'] as const;

function worst(verdicts: readonly (RecordedVerdict | undefined)[]): RecordedVerdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'inapplicable';
}
