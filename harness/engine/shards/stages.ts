import type { OperationId } from '../../../contract/operation.js';
import type { BackendKind } from '../../../rules/rule.js';
import type { SurfaceId } from '../../../surfaces/observation.js';
import { type Cluster, Clusters } from '../group/cluster.js';
import { Tolerated } from '../group/tolerated.js';
import { newTally, type Tally } from '../judge/tally.js';

/**
 * The stages of a backend run, in the order in which they run. In the stage `tried`, the smallest case of each
 * difference runs on further surfaces.
 */
export type StageKind = 'cases' | 'tried' | 'sequences';

/** The results of one stage of a backend run. */
export class Stage {
  readonly clusters: Clusters;
  readonly tolerated = new Tolerated();
  readonly tallies = new Map<SurfaceId, Map<OperationId, Tally>>();

  constructor(
    surfaces: readonly SurfaceId[],
    readonly backend: BackendKind,
    readonly kind: StageKind,
    /**
     * Only in the stage `tried`: the key of the difference whose smallest case is tried, and the number of this case.
     */
    readonly of?: { readonly key: string; readonly index: number },
  ) {
    this.clusters = new Clusters(surfaces);
  }

  tally(surface: SurfaceId, operation: OperationId): Tally {
    const ofSurface = this.tallies.get(surface) ?? new Map<OperationId, Tally>();
    this.tallies.set(surface, ofSurface);
    const tally = ofSurface.get(operation) ?? newTally();
    ofSurface.set(operation, tally);
    return tally;
  }
}

/**
 * The results of a shard, separately for each stage. A merge processes the stages in the order of a run without shards:
 * only all shards together decide which differences are tried on further surfaces.
 */
export class Stages {
  readonly all: Stage[] = [];

  /** `surfaces`: the surfaces in the order of the run. */
  constructor(private readonly surfaces: readonly SurfaceId[]) {}

  /** Starts the next stage. Later results are added to this stage. */
  start(backend: BackendKind, kind: StageKind, of?: Stage['of']): void {
    this.all.push(new Stage(this.surfaces, backend, kind, of));
  }

  get current(): Stage | undefined {
    return this.all.at(-1);
  }
}

/** The maximum number of differences whose smallest case is tried on further surfaces. */
const MOST_TRIED = 40;
/**
 * The maximum number of differences that one shard tries on further surfaces. It is larger than `MOST_TRIED`, because
 * only a merge determines which differences are among the first of all shards.
 */
const MOST_TRIED_IN_SHARD = 120;

/**
 * The differences whose smallest case is tried on further surfaces. They are selected after all cases of a backend have
 * run.
 */
export function differencesToTry(clusters: Clusters, backend: BackendKind, isShard: boolean): readonly Cluster[] {
  const found = clusters.inOrder().filter(({ smallest }) => smallest.backend === backend);
  return found.slice(0, isShard ? MOST_TRIED_IN_SHARD : MOST_TRIED);
}
