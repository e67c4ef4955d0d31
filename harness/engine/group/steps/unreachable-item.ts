import { location } from '../../../../rules/state/location.js';
import { stored } from '../../../../rules/state/stored.js';
import { type Cluster, explainCluster, ownerOf } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins a `Location` that leads nowhere with an item that cannot be read at all. */
export const UNREACHABLE_ITEM_STEP: GroupingStep = {
  name: 'unreachable item',
  joins:
    'If an item that was created is not found by its identifier, the `Location` of the create leads to the same missing item.',
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
    return absorbed(clusters, causes, explainCluster);
  },
};

/** Both rules name the operation that creates. */
function createOf({ smallest: { violation } }: Cluster): string {
  return `${ownerOf(violation)} ${violation.cause ?? ''}`;
}
