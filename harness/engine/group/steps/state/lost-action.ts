import { refusedState } from '../../../../../rules/state/refused-state.js';
import { acted } from '../../../../../rules/state/items/acted.js';
import { type Cluster, explainCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * A service may accept an action without storing its effect. If it then also accepts a second call of the action, this
 * is no finding of its own. It becomes evidence of the finding about the lost action.
 */
export const LOST_ACTION_STEP: GroupingStep = {
  name: 'lost action',
  joins:
    'If the service does not store an action, it cannot refuse the second call of the action. The two violations form one finding.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.flatMap((cluster): readonly (readonly [Cluster, Cluster])[] => {
        const cause =
          cluster.rule.id === refusedState.id ? clusters.find((other) => isLostAction(other, cluster)) : undefined;
        return cause === undefined ? [] : [[cluster, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

function isLostAction(other: Cluster, { smallest: { violation } }: Cluster): boolean {
  const { kind, cause, blame } = other.smallest.violation;
  const isLost = other.rule.id === acted.id && kind === 'not-stored';
  return isLost && cause === violation.cause && blame === violation.blame;
}
