import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingFacts, type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the members that a service accepts although their names are in the wrong letter case, such
 * as `DONE` in place of `done`.
 */
export const OTHER_CASE_STEP: GroupingStep = {
  name: 'names in another letter case',
  joins:
    'Members form one finding if a service accepts their names in a wrong letter case, such as `DONE` in place of `done`. The cause is that the service compares names without regard to case. If the service accepts other unknown members too, they are evidence of this fault: the service does not check closed objects.',
  apply: (clusters, facts) => {
    const taken = clusters.filter((cluster) => isTaken(cluster, 'other-case-accepted'));
    const open = clusters.filter((cluster) => isTaken(cluster, 'invalid-accepted') && isOfUnknown(cluster));
    const causes = new Map<Cluster, Cluster>();
    const first: Cluster[] = [];
    for (const cluster of taken) {
      const cause =
        open.find((other) => isRelated(cluster, other) && isAnyAccepted(cluster, other, facts)) ??
        first.find((other) => isRelated(cluster, other));
      if (cause === undefined) first.push(cluster);
      else causes.set(cluster, cause);
    }
    for (const cluster of first.filter((each) => isEnforced(each, facts)))
      cluster.summary =
        'The service accepts known names of members in another letter case, and refuses other unknown members.';
    return absorbed(clusters, causes, joinCluster);
  },
};

const CLOSING: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

function isTaken({ rule, smallest }: Cluster, kind: string): boolean {
  return rule.id === invalidRejected.id && smallest.violation.kind === kind;
}

function isOfUnknown({ smallest: { case: shown } }: Cluster): boolean {
  return shown.expect.kind === 'rejected' && CLOSING.has(shown.expect.keyword);
}

/**
 * Whether the object also accepts unknown members with other names. `other` shows this if it concerns the same object
 * of the same operation. Otherwise it is assumed if the object refuses no other unknown member.
 */
function isAnyAccepted(cluster: Cluster, other: Cluster, facts: GroupingFacts): boolean {
  const isSame = constraintIn(cluster) === constraintIn(other);
  const isOneOperation = cluster.smallest.case.operation === other.smallest.case.operation;
  return (isSame && isOneOperation) || !isEnforced(cluster, facts);
}

/** Whether the service refuses other unknown members of the same object. */
function isEnforced(cluster: Cluster, { enforced }: GroupingFacts): boolean {
  return enforced.get(cluster.smallest.case.operation)?.has(constraintIn(cluster)) === true;
}

function constraintIn({ smallest: { case: shown } }: Cluster): string {
  return shown.expect.kind === 'rejected' ? `${shown.expect.keyword} ${shown.expect.pointer}` : '';
}
