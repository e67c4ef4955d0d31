import type { OperationId } from '../../../contract/operation.js';
import type { CellEntry } from '../../../reports/report.js';
import type { SurfaceId } from '../../../surfaces/observation.js';
import { dispositions } from './dispositions.js';
import type { Contract } from '../../../contract/contract.js';
import { trialFinding } from './findings.js';
import { type Cluster, type Clusters, cellKey } from '../group/cluster.js';
import type { Found } from '../group/found.js';
import type { Minimised } from '../minimise/minimised.js';
import type { BackendRun } from '../drive/backend-run.js';
import { findingEntries } from './report-entries.js';
import type { Run } from '../options/run.js';
import type { Tallies, Tally } from '../judge/tally.js';
import { runsOn } from '../drive/cases-of-surface.js';
import { concluded } from './verdicts.js';

/** The number of times that a cell is reported during the run, each time after an equal share of its cases. */
const STEPS = 8;

type CellsOf = (surface: SurfaceId, operation: OperationId, tally: Tally) => readonly CellEntry[];

/**
 * Reports provisional results of one contract during the run, so that even a killed run leaves a report. Provisional
 * results are the cells so far, and the differences that are not minimised yet. The final report supersedes them.
 */
export class StreamedResults {
  readonly #reported = new Set<string>();

  constructor(
    private readonly run: Run,
    private readonly contract: Contract,
    private readonly clusters: Clusters,
  ) {}

  /** Returns a callback that reports the cells of one backend run so far. Cases without a result count as not run. */
  ofBackendRun(backendRun: () => BackendRun, cellsOf: CellsOf): (tallies: Tallies) => void {
    const steps = new Map<string, number>();
    let planned: ReadonlyMap<string, number> | undefined;
    return (tallies) => {
      planned ??= plannedCounts(backendRun());
      const clusters = this.clusters.inOrder();
      for (const cluster of clusters) this.#first(cluster);
      for (const [surface, ofSurface] of tallies) {
        for (const [operation, tally] of ofSurface) {
          const count = planned.get(key(surface, operation)) ?? 0;
          if (!isDue(steps, key(surface, operation), tally, count)) continue;
          this.#cells(clusters, cellsOf(surface, operation, { ...tally, missed: count - tally.cases }));
        }
      }
    };
  }

  /** Reports a minimised difference. The new finding supersedes the provisional finding for the same difference. */
  minimised(fault: Minimised): void {
    reportFound(this.run, [trialFinding(this.contract, fault)]);
  }

  #cells(clusters: readonly Cluster[], cells: readonly CellEntry[]): void {
    for (const cell of cells) {
      const here = cellKey(cell.backend, cell.surface, cell.operation);
      this.run.events.entry(
        concluded(
          cell,
          clusters.filter((cluster) => cluster.cells.has(here)).map((cluster) => this.#asFound(cluster)),
        ),
      );
    }
  }

  #first(cluster: Cluster): void {
    // Faults of the mock are not reported provisionally: their note contains a count, so the final note could not
    // supersede it.
    if (this.#reported.has(cluster.key) || cluster.smallest.violation.blame === 'mock') return;
    this.#reported.add(cluster.key);
    reportFound(this.run, [this.#asFound(cluster)]);
  }

  #asFound(cluster: Cluster): Found {
    const { case: shown, violation } = cluster.smallest;
    return trialFinding(this.contract, { cluster, reproduction: { kind: 'not-tried', case: shown, violation } });
  }
}

/** Reports findings, with the waivers that permit them. Stale waivers are reported only at the end of the run. */
export function reportFound({ declared, events, options }: Run, found: readonly Found[]): void {
  const today = new Date().toISOString().slice(0, 10);
  const disposed = dispositions(declared.waivers, [], { today, unknown: () => undefined, verified: () => false });
  const { entries, unsteady, notes } = findingEntries(found, disposed, options);
  for (const entry of [...entries, ...unsteady, ...notes]) events.entry(entry);
}

function isDue(steps: Map<string, number>, cell: string, { cases, missed }: Tally, planned: number): boolean {
  const done = cases + missed;
  const step = done >= planned ? STEPS : Math.floor((STEPS * done) / planned);
  if (step <= (steps.get(cell) ?? 0)) return false;
  steps.set(cell, step);
  return true;
}

function plannedCounts({ options }: BackendRun): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const surface of options.surfaces) {
    for (const planned of options.plan.cases.filter((each) => runsOn(options, surface, each))) {
      const cell = key(surface.id, planned.operation.id);
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
  }
  return counts;
}

function key(surface: SurfaceId, operation: OperationId): string {
  return JSON.stringify([surface, operation]);
}
