import { problemMembers } from '../../../../rules/conformance/service/problem-members.js';
import { validAccepted } from '../../../../rules/conformance/service/valid-accepted.js';
import { type Cluster, isRelated, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** From this number of statuses on, problems that state a different one have one cause. */
const MANY = 3;

/** Joins what the shared code of a service does that refuses requests, or that writes refusals. */
export const ONE_REFUSAL_STEP: GroupingStep = {
  name: 'one refusal',
  joins:
    'Problems that state the same wrong status or type in replies with different statuses, or a wrong one in replies with three statuses or more, are written by the same code. Valid inputs of several operations that are refused with the same status for the same stated reason are refused by one check.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of clusters.entries()) {
      const cause = clusters
        .slice(0, index)
        .find((other) => !causes.has(other) && isOneCause(other, cluster, clusters));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isOneCause(one: Cluster, other: Cluster, clusters: readonly Cluster[]): boolean {
  if (!isAlike(one, other)) return false;
  if (one.rule.id === validAccepted.id) return isOneReason(one, other);
  if (one.rule.id !== problemMembers.id || !WRITTEN.has(one.smallest.violation.kind)) return false;
  return (
    one.smallest.violation.received === other.smallest.violation.received ||
    clusters.filter((each) => each === one || isAlike(one, each)).length >= MANY
  );
}

const WRITTEN: ReadonlySet<string> = new Set(['status-differs', 'type-of-other-status']);

function isAlike(one: Cluster, other: Cluster): boolean {
  return (
    isRelated(one, other) &&
    one.rule.id === other.rule.id &&
    one.smallest.violation.kind === other.smallest.violation.kind
  );
}

function isOneReason({ smallest: { violation: one } }: Cluster, { smallest: { violation: other } }: Cluster): boolean {
  return one.reason !== undefined && one.reason === other.reason && one.status === other.status;
}
