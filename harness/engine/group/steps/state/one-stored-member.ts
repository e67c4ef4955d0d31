import { updated } from '../../../../../rules/state/items/updated.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding the violations for different values of one member that an operation does not store. */
export const ONE_STORED_MEMBER_STEP: GroupingStep = {
  name: 'one stored member',
  joins:
    'If a change does not store a member, the member keeps its old value. The violations form one finding, even if some values in the requests or the replies are null.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        const cause = clusters.find((other) => other !== effect && isSameMember(other, effect));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

/** The kinds of differences between a value and null. */
const OF_NULL: ReadonlySet<string> = new Set(['null-became-value', 'value-became-null']);

function isSameMember(changed: Cluster, effect: Cluster): boolean {
  const [one, other] = [changed.smallest.violation, effect.smallest.violation];
  return (
    changed.rule.id === updated.id &&
    effect.rule.id === updated.id &&
    one.kind === 'changed' &&
    OF_NULL.has(other.kind) &&
    one.pointer === other.pointer &&
    ownerOf(one) === ownerOf(other) &&
    [...effect.operations].some((operation) => changed.operations.has(operation))
  );
}
