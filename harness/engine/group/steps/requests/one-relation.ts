import type { ValueRelation } from '../../../../../rules/values/relation-kinds.js';
import { EMPTIED, UNSET_IGNORED } from '../../../../../rules/values/value-relation.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * The minimum number of changed places at which a transformation with exceptions counts as one fault. An exception is a
 * value that the transformation could change but does not change.
 */
const MANY = 3;

/**
 * Combines into one finding the violations at places whose values change by the same transformation, such as trimming.
 */
export const ONE_RELATION_STEP: GroupingStep = {
  name: 'one transformation',
  joins:
    'Values form one finding if one owner changes them by the same transformation at one stage of a call, for example trims or rounds them. One of four conditions must also be met. (1) Every value that the transformation can change is changed. (2) Values are changed at three or more places. (3) The changed members have the same name. (4) The changed members are inside the same member of a stored item. If objects at three or more places lose all members, and nothing is lost at the top level, each lost nested value belongs to the finding. Ignored empty values, false and 0 form one finding per operation.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const cluster of clusters) {
      if (causes.has(cluster)) continue;
      const group = groupOf(
        cluster,
        clusters.filter((other) => !causes.has(other) && ![...causes.values()].includes(other)),
      );
      const isEach = group.length + 1 >= MANY && [cluster, ...group].every(isEmptied);
      for (const other of [...group, ...(isEach ? lostInside(cluster, clusters) : [])]) causes.set(other, cluster);
    }
    return absorbed(clusters, causes, (cause, other) => {
      if (other.related.relations.length > 0) cause.related.join(other.related);
      joinCluster(cause, other);
    });
  },
};

function isEmptied({ related }: Cluster): boolean {
  return related.relations.some(({ name }) => name === EMPTIED.name);
}

/**
 * The lost values inside other objects and lists, if the owner of the cluster loses none outside of them. An object
 * with the names of other members may keep some of its own members.
 */
function lostInside(cluster: Cluster, clusters: readonly Cluster[]): readonly Cluster[] {
  const lost = clusters.filter((other) => isRelated(cluster, other) && isLost(other));
  return lost.every(({ smallest: { violation } }) => INSIDE.test(violation.pointer)) ? lost : [];
}

function isLost({ smallest }: Cluster): boolean {
  return LOST.test(smallest.violation.kind);
}

/** Matches kinds of violations with lost values, such as `missing` and `null-became-omitted`. */
const LOST = /^(?:unknown-)?missing$|-omitted$/;
/** Matches the pointer to a part of a member of the body, the reply or the outcome. */
const INSIDE = /^\/(?:body|response\/body|outcome\/[^/]+)\/[^/]+\//;

/**
 * Finds the other clusters with the same cause. Tries the transformations of the cluster in order, until other clusters
 * have one of them too.
 */
function groupOf(cluster: Cluster, free: readonly Cluster[]): readonly Cluster[] {
  for (const relation of cluster.related.relations) {
    const related = free.filter(
      (other) =>
        isRelated(cluster, other) &&
        other.related.relations.some(({ name }) => name === relation.name) &&
        (relation.name !== UNSET_IGNORED.name || isOneCall(cluster, other)),
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

/** Whether one rule is broken by the members of one operation. */
function isOneCall(one: Cluster, other: Cluster): boolean {
  const [operation, same] = [one, other].map(({ smallest }) => smallest.violation.cause?.split(' ')[0]);
  return one.rule === other.rule && operation !== undefined && operation === same;
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
