import type { Violation } from '../../../rules/finding.js';
import type { Cluster, Clusters } from './cluster.js';

/**
 * Whether a violation states the reason of another cluster, so that it is not another example of `cluster`. A smaller
 * input of an operation may be refused for the reason that other operations state.
 */
export function hasOtherReason(clusters: Clusters, cluster: Cluster, { reason, status }: Violation): boolean {
  if (reason === undefined || reason === cluster.smallest.violation.reason) return false;
  return clusters
    .inOrder()
    .some(
      ({ key, rule, smallest: { violation } }) =>
        key !== cluster.key &&
        rule.id === cluster.rule.id &&
        violation.reason === reason &&
        violation.status === status,
    );
}
