import { sameRejection } from '../../../../rules/parity/same-rejection.js';
import { type Cluster, isRelated, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins the differences of a problem document that a surface replaces by another document. */
export const REPLACED_PROBLEM_STEP: GroupingStep = {
  name: 'replaced problem',
  joins:
    'The type identifies a problem document (RFC 9457 §3.1.1). If a surface reports another type, or none, the other members of the same documents that differ have the same cause: it reports another document.',
  apply: (clusters) => {
    const types = clusters.filter(isOtherType);
    const causes = new Map(
      clusters
        .filter((member) => isMember(member) && !types.includes(member))
        .flatMap((member): readonly (readonly [Cluster, Cluster])[] => {
          const cause = types.find((type) => isRelated(type, member) && isWithin(member, type));
          return cause === undefined ? [] : [[member, cause]];
        }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isOtherType(cluster: Cluster): boolean {
  const { pointer, kind } = cluster.smallest.violation;
  return isMember(cluster) && pointer === '/outcome/problem/type' && (kind === 'changed' || kind === 'missing');
}

function isMember({ rule, smallest }: Cluster): boolean {
  return rule.id === sameRejection.id && smallest.violation.pointer.startsWith('/outcome/problem/');
}

/** True if the type differs in most trials in which the member does: the other document may have the same type by chance. */
function isWithin(member: Cluster, type: Cluster): boolean {
  return [...member.shown].every(([lane, trials]) => (type.shown.get(lane)?.shared(trials) ?? 0) * 2 > trials.size);
}
