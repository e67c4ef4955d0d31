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
   * calls.
   */
  readonly reproduced: (cluster: Cluster, index: number) => Promise<Reproduction>;
  readonly proof: (cluster: Cluster, reproduction: Reproduction) => Promise<Proof | undefined>;
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
  const faults: Minimised[] = [];
  let slow = 0;
  for (const [index, grouped] of groupedClusters(clusters).entries()) {
    const own = await attempts.reproduced(grouped, index);
    const { cluster, reproduction } = (own.kind === 'unsteady' && (await steadyMember(grouped, index, attempts))) || {
      cluster: grouped,
      reproduction: own,
    };
    const isOneSlowMore = isSlow(cluster.smallest.violation.kind) && (slow += 1) > MAX_SLOW_PROOFS;
    const proof = isOneSlowMore ? undefined : await attempts.proof(cluster, reproduction);
    const fault = { cluster, reproduction, ...(proof && { proof }) };
    minimised?.(fault);
    faults.push(fault);
  }
  return joinTextCauses(joinSessionState(faults, isReset));
}

/** The maximum number of other violations with the same cause that are tried if a violation does not occur again. */
const MAX_MEMBERS = 3;

/**
 * Finds a violation with the same cause and owner that can be reproduced. For example, a cached page may differ from
 * another page only by chance. But it always lacks an item that is created later.
 */
async function steadyMember(
  cluster: Cluster,
  index: number,
  attempts: Attempts,
): Promise<Pick<Minimised, 'cluster' | 'reproduction'> | undefined> {
  const owner = ownerOf(cluster.smallest.violation);
  const members = cluster.explained.filter(({ smallest }) => ownerOf(smallest.violation) === owner);
  for (const member of members.slice(0, MAX_MEMBERS)) {
    const reproduction = await attempts.reproduced(member, index);
    if (reproduction.kind !== 'steady' && reproduction.kind !== 'after-calls') continue;
    const { occurrences } = cluster;
    joinCluster(member, cluster);
    // `joinCluster` has counted the occurrences of the member twice.
    member.occurrences = occurrences;
    // The member is now the finding, so it must not be listed as evidence too.
    for (const [key, { item }] of member.evidence)
      if (item.rule === member.rule.id && item.message === member.smallest.violation.message)
        member.evidence.delete(key);
    return { cluster: member, reproduction };
  }
  return undefined;
}
