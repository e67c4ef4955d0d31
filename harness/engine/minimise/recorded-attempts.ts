import type { Proof } from '../../../rules/proof.js';
import type { BackendKind } from '../../../rules/rule.js';
import type { Cluster, Clusters } from '../group/cluster.js';
import type { Attempts } from './minimised-faults.js';
import type { Reproduction } from './reproduce.js';

/** An attempt of a shard to reproduce a difference, as JSON. `index` is the number of the case that was tried first. */
export interface AttemptRecord {
  readonly key: string;
  readonly index: number;
  readonly backend: BackendKind;
  readonly reproduction: Reproduction;
  readonly proof?: Proof;
}

/**
 * The maximum number of differences that a shard tries to reproduce although they seem to be consequences of others.
 * With the results of the other shards, one of them may turn out to be a cause.
 */
const MOST_EFFECTS = 60;

/** Makes attempts and records them for the report of a shard. */
export class RecordedAttempts implements Attempts {
  readonly #records = new Map<string, AttemptRecord>();

  constructor(private readonly live: Attempts) {}

  get duration(): Attempts['duration'] {
    return this.live.duration;
  }

  get records(): readonly AttemptRecord[] {
    return [...this.#records.values()];
  }

  readonly reproduced = async (cluster: Cluster, place: number, open?: number): Promise<Reproduction> => {
    const known = this.#records.get(attemptKey(cluster));
    if (known !== undefined) return known.reproduction;
    const { index, backend } = cluster.smallest;
    const reproduction = await this.live.reproduced(cluster, place, open);
    this.#records.set(attemptKey(cluster), { key: cluster.key, index, backend, reproduction });
    return reproduction;
  };

  readonly proof = async (cluster: Cluster, reproduction: Reproduction): Promise<Proof | undefined> => {
    const known = this.#records.get(attemptKey(cluster));
    if (known?.proof !== undefined) return known.proof;
    const proof = await this.live.proof(cluster, reproduction);
    if (known !== undefined && proof !== undefined) this.#records.set(attemptKey(cluster), { ...known, proof });
    return proof;
  };

  /**
   * Also tries to reproduce differences that this shard considers consequences. A difference is skipped if its smallest
   * case also shows its cause. It is then a consequence in every shard.
   */
  async completed(clusters: Clusters): Promise<readonly AttemptRecord[]> {
    const tried = new Set(this.records.map(({ key }) => key));
    const open = clusters.inOrder().filter(({ key, smallest }) => !tried.has(key) && !smallest.accompanied);
    for (const cluster of open.slice(0, MOST_EFFECTS)) await this.proof(cluster, await this.reproduced(cluster, 0));
    return this.records;
  }
}

/**
 * Identifies an attempt by its cluster and case. The case is needed, because a violation may be tried with a second
 * case if its own case does not show it again.
 */
function attemptKey({ key, smallest }: Cluster): string {
  return `${key} ${smallest.index} ${smallest.case.id} ${JSON.stringify(smallest.case.input)}`;
}

/**
 * Returns the attempts that the shards recorded. For each cluster, the attempt that started with the smallest case is
 * used, or else any attempt.
 */
export function replayedAttempts(records: readonly AttemptRecord[]): Attempts {
  const recordOf = ({ key, smallest }: Cluster): AttemptRecord | undefined => {
    const own = records.filter((record) => record.key === key);
    return own.find(({ index, backend }) => index === smallest.index && backend === smallest.backend) ?? own[0];
  };
  return {
    reproduced: async (cluster) => {
      const { case: shown, violation } = cluster.smallest;
      return recordOf(cluster)?.reproduction ?? { kind: 'not-tried', case: shown, violation };
    },
    proof: async (cluster) => recordOf(cluster)?.proof,
  };
}
