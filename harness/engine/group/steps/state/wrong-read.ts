import { repliesApart } from '../../../../../rules/state/at-once/replies-apart.js';
import { acted } from '../../../../../rules/state/items/acted.js';
import { stored } from '../../../../../rules/state/items/stored.js';
import { updated } from '../../../../../rules/state/items/updated.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the differences between the GET of an item and other replies, if their cause is a GET that
 * returns a wrong item.
 */
export const WRONG_READ_STEP: GroupingStep = {
  name: 'wrong read',
  joins:
    'If the GET of an item returns another item, all wrong values in its replies become evidence of this fault. If the GET returns another item, or the item without the effect of a PUT, a PATCH or an action, list elements that differ from the item also become evidence of the fault.',
  apply: (clusters) => {
    const wrong = clusters.filter((cluster) => isAnotherItem(cluster) || isOutdated(cluster));
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        const cause = wrong.find((read) => isOfRead(read, effect));
        return cause === undefined || wrong.includes(effect) ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

function isAnotherItem({ rule, smallest }: Cluster): boolean {
  return rule.id === stored.id && smallest.violation.kind === 'another-item';
}

function isOutdated({ rule, smallest }: Cluster): boolean {
  return (rule.id === updated.id || rule.id === acted.id) && smallest.violation.kind === 'not-stored';
}

/** Kinds of violations of lists that lack an item or have an extra item. They do not depend on the GET of the item. */
const OF_LISTS: ReadonlySet<string> = new Set(['not-listed', 'listed-twice', 'foreign-item']);
const OF_READS: ReadonlySet<string> = new Set([stored.id, updated.id, repliesApart.id]);

function isOfRead(read: Cluster, { rule, smallest: { violation }, operations }: Cluster): boolean {
  if (ownerOf(read.smallest.violation) !== ownerOf(violation)) return false;
  if (rule.id === listed.id) return !OF_LISTS.has(violation.kind);
  return (
    isAnotherItem(read) && OF_READS.has(rule.id) && [...operations].some((operation) => read.operations.has(operation))
  );
}
