import { callsAtOnce } from '../../../../../rules/state/at-once/calls-at-once.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the violations of concurrent calls that occur because the calls share a variable of the
 * surface.
 */
export const SHARED_CALLS_STEP: GroupingStep = {
  name: 'shared calls',
  joins:
    'Two violations of one surface form one finding: equal concurrent calls send fewer requests than there are calls, and concurrent calls send a wrong request or receive a wrong reply. The cause is an object that all calls use.',
  apply: (clusters) => {
    const affected = clusters.filter(({ rule }) => rule.id === callsAtOnce.id);
    const causes = new Map(
      affected.flatMap((cluster): readonly (readonly [Cluster, Cluster])[] => {
        const cause = isShared(cluster)
          ? affected.find((other) => !isShared(other) && isOne(other, cluster))
          : undefined;
        return cause === undefined ? [] : [[cluster, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isShared({ smallest: { violation } }: Cluster): boolean {
  return violation.kind === 'shared-request';
}

function isOne(one: Cluster, other: Cluster): boolean {
  return ownerOf(one.smallest.violation) === ownerOf(other.smallest.violation);
}
