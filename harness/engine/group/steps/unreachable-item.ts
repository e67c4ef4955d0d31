import { location } from '../../../../rules/state/location.js';
import { listed } from '../../../../rules/state/listed.js';
import { stored } from '../../../../rules/state/stored.js';
import { type Cluster, explainCluster, ownerOf } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins a `Location` that leads nowhere, and a list without an item, with an item that cannot be read at all. */
export const UNREACHABLE_ITEM_STEP: GroupingStep = {
  name: 'unreachable item',
  joins:
    'If an item that was created is not found by its identifier, the `Location` of the create leads to the same missing item, and lists lack it, too.',
  apply: (clusters) => {
    const missing = clusters.filter(
      ({ rule, smallest }) => rule.id === stored.id && smallest.violation.kind === 'not-found',
    );
    const causes = new Map<Cluster, Cluster>();
    for (const led of clusters.filter(
      ({ rule, smallest }) => rule.id === location.id && smallest.violation.kind === 'location-not-found',
    )) {
      const cause = missing.find((item) => createOf(item) === createOf(led));
      if (cause !== undefined) causes.set(led, cause);
    }
    for (const unlisted of clusters.filter(isNotListed)) {
      const cause = missing.find((item) => isCreateOf(item, unlisted));
      if (cause !== undefined) causes.set(unlisted, cause);
    }
    return absorbed(clusters, causes, explainCluster);
  },
};

function isNotListed({ rule, smallest }: Cluster): boolean {
  return rule.id === listed.id && smallest.violation.kind === 'not-listed';
}

/** True if the calls before the list create such an item. */
function isCreateOf(missing: Cluster, unlisted: Cluster): boolean {
  const [one, other] = [missing.smallest.violation, unlisted.smallest.violation];
  const calls = unlisted.smallest.case.precedingCalls ?? [];
  return ownerOf(one) === ownerOf(other) && calls.some(({ operation }) => operation === one.cause);
}

/** Both rules name the operation that creates. */
function createOf({ smallest: { violation } }: Cluster): string {
  return `${ownerOf(violation)} ${violation.cause ?? ''}`;
}
