import type { Violation } from '../../../rules/finding.js';
import type { Cluster, Clusters } from './cluster.js';

/**
 * Whether a violation has the same refusal reason as the violation of a different cluster. If so, its trial is not an
 * example of `cluster`. While a case is minimised, the service may refuse a smaller input for a different reason.
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
