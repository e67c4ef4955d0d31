import { faultTolerated } from '../../../../../rules/conformance/network/fault-tolerated.js';
import { recovers } from '../../../../../rules/conformance/network/recovers.js';
import { type Cluster, explainCluster, isRelated } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the failures of a surface that starts its time limit only once, so that later calls have
 * less time or none.
 */
export const ONE_DEADLINE_STEP: GroupingStep = {
  name: 'one deadline',
  joins:
    'If the time limit of a surface begins only once, every call after the limit fails. A call that fails after an idle time therefore forms one finding with calls that fail in the same way after another network fault.',
  apply: (clusters) => {
    const idle = clusters.filter(isAfterIdleTime);
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        const cause = effect.rule.id === recovers.id ? idle.find((other) => isOneFailure(other, effect)) : undefined;
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

function isAfterIdleTime({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === faultTolerated.id && violation.cause === 'idle-kept';
}

/** Whether both calls ended in the same way, such as a timeout. The network faults before them differ. */
function isOneFailure(one: Cluster, other: Cluster): boolean {
  return isRelated(one, other) && one.smallest.violation.received === other.smallest.violation.received;
}
