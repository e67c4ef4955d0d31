import { grouped } from '../../../../../reports/view/words/grouped.js';
import { defaultPage } from '../../../../../rules/state/lists/pages/default-page.js';
import { hasMore } from '../../../../../rules/state/lists/pages/has-more.js';
import { pageSize } from '../../../../../rules/state/lists/pages/page-size.js';
import { partition } from '../../../../../rules/state/lists/pages/partition.js';
import { listed } from '../../../../../rules/state/lists/listed.js';
import { total } from '../../../../../rules/state/lists/total.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { SEVERAL_PAGES } from '../../evident-checks.js';
import { type GroupingFacts, type GroupingStep, absorbed, toFirst } from '../../step.js';

/**
 * Combines into one finding the violations of one kind in several operations with the same paging parameters or the
 * same idempotency key parameter.
 */
export const ONE_PAGER_STEP: GroupingStep = {
  name: 'one pager',
  joins:
    'If operations have the same paging parameters or the same key parameter, violations of one rule and kind form one finding if all these operations, or at least three of them, show the violations. A list that never has several pages cannot show violations of pages, so it is not counted. Pages of a wrong size must all be too long, or all too short. The cause is the code that reads the parameters.',
  apply: (clusters, facts) => {
    const shared = clusters.filter(({ smallest }) => (smallest.violation.sharedBy?.length ?? 0) > 1);
    const groups = [...grouped(shared, sortOf).values()].filter((group) => isShownByMost(group, facts));
    return absorbed(clusters, new Map(groups.flatMap(toFirst)), joinCluster);
  },
};

function sortOf({ rule, smallest: { violation } }: Cluster): string {
  const { kind, sharedBy = [] } = violation;
  return JSON.stringify([rule.id, ownerOf(violation), kind, differenceOf(violation), sharedBy]);
}

/** Returns 1 if more elements than expected were received, -1 if fewer, and 0 if the values are not numbers. */
function differenceOf({ expected, received }: Cluster['smallest']['violation']): number {
  return typeof expected === 'number' && typeof received === 'number' ? Math.sign(received - expected) : 0;
}

/**
 * If at least this number of operations show the violation, it becomes one finding, even if other operations with the
 * same parameters do not show it. A test of the other operations may not be able to show it.
 */
const ENOUGH = 3;

function isShownByMost(group: readonly Cluster[], { enforced }: GroupingFacts): boolean {
  const [first] = group;
  const shown = new Set(group.map(({ smallest }) => smallest.case.operation));
  const isOfPages = OF_PAGES.has(first?.rule.id ?? '');
  const others = first?.smallest.violation.sharedBy?.filter((operation) => !shown.has(operation)) ?? [];
  return (
    shown.size >= ENOUGH ||
    others.every((operation) => isOfPages && enforced.get(operation)?.has(SEVERAL_PAGES) !== true)
  );
}

const OF_PAGES: ReadonlySet<string> = new Set(
  [defaultPage, hasMore, listed, pageSize, partition, total].map(({ id }) => id),
);
