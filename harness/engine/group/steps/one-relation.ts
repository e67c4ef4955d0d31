import type { ValueRelation } from '../../../../rules/values/value-relation.js';
import { type Cluster, isAkin, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** So many places with one transformation are one habit, whatever was spared. */
const MANY = 3;

/** One transformation of values, wherever it shows. */
export const ONE_RELATION_STEP: GroupingStep = {
  name: 'one transformation',
  joins:
    'Values that are changed in one way (trimmed, rounded, of another type …) by one owner at one stage have one cause, where no value that it would have changed was spared, where it shows at three places or more, or where it is one member by its name.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const cluster of clusters) {
      if (causes.has(cluster)) continue;
      const group = groupOf(cluster, clusters.filter((other) => !causes.has(other) && ![...causes.values()].includes(other)));
      for (const other of group) causes.set(other, cluster);
    }
    return absorbed(clusters, causes, (cause, other) => {
      cause.related.join(other.related);
      joinCluster(cause, other);
    });
  },
};

/** The clusters that are one with the given one by the first relation that makes them so. */
function groupOf(cluster: Cluster, free: readonly Cluster[]): readonly Cluster[] {
  for (const relation of cluster.related.relations) {
    const akin = free.filter((other) => isAkin(cluster, other) && other.related.relations.some(({ name }) => name === relation.name));
    if (akin.length > 0 && isOneCause([cluster, ...akin], relation)) return akin;
    const namesakes = akin.filter((other) => memberOf(other) === memberOf(cluster));
    if (namesakes.length > 0) return namesakes;
  }
  return [];
}

/** One member, wherever it stands: alone, in a list, in a reply whose schema is not known. */
function memberOf({ smallest }: Cluster): string {
  return smallest.violation.pointer.split('/').at(-1) ?? '';
}

function isOneCause(group: readonly Cluster[], { name }: ValueRelation): boolean {
  if (group.length >= MANY) return true;
  const places = new Set(group.flatMap(({ related }) => [...related.pointers]));
  return group.every(({ related }) => [...related.exceptionsTo(name)].every((place) => places.has(place)));
}
