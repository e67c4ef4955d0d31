import type { OperationId } from '../../../../../contract/operation.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { type Cluster, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the violations of operations that find an item although a parent in its path is unknown.
 */
export const IGNORED_PARENT_STEP: GroupingStep = {
  name: 'ignored parent',
  joins:
    'Operations on one item form one finding if each of them finds the item although the parent in its path is unknown. The cause is that these operations ignore the parents in the path. If such an operation also accepts an invalid identifier of a parent, this violation becomes a part of the finding.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    const first = new Map<string, Cluster>();
    const ofOperation = new Map<OperationId, Cluster>();
    for (const cluster of clusters.filter(isUnknownParent)) {
      const path = cluster.smallest.violation.shared ?? '';
      const known = first.get(path);
      // If several operations have this wrong status, the cause may be another fault, so the violation stays a finding
      // of its own.
      if (known !== undefined && cluster.operations.size === 1) causes.set(cluster, known);
      else if (known === undefined) first.set(path, cluster);
      for (const operation of cluster.operations) ofOperation.set(operation, cluster);
    }
    for (const cluster of clusters) {
      const cause = ofOperation.get(cluster.smallest.case.operation);
      if (cause !== undefined && cluster.operations.size === 1 && isInvalidParent(cluster, cause))
        causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isUnknownParent({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === invalidRejected.id && violation.kind.startsWith('absent-') && violation.shared !== undefined;
}

/** Whether an operation accepts an invalid value for a parent item in its path. */
function isInvalidParent({ rule, smallest: { violation } }: Cluster, cause: Cluster): boolean {
  const { shared = '' } = cause.smallest.violation;
  const parents = shared.slice(0, shared.lastIndexOf('{'));
  return (
    rule.id === invalidRejected.id &&
    violation.kind === 'invalid-accepted' &&
    violation.pointer.startsWith('/path/') &&
    parents.includes(`{${violation.pointer.slice('/path/'.length)}}`)
  );
}
