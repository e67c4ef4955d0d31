import type { Violation } from '../../../rules/finding.js';
import type { Cluster, Clusters } from './cluster.js';

/**
 * Whether a violation states the reason of a different cluster for its refusal. If so, its trial is not an example of
 * `cluster`. This happens while a case is minimised: the service may refuse a smaller input for a different reason.
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
