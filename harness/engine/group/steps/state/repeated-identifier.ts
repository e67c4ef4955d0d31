import { repliesApart } from '../../../../../rules/state/at-once/replies-apart.js';
import { serialOrder } from '../../../../../rules/state/at-once/serial-order.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { itemTimes } from '../../../../../rules/state/items/item-times.js';
import { newItem } from '../../../../../rules/state/items/new-item.js';
import { partition } from '../../../../../rules/state/lists/pages/partition.js';
import { removed } from '../../../../../rules/state/absent/removed.js';
import { stored } from '../../../../../rules/state/items/stored.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * If a create gives two items the same identifier, lost and confused items are no findings of their own. They become
 * evidence of the finding about the identifier.
 */
export const REPEATED_IDENTIFIER_STEP: GroupingStep = {
  name: 'repeated identifier',
  joins:
    'If a create assigns one identifier to two items, one of the items is lost. Wrong reads, wrong lists and mixed-up replies to concurrent calls become evidence of this create. An item that is lost when another item is removed also becomes evidence.',
  apply: (clusters) => {
    const repeated = clusters.filter(({ rule }) => rule.id === newItem.id);
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (!EFFECTS.has(effect.rule.id) && !isOtherRemoved(effect)) return [];
        const cause = repeated.find((other) => isOfItems(other, effect, clusters));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

const EFFECTS: ReadonlySet<string> = new Set([
  stored.id,
  itemTimes.id,
  listed.id,
  partition.id,
  repliesApart.id,
  serialOrder.id,
]);

/** Whether the removal of one item also removed another item, because both have the same identifier. */
function isOtherRemoved({ rule, smallest }: Cluster): boolean {
  return rule.id === removed.id && smallest.violation.kind === 'other-removed';
}

/** Whether one of the calls before the read is a call of the create operation that repeats identifiers. */
function isOfItems(
  { smallest: { violation } }: Cluster,
  { smallest: effect }: Cluster,
  clusters: readonly Cluster[],
): boolean {
  const creates = effect.case.precedingCalls?.some(({ operation }) => operation === violation.cause) === true;
  // Repeated identifiers explain a difference between the replies to concurrent calls only if the identifier differs,
  // or if the same member is also wrong without concurrent calls. There is one exception: if only the `Location` header
  // has the identifier, any member may differ, because the wrong item is read.
  const { pointer } = effect.violation;
  const isIdentifier =
    effect.violation.kind !== 'depends-on-other-calls' ||
    pointer === violation.pointer ||
    violation.pointer === '/response/header/location' ||
    clusters.some(({ rule, smallest }) => rule.id === stored.id && smallest.violation.pointer === pointer);
  return creates && isIdentifier && ownerOf(violation) === ownerOf(effect.violation);
}
