import type { Violation } from '../../../rules/finding.js';
import type { Cluster, Clusters } from './cluster.js';

/**
 * Whether a violation states the refusal reason of another cluster. Such a violation is not an example of `cluster`:
 * while a case is minimised, a smaller input may be refused for the reason of a different finding.
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
