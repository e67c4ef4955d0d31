import { noServerError } from '../../../../../rules/conformance/service/no-server-error.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { repliesApart } from '../../../../../rules/state/at-once/replies-apart.js';
import { type Cluster, isOnlyOfUnknown, isRelated, joinCluster, ownerOf } from '../../cluster.js';
import { constraintOf } from '../../constraint-of.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding the server errors of several operations that have the same cause. */
export const SERVER_ERRORS_STEP: GroupingStep = {
  name: 'server errors',
  joins:
    'Server errors form one finding in five situations. (1) Several operations fail for the same reason: an item that an earlier call created, the same missing or wrong token, an unknown id, a parameter that breaks the same constraint, a parameter of one schema whose value the error text states, the same valid value of a query parameter, or bodies that break one keyword of one schema. (2) Several operations fail with the same title, only for invalid inputs, and for each of three or more places at which one keyword is broken: the code that writes refusals fails. A malformed request with a body of a wrong type then belongs to the finding, too. (3) The service fails for an omitted body and for malformed JSON. (4) Some replies are truncated, and others do not arrive at all. (5) One operation fails for concurrent calls, and for valid inputs without concurrent calls.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    const failing = clusters.filter(({ rule }) => rule.id === noServerError.id);
    for (const [index, cluster] of failing.entries()) {
      const cause = failing
        .slice(0, index)
        .find(
          (other) =>
            !causes.has(other) &&
            isRelated(other, cluster) &&
            (isAlike(other, cluster) || areRefusals(other, cluster) || nameOneValue(other, cluster)),
        );
      if (cause !== undefined) causes.set(cluster, cause);
    }
    for (const raw of failing.filter((cluster) => isRaw(cluster) && !causes.has(cluster))) {
      const cause = failing.find((other) => !causes.has(other) && isRelated(other, raw) && isOneRefusal(other, raw));
      if (cause !== undefined) causes.set(raw, cause);
    }
    for (const empty of failing.filter(isOfEmptyBody)) {
      const cause = failing.find((other) => !causes.has(other) && isRelated(other, empty) && isOfMalformedJson(other));
      if (cause !== undefined && !causes.has(empty)) causes.set(empty, cause);
    }
    for (const cut of clusters.filter(isTruncated)) {
      const cause = failing.find((other) => !causes.has(other) && isRelated(other, cut) && isUnframed(other));
      if (cause !== undefined) causes.set(cut, cause);
    }
    for (const atOnce of clusters.filter(isAtOnce)) {
      const cause = failing.find((other) => !causes.has(other) && isOfValid(other, atOnce));
      if (cause !== undefined) causes.set(atOnce, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

/** Whether a call gets a server error only while other calls are in progress. */
function isAtOnce({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === repliesApart.id && typeof violation.received === 'number' && violation.received >= 500;
}

/** Whether the same operation also fails with a server error for valid inputs, when no other calls are in progress. */
function isOfValid({ smallest, expectations, operations }: Cluster, { smallest: { violation } }: Cluster): boolean {
  const { kind } = smallest.violation;
  return (
    kind === 'server-error' &&
    ownerOf(smallest.violation) === ownerOf(violation) &&
    expectations.has('accepted') &&
    [...operations].some((id) => id === violation.place)
  );
}

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

/** Whether the client received no complete HTTP reply, because the reply is invalid or cut off. */
function isUnframed({ smallest }: Cluster): boolean {
  return smallest.violation.kind === 'no-reply';
}

function isAlike(one: Cluster, other: Cluster): boolean {
  const { kind } = one.smallest.violation;
  const shared = sharedPart(one);
  return shared !== undefined && shared === sharedPart(other) && kind === other.smallest.violation.kind;
}

/** Whether the errors have the same status, and their replies name the value of the same parameter in the same text. */
function nameOneValue({ smallest: { violation: one } }: Cluster, { smallest: { violation: other } }: Cluster): boolean {
  return one.status === other.status && one.members?.some((name) => other.members?.includes(name)) === true;
}

/**
 * The minimum number of places at which a broken keyword leads to a server error, before the error is blamed on the
 * code that writes refusals. With fewer places, a single check may be at fault.
 */
const MANY = 3;

/** Whether both operations fail only for invalid inputs, and in the same way. */
function areRefusals(one: Cluster, other: Cluster): boolean {
  const [a, b] = [brokenOften(one), brokenOften(other)];
  return titleOf(one) === titleOf(other) && [...a].some((keyword) => b.has(keyword));
}

/**
 * The keywords that lead to server errors at many of the places at which they are broken. Empty if the operations also
 * fail for other inputs.
 */
function brokenOften({ expectations, places, smallest }: Cluster): ReadonlySet<string> {
  if (expectations.size !== 1 || !expectations.has('rejected') || smallest.violation.kind !== 'server-error')
    return new Set();
  const keywords = [...places].map((place) => place.split(' ')[1] ?? '');
  return new Set(keywords.filter((keyword) => keywords.filter((each) => each === keyword).length >= MANY));
}

function isRaw({ smallest }: Cluster): boolean {
  return smallest.case.raw !== undefined && smallest.violation.kind === 'server-error';
}

/**
 * Whether the malformed request `raw` fails like the invalid inputs of `refusals`: with the same title, and in at least
 * one of their operations. Some of these inputs must have a whole body of a wrong type.
 */
function isOneRefusal(refusals: Cluster, raw: Cluster): boolean {
  return (
    refusals !== raw &&
    !isRaw(refusals) &&
    brokenOften(refusals).has('type') &&
    titleOf(refusals) === titleOf(raw) &&
    [...refusals.places].some((place) => place.endsWith(' type /body')) &&
    [...raw.operations].some((operation) => refusals.operations.has(operation))
  );
}

/**
 * The query parameter of a valid input without other arguments, its value and the status. Operations with the same
 * parameter, such as `filter`, usually read it with the same code. `undefined` for any other input, and if the
 * operation also fails for invalid inputs, because its fault may then have nothing to do with the value.
 */
function onlyQueryArgument({ smallest: { case: made, violation }, expectations }: Cluster): string | undefined {
  const { expect, raw, input } = made;
  const given = Object.entries(input.query ?? {});
  const hasOthers = Object.keys(input).some((part) => part !== 'query' && part !== 'path');
  const isOnly = expect.kind === 'accepted' && raw === undefined && given.length === 1 && !hasOthers;
  return isOnly && !expectations.has('rejected')
    ? `valid ${violation.status ?? ''} ${JSON.stringify(given[0])}`
    : undefined;
}

function titleOf({ smallest: { violation } }: Cluster): string {
  return violation.message;
}

/**
 * A property of the smallest case that cases of other operations can share, such as an unknown id. `undefined` if the
 * input is valid and has several arguments, or if it breaks a constraint of a body that no other operation has.
 */
function sharedPart(cluster: Cluster): string | undefined {
  const {
    smallest: { case: made },
    expectations,
  } = cluster;
  if (made.sequence === true) return 'stored item';
  if (isOnlyOfUnknown(cluster)) return 'absent';
  const argument = onlyQueryArgument(cluster);
  if (argument !== undefined) return argument;
  if (expectations.size > 1) return undefined;
  const { kind } = made.expect;
  if (kind === 'unauthenticated') return `${kind} ${made.token}`;
  const constraint = constraintOf(made);
  // Operations with one schema for their bodies read them with the same code.
  return constraint?.includes(' /body') === true ? cluster.smallest.violation.shared : constraint;
}
