import { noServerError } from '../../../../rules/conformance/service/no-server-error.js';
import { invalidRejected } from '../../../../rules/conformance/service/invalid-rejected.js';
import { refusedState } from '../../../../rules/state/refused-state.js';
import { updated } from '../../../../rules/state/items/updated.js';
import type { Violation } from '../../../../rules/finding.js';
import { isUnsetValue } from '../../../../contract/json/unset-value.js';
import { type Cluster, isRelated, joinCluster } from '../cluster.js';
import { constraintOf } from '../constraint-of.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Combines into one finding the violations of the operations that create and change the items of one collection. */
export const ONE_RESOURCE_STEP: GroupingStep = {
  name: 'one resource',
  joins:
    'Violations of operations with the path of a collection or its items form one finding in five situations. (1) A create and changes accept values that break the same keyword at the same member: they share the validation. (2) A PUT and a PATCH store the same member wrongly in the same way. (3) A change stores neither null nor an empty value of one member. (4) Some invalid values of a member are accepted, and other invalid values of it lead to a server error. (5) Several operations accept calls on an item in a state in which the contract requires a refusal.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of clusters.entries()) {
      const cause =
        clusters.slice(0, index).find((other) => !causes.has(other) && isOneFault(other, cluster)) ??
        clusters.find((other) => isUnvalidated(other, cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isOneFault(one: Cluster, other: Cluster): boolean {
  const [a, b] = [one.smallest, other.smallest];
  if (one.rule !== other.rule || !isRelated(one, other)) return false;
  if (one.rule.id === refusedState.id)
    return a.violation.shared !== undefined && a.violation.shared === b.violation.shared;
  if (a.resource !== b.resource) return false;
  if (one.rule.id === updated.id)
    return a.violation.pointer === b.violation.pointer && (isAlike(a.violation, b.violation) || areUnset(one, other));
  const constraint = constraintOf(a.case);
  return isAccepted(one) && isAccepted(other) && isOfMember(constraint) && constraint === constraintOf(b.case);
}

function isAlike(one: Violation, other: Violation): boolean {
  return one.kind === other.kind && one.pointer !== '/response/body' && one.cause !== other.cause;
}

/**
 * Whether both violations are one fault: the operation does not store an empty value of a member, such as null or an
 * empty string. It may treat all empty values as omitted.
 */
function areUnset({ smallest: { violation: one } }: Cluster, { smallest: { violation: other } }: Cluster): boolean {
  const isUnset = ({ expected }: Violation): boolean => expected === null || isUnsetValue(expected);
  return one.cause === other.cause && isUnset(one) && isUnset(other);
}

function isAccepted({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === invalidRejected.id && violation.kind === 'invalid-accepted';
}

function isOfMember(constraint: string | undefined): boolean {
  return constraint?.includes(' /body/') === true;
}

/**
 * Whether the service does not validate a member: invalid values of this member are accepted (`accepted`), and other
 * invalid values of it cause a server error (`failing`).
 */
function isUnvalidated(accepted: Cluster, failing: Cluster): boolean {
  const { smallest, rule, expectations } = failing;
  const [one, other] = [accepted.smallest.case.expect, smallest.case.expect];
  return (
    rule.id === noServerError.id &&
    smallest.violation.kind === 'server-error' &&
    expectations.size === 1 &&
    isAccepted(accepted) &&
    accepted.smallest.resource === smallest.resource &&
    isRelated(accepted, failing) &&
    one.kind === 'rejected' &&
    other.kind === 'rejected' &&
    one.pointer === other.pointer &&
    isOfMember(constraintOf(smallest.case)) &&
    [...failing.places].every((place) => place.endsWith(` ${other.pointer}`))
  );
}
