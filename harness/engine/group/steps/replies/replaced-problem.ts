import { ownValue } from '../../../../../contract/json/json.js';
import { sameRejection } from '../../../../../rules/parity/same-rejection.js';
import { sameStatus } from '../../../../../rules/parity/same-status.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding all differences in a problem document if the surface reports a different document instead.
 */
export const REPLACED_PROBLEM_STEP: GroupingStep = {
  name: 'replaced problem',
  joins:
    'If a surface reports a problem document with a wrong type, it reports a different document (RFC 9457 §3.1.1). Other wrong members then form one finding with the wrong type if the type is wrong in most of their trials. A type that the surface adds, or a document that differs as a whole, belongs to this finding if the reported type is the same. If the reported type is `about:blank`, two more violations belong to it: wrong members of undocumented failures, which may have this type by chance, and successes that are reported as failures, because the surface cannot read their JSON.',
  apply: (clusters) => {
    const types = clusters.filter(isOtherType);
    const causes = new Map<Cluster, Cluster>();
    for (const cluster of clusters.filter((one) => isUntyped(one) || isWhole(one))) {
      const cause = types.find((type) => isRelated(type, cluster) && reportedType(type) === reportedType(cluster));
      if (cause !== undefined && reportedType(cause) !== undefined) causes.set(cluster, cause);
    }
    const replaced = [...types, ...clusters.filter((cluster) => isUntyped(cluster) && causes.has(cluster))];
    for (const member of clusters.filter((one) => isMember(one) && !replaced.includes(one) && !causes.has(one))) {
      const cause = replaced.find(
        (type) => isRelated(type, member) && (isWithin(member, type) || (member.onlyUnexpected && isBlank(type))),
      );
      if (cause !== undefined) causes.set(member, causes.get(cause) ?? cause);
    }
    for (const type of types.filter(isBlank)) {
      const unread = clusters.find((other) => isUnreadSuccess(other) && isRelated(other, type));
      if (unread !== undefined) causes.set(type, unread);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isOtherType(cluster: Cluster): boolean {
  const { pointer, kind } = cluster.smallest.violation;
  return isMember(cluster) && pointer === TYPE && (kind === 'changed' || kind === 'missing');
}

/**
 * Whether the surface reports `about:blank` as the type of a problem document that has another type. This is the type
 * of problem documents without a `type` (RFC 9457 §4.2.1).
 */
function isBlank({ smallest }: Cluster): boolean {
  return smallest.violation.received === 'about:blank';
}

function isUnreadSuccess({ rule, smallest }: Cluster): boolean {
  return rule.id === sameStatus.id && smallest.violation.kind === 'success-reported-as-failure';
}

const TYPE = '/outcome/problem/type';

/** Whether the surface adds a `type` to a problem document that has none. */
function isUntyped(cluster: Cluster): boolean {
  const { pointer, kind } = cluster.smallest.violation;
  return isMember(cluster) && pointer === TYPE && kind === 'unexpected';
}

/** Whether the surface reports a wholly different document. Differences in some members are not enough. */
function isWhole({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRejection.id && violation.pointer === '/outcome/problem';
}

function reportedType(cluster: Cluster): unknown {
  const { received } = cluster.smallest.violation;
  return isWhole(cluster) ? ownValue(received, 'type') : received;
}

function isMember({ rule, smallest }: Cluster): boolean {
  return rule.id === sameRejection.id && smallest.violation.pointer.startsWith('/outcome/problem/');
}

/**
 * Whether the type is also wrong in most trials in which the member is wrong. It need not be wrong in all of them: the
 * reported document may have the right type by chance.
 */
function isWithin(member: Cluster, type: Cluster): boolean {
  return [...member.shown].every(([lane, trials]) => (type.shown.get(lane)?.shared(trials) ?? 0) * 2 > trials.size);
}
