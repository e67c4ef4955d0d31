import type { ValueRelation } from '../../../../../rules/values/relation-kinds.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * The minimum number of changed places at which a transformation with exceptions counts as one fault. An exception is a
 * value that the transformation could change but does not change.
 */
const MANY = 3;

/** Combines into one finding the violations at places whose values change by the same transformation, such as trimming. */
export const ONE_RELATION_STEP: GroupingStep = {
  name: 'one transformation',
  joins:
    'Values form one finding if one owner changes them by the same transformation at one stage of a call, for example trims or rounds them. One of four conditions must also be met. (1) Every value that the transformation can change is changed. (2) Values are changed at three or more places. (3) The changed members have the same name. (4) The changed members are inside the same member of a stored item.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const cluster of clusters) {
      if (causes.has(cluster)) continue;
      const group = groupOf(
        cluster,
        clusters.filter((other) => !causes.has(other) && ![...causes.values()].includes(other)),
      );
      for (const other of group) causes.set(other, cluster);
    }
    return absorbed(clusters, causes, (cause, other) => {
      cause.related.join(other.related);
      joinCluster(cause, other);
    });
  },
};

/**
 * Finds the other clusters with the same cause. Tries the transformations of the cluster in order, until other clusters
 * have one of them too.
 */
function groupOf(cluster: Cluster, free: readonly Cluster[]): readonly Cluster[] {
  for (const relation of cluster.related.relations) {
    const related = free.filter(
      (other) => isRelated(cluster, other) && other.related.relations.some(({ name }) => name === relation.name),
    );
    if (related.length > 0 && isOneCause([cluster, ...related], relation)) return related;
    const namesakes = related.filter(
      (other) =>
        memberOf(other) === memberOf(cluster) ||
        (itemMemberOf(cluster) !== undefined && itemMemberOf(other) === itemMemberOf(cluster)),
    );
    if (namesakes.length > 0) return namesakes;
  }
  return [];
}

/** The name of the member, without the object or the list that contains it. */
function memberOf({ smallest }: Cluster): string {
  return smallest.violation.pointer.split('/').at(-1) ?? '';
}

/**
 * The operation, and the member of a stored item that contains the place of the violation. `undefined` for any other
 * place.
 */
function itemMemberOf({ smallest }: Cluster): string | undefined {
  return /^\S+ [^/]+(?=\/)/.exec(smallest.violation.cause ?? '')?.[0];
}

function isOneCause(group: readonly Cluster[], { name }: ValueRelation): boolean {
  if (group.length >= MANY) return true;
  const places = new Set(group.flatMap(({ related }) => [...related.pointers]));
  return group.every(({ related }) => [...related.exceptionsTo(name)].every((place) => places.has(place)));
}
