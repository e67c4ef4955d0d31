import { problemMembers } from '../../../../../rules/conformance/service/problem-members.js';
import { repeated } from '../../../../../rules/state/repeated.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { type Cluster, isRelated, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** If problems are wrong for at least this number of reply statuses, one cause is assumed for all of them. */
const MANY = 3;

/** Joins violations of the code that refuses requests, or writes refusals, for all operations of a service. */
export const ONE_REFUSAL_STEP: GroupingStep = {
  name: 'one refusal',
  joins:
    'Problem documents with the same wrong status or type form one finding. If such problem documents occur with three or more statuses, all of them form one finding. Valid inputs that are refused with the same status and reason form one finding. A different request with a known idempotency key belongs to it if it is refused with the same status. If the service accepts such a request, and an equal request with the key creates a second item, both form one finding: the service ignores the key.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of clusters.entries()) {
      const cause = clusters
        .slice(0, index)
        .find((other) => !causes.has(other) && isOneCause(other, cluster, clusters));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    for (const conflict of clusters.filter(isOtherRefusal)) {
      const cause = clusters.find((other) => other.rule.id === validAccepted.id && isSameStatus(other, conflict));
      if (cause !== undefined) causes.set(conflict, causes.get(cause) ?? cause);
    }
    for (const conflict of clusters.filter(isAcceptedConflict)) {
      const cause = clusters.find((other) => isForgottenKey(other, conflict));
      if (cause !== undefined) causes.set(conflict, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

/** Whether a different request with a known idempotency key is refused, but not with the status of a conflict. */
function isOtherRefusal({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === repeated.id && violation.kind === 'conflict-answered-otherwise';
}

function isAcceptedConflict({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === repeated.id && violation.kind === 'conflict-accepted';
}

/** Whether an equal request with a known key creates another item, on the same operations. */
function isForgottenKey({ rule, smallest, operations }: Cluster, conflict: Cluster): boolean {
  return (
    rule.id === repeated.id &&
    smallest.violation.kind === 'repeat-creates' &&
    ownerOf(smallest.violation) === ownerOf(conflict.smallest.violation) &&
    [...conflict.operations].every((operation) => operations.has(operation))
  );
}

function isSameStatus(refused: Cluster, conflict: Cluster): boolean {
  const [one, other] = [refused.smallest.violation, conflict.smallest.violation];
  const isOneOperation = [...conflict.operations].every((operation) => refused.operations.has(operation));
  return ownerOf(one) === ownerOf(other) && isOneOperation && one.status !== undefined && one.status === other.status;
}

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
