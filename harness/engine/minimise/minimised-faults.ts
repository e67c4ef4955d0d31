import type { Proof } from '../../../rules/proof.js';
import { type Cluster, type Clusters, joinCluster, ownerOf } from '../group/cluster.js';
import { groupedClusters } from '../group/steps/pipeline.js';
import type { Minimised } from './minimised.js';
import type { Reproduction } from './reproduce.js';
import { joinSessionState } from './session-state.js';
import { isSlow } from './shrink.js';
import { joinTextCauses } from './text-causes.js';

/** Attempts to reproduce faults. A run makes calls for them; a merge takes them from the records of shards. */
export interface Attempts {
  /**
   * Shrinks and reproduces the smallest case of a cluster. `index` is the position of the fault. Later faults get fewer
   * calls. `open` is the number of faults that are not tried yet, with this one: they share the remaining time.
   */
  readonly reproduced: (cluster: Cluster, index: number, open?: number) => Promise<Reproduction>;
  readonly proof: (cluster: Cluster, reproduction: Reproduction) => Promise<Proof | undefined>;
  /** Set in a run with a time budget. Estimates how long the calls of a fault take: slow faults are tried last. */
  readonly duration?: ((cluster: Cluster) => number) | undefined;
}

/** The maximum number of proofs of slow faults. A call of a slow fault lasts until the timeout. */
const MAX_SLOW_PROOFS = 4;

/** Groups the violations into faults. Returns each fault with a case that reproduces it. */
export async function minimisedFaults(
  clusters: Clusters,
  attempts: Attempts,
  isReset: (cluster: Cluster) => boolean,
  minimised?: (fault: Minimised) => void,
): Promise<readonly Minimised[]> {
  const found = new Map<number, Minimised>();
  let slow = 0;
  const all = [...groupedClusters(clusters).entries()];
  for (const [tried, [index, grouped]] of slowLast(all, attempts.duration).entries()) {
    const open = all.length - tried;
    const own = await attempts.reproduced(grouped, index, open);
    const { cluster, reproduction } = (own.kind === 'unsteady' &&
      (await steadyMember(grouped, index, attempts, open))) || {
      cluster: grouped,
      reproduction: own,
    };
    const isOneSlowMore = isSlow(cluster.smallest.violation.kind) && (slow += 1) > MAX_SLOW_PROOFS;
    const proof = isOneSlowMore ? undefined : await attempts.proof(cluster, reproduction);
    const fault = { cluster, reproduction, ...(proof && { proof }) };
    minimised?.(fault);
    found.set(index, fault);
  }
  const faults = all.flatMap(([index]) => found.get(index) ?? []);
  return joinTextCauses(joinSessionState(faults, isReset));
}

/** Sorts the clusters so that those with slow calls come last, because they may use up the time. */
function slowLast(
  all: readonly (readonly [number, Cluster])[],
  duration: Attempts['duration'],
): readonly (readonly [number, Cluster])[] {
  if (duration === undefined) return all;
  const lasting = (cluster: Cluster): number =>
    isSlow(cluster.smallest.violation.kind) ? Number.MAX_VALUE : duration(cluster);
  return all.toSorted(([, one], [, other]) => lasting(one) - lasting(other));
}

/** The maximum number of other violations with the same cause that are tried if a violation does not occur again. */
const MAX_MEMBERS = 3;

/**
 * Finds a reproducible violation with the same cause and owner as the violation of `cluster`, which occurs only by
 * chance. For example, if a service caches pages, two pages may differ by chance, but a cached page always lacks an
 * item that is created later. If the case of the found violation also reproduces the violation of `cluster`, returns
 * `cluster` with this case; otherwise, returns the cluster of the found violation.
 */
async function steadyMember(
  cluster: Cluster,
  index: number,
  attempts: Attempts,
  open: number,
): Promise<Pick<Minimised, 'cluster' | 'reproduction'> | undefined> {
  const owner = ownerOf(cluster.smallest.violation);
  const members = cluster.explained.filter(({ smallest }) => ownerOf(smallest.violation) === owner);
  for (const member of members.slice(0, MAX_MEMBERS)) {
    const reproduction = await attempts.reproduced(member, index, open);
    if (!isSteady(reproduction)) continue;
    const same = member.smallest.accompanied ? shownBy(cluster, member, reproduction) : undefined;
    const again = same && (await attempts.reproduced(same, index, open));
    if (same !== undefined && again !== undefined && isSteady(again)) return { cluster: same, reproduction: again };
    const { occurrences } = cluster;
    joinCluster(member, cluster);
    // `joinCluster` has added the occurrences of the member to those of the cluster, so they were counted twice.
    member.occurrences = occurrences;
    // The member is now the finding, so it must not be listed as evidence too.
    for (const [key, { item }] of member.evidence)
      if (item.rule === member.rule.id && item.message === member.smallest.violation.message)
        member.evidence.delete(key);
    return { cluster: member, reproduction };
  }
  return undefined;
}

function isSteady({ kind }: Reproduction): boolean {
  return kind === 'steady' || kind === 'after-calls';
}

/**
 * The cluster of a fault that was reproduced only through one of its consequences. The reproduced case of the
 * consequence replaces its own case.
 */
function shownBy(cluster: Cluster, { smallest }: Cluster, { case: shown }: Reproduction): Cluster {
  const { index, backend } = smallest;
  return { ...cluster, smallest: { ...cluster.smallest, case: shown, index, backend } };
}
