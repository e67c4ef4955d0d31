import type { ValueRelation } from '../../../../../rules/values/relation-kinds.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** The minimum number of places at which a transformation is one cause even if it has exceptions. */
const MANY = 3;

/** Joins places where values are changed by the same transformation. */
export const ONE_RELATION_STEP: GroupingStep = {
  name: 'one transformation',
  joins:
    'Values form one finding if one owner changes them by the same transformation at one stage of a call: for example, trims or rounds them. One of four conditions must also hold: every value that the transformation can change is changed; there are three or more places; the members have the same name; the members are in the same member of a stored item.',
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

/** Clusters with the same cause as the given one. They share the first of its relations that joins any clusters. */
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

/** Name of the member, independent of its place in an object or a list. */
function memberOf({ smallest }: Cluster): string {
  return smallest.violation.pointer.split('/').at(-1) ?? '';
}

/** The operation and the member of the item that contains the place, for a place within a member of a stored item. */
function itemMemberOf({ smallest }: Cluster): string | undefined {
  return /^\S+ [^/]+(?=\/)/.exec(smallest.violation.cause ?? '')?.[0];
}

function isOneCause(group: readonly Cluster[], { name }: ValueRelation): boolean {
  if (group.length >= MANY) return true;
  const places = new Set(group.flatMap(({ related }) => [...related.pointers]));
  return group.every(({ related }) => [...related.exceptionsTo(name)].every((place) => places.has(place)));
}
