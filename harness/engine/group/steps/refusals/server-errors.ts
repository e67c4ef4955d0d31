import { noServerError } from '../../../../../rules/conformance/service/no-server-error.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { constraintOf } from '../../constraint-of.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins the same server error on several operations. */
export const SERVER_ERRORS_STEP: GroupingStep = {
  name: 'server errors',
  joins:
    'Server errors of several operations form one finding if all of them have the same cause: an item that was created before, the same missing or wrong token, an unknown id, or a parameter that breaks the same constraint. An error for an omitted body forms one finding with an error for malformed JSON. Truncated bodies form one finding with replies that do not arrive.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    const failing = clusters.filter(({ rule }) => rule.id === noServerError.id);
    for (const [index, cluster] of failing.entries()) {
      const cause = failing
        .slice(0, index)
        .find((other) => !causes.has(other) && isRelated(other, cluster) && isAlike(other, cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    for (const empty of failing.filter(isOfEmptyBody)) {
      const cause = failing.find((other) => !causes.has(other) && isRelated(other, empty) && isOfMalformedJson(other));
      if (cause !== undefined && !causes.has(empty)) causes.set(empty, cause);
    }
    for (const cut of clusters.filter(isTruncated)) {
      const cause = failing.find((other) => !causes.has(other) && isRelated(other, cut) && isUnframed(other));
      if (cause !== undefined) causes.set(cut, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

/** Whether the error occurs only if the required body is omitted. */
function isOfEmptyBody({ smallest: { case: made }, expectations }: Cluster): boolean {
  const { expect, raw, input } = made;
  const isRequired = expect.kind === 'rejected' && expect.keyword === 'required' && expect.pointer === '/body';
  return isRequired && expectations.size === 1 && raw === undefined && input.body === undefined;
}

function isOfMalformedJson({ smallest: { case: made, violation } }: Cluster): boolean {
  return made.raw?.fault === 'malformed-json' && violation.kind === 'server-error';
}

function isTruncated({ rule, smallest }: Cluster): boolean {
  return rule.id === responseBody.id && smallest.violation.kind === 'truncated';
}

/** Whether the reply is not valid HTTP, or is incomplete, so that the client waits for the rest. */
function isUnframed({ smallest }: Cluster): boolean {
  return smallest.violation.kind === 'no-reply';
}

function isAlike(one: Cluster, other: Cluster): boolean {
  const { kind } = one.smallest.violation;
  const shared = sharedPart(one);
  return shared !== undefined && shared === sharedPart(other) && kind === other.smallest.violation.kind;
}

/**
 * The property of the smallest case that cases of other operations can share. `undefined` if it has none, because its
 * input is valid or breaks a constraint of its own body.
 */
function sharedPart({ smallest: { case: made }, expectations, longestSequence }: Cluster): string | undefined {
  if (made.sequence === true) return 'stored item';
  // Sequences call the operation for items that exist. An operation that fails for these has a fault of its own.
  const isMaybeUnknown = expectations.has('absent') || expectations.has('accepted-or-absent');
  if (isMaybeUnknown && !expectations.has('accepted') && longestSequence === undefined) return 'absent';
  if (expectations.size > 1) return undefined;
  const { kind } = made.expect;
  if (kind === 'unauthenticated') return `${kind} ${made.token}`;
  const constraint = constraintOf(made);
  return constraint?.includes(' /body') === true ? undefined : constraint;
}
