import type { RawFault } from '../../../../../contract/case.js';
import { LARGE_BODY } from '../../../../cases/operations/large-body.js';
import { authenticationEnforced } from '../../../../../rules/conformance/service/authentication-enforced.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { malformedRefused } from '../../../../../rules/conformance/service/malformed-refused.js';
import { noServerError } from '../../../../../rules/conformance/service/no-server-error.js';
import { statusDocumented } from '../../../../../rules/conformance/service/status-documented.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { echo } from '../../../../../rules/state/echo.js';
import { type Cluster, explainCluster, isRelated, joinCluster } from '../../cluster.js';
import { constraintOf } from '../../constraint-of.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the violations of raw requests and the same violations of ordinary requests. A raw request
 * is one that the harness writes itself, without a surface.
 */
export const RAW_REQUESTS_STEP: GroupingStep = {
  name: 'raw requests',
  joins:
    'A raw request is a request that the harness writes itself, without a surface. Its violations form one finding with violations of other requests in ten situations. (1) Raw and valid requests to the same operations get a server error. (2) A raw request with a wrong method gets a server error, and so do valid requests with this method, even without a token or with an unknown id. (3) A request with two faults gets the refusal of the wrong one, and a request with only one of these faults is not refused. (4) A malformed request, and invalid inputs or unknown ids, get the same wrong status. (5) The service accepts many unknown members, and also accepts one. (6) The service refuses a valid request, both unchanged and with a harmless change by the harness. (7) The service accepts requests without the required body, with and without a media type. (8) The service removes commas or comments from bodies, and also from the texts in them. (9) A body that is not UTF-8 gets the same wrong status as a body that is not JSON. (10) The service fails at a body that is too large, both in a raw request and from a surface.',
  apply: (clusters) => {
    const refused = new Map(
      clusters.flatMap((cluster) => {
        const cause = isRefusedChange(cluster) && clusters.find((other) => isSameRefusal(other, cluster));
        return cause === false || cause === undefined ? [] : [[cluster, cause] as const];
      }),
    );
    const changed = new Map(
      clusters.flatMap((cluster) => {
        const cause = clusters.find((other) => isRemovedFromBodies(other, cluster));
        return cause === undefined ? [] : [[cluster, cause] as const];
      }),
    );
    return withoutFailures(absorbed(absorbed(clusters, changed, explainCluster), refused, explainCluster));
  },
};

/**
 * Joins clusters of raw requests with clusters of ordinary requests that get the same reply: a server error or a wrong
 * refusal.
 */
function withoutFailures(clusters: readonly Cluster[]): readonly Cluster[] {
  const causes = new Map<Cluster, Cluster>();
  for (const cluster of clusters) {
    const isCause = causeTest(cluster);
    const related = clusters.filter((other) => isRelated(other, cluster));
    const cause = isCause && (related.find((other) => isCause(other)) ?? failingTogether(related, cluster));
    if (cause !== undefined) causes.set(cluster, cause);
    for (const each of cause === undefined ? omittedBodies(related, cluster) : []) causes.set(each.other, each.cause);
  }
  return absorbed(clusters, causes, joinCluster);
}

/**
 * Pairs clusters that have one cause: raw requests without the required body (`cluster`), and ordinary calls without it
 * (some of `related`). The first cluster of ordinary calls becomes the cause of all others. Empty if ordinary calls
 * were not accepted without the body in every operation of `cluster`.
 */
function omittedBodies(
  related: readonly Cluster[],
  cluster: Cluster,
): readonly { readonly other: Cluster; readonly cause: Cluster }[] {
  if (cluster.rule.id !== malformedRefused.id || cluster.smallest.case.provenance.name !== 'json-empty') return [];
  const omitted = related.filter(
    (other) => isAcceptedWithoutBody(other) && [...other.operations].every((each) => cluster.operations.has(each)),
  );
  const [cause, ...others] = omitted;
  const isCovered = [...cluster.operations].every((each) => omitted.some(({ operations }) => operations.has(each)));
  if (cause === undefined || !isCovered) return [];
  return [cluster, ...others].map((other) => ({ other, cause }));
}

/**
 * Whether the service refuses a valid request that the harness changed, although the change is harmless, such as an
 * unusual spelling of the media type.
 */
function isRefusedChange(cluster: Cluster): boolean {
  return cluster.rule.id === validAccepted.id && rawFault(cluster) !== undefined;
}

/**
 * Whether the service also refuses the valid request without the change, for the same operations and with the same
 * status.
 */
function isSameRefusal(other: Cluster, changed: Cluster): boolean {
  const [one, two] = [other.smallest.violation, changed.smallest.violation];
  return (
    isRelated(other, changed) &&
    other.rule.id === validAccepted.id &&
    rawFault(other) === undefined &&
    one.status === two.status &&
    [...changed.operations].every((operation) => other.operations.has(operation))
  );
}

function causeTest(cluster: Cluster): ((other: Cluster) => boolean) | undefined {
  const fault = rawFault(cluster);
  if (fault === undefined) return undefined;
  if (cluster.rule.id === noServerError.id)
    return (other) => isFailing(other, cluster) || isMethodFailing(other, cluster) || isLargeFailing(other, cluster);
  if (cluster.rule.id !== malformedRefused.id) return undefined;
  if (fault === 'order') return isMissingRefusal;
  const { violation, case: refused } = cluster.smallest;
  if (refused.provenance.name === 'json-empty')
    return (other) => isSameAnswer(other, cluster) || isOmittedBody(other, cluster);
  if (violation.kind === 'malformed-answered-otherwise')
    return (other) => isSameAnswer(other, cluster) || isUnreadable(other, cluster);
  if (UNKNOWN_MEMBERS.has(refused.provenance.name)) return (other) => takesUnknown(other, cluster);
  return undefined;
}

/** Whether valid requests get a server error in every operation of `cluster`, as the cluster `other` shows. */
function isFailing(other: Cluster, cluster: Cluster): boolean {
  return isValidFailing(other) && [...cluster.operations].every((operation) => other.operations.has(operation));
}

/**
 * Searches for clusters with the same kind of server error for valid requests. If every operation of `cluster` is in
 * one of them, returns the first of them.
 */
function failingTogether(related: readonly Cluster[], cluster: Cluster): Cluster | undefined {
  if (cluster.rule.id !== noServerError.id) return undefined;
  const { kind } = cluster.smallest.violation;
  const failing = related.filter((other) => isValidFailing(other) && other.smallest.violation.kind === kind);
  const covers = [...cluster.operations].every((operation) =>
    failing.some(({ operations }) => operations.has(operation)),
  );
  return covers
    ? failing.find(({ operations }) => [...operations].some((each) => cluster.operations.has(each)))
    : undefined;
}

/**
 * Whether requests with the HTTP methods of `cluster` get the same kind of server error before the service reads them
 * completely. `other` shows this if even requests without a token or with an unknown id get the error.
 */
function isMethodFailing(other: Cluster, cluster: Cluster): boolean {
  return (
    rawFault(cluster) === 'method' &&
    isValidFailing(other) &&
    (other.expectations.has('unauthenticated') || other.expectations.has('absent')) &&
    other.smallest.violation.kind === cluster.smallest.violation.kind &&
    [...cluster.methods].every((method) => other.methods.has(method))
  );
}

function isValidFailing(other: Cluster): boolean {
  const isValid = other.expectations.has('accepted') || other.expectations.has('accepted-or-absent');
  return other.rule.id === noServerError.id && rawFault(other) === undefined && isValid;
}

function isMissingRefusal(other: Cluster): boolean {
  if (other.rule.id === authenticationEnforced.id) return true;
  return other.rule.id === malformedRefused.id && !['order', undefined].includes(rawFault(other));
}

/** Whether the malformed request gets the same wrong status as an invalid input or an unknown id. */
function isSameAnswer({ rule, smallest: { violation } }: Cluster, cluster: Cluster): boolean {
  const isAnswer =
    rule.id === statusDocumented.id ||
    (rule.id === invalidRejected.id && violation.kind.endsWith('-answered-otherwise'));
  return isAnswer && violation.received === cluster.smallest.violation.received;
}

/**
 * Whether bodies that are not UTF-8, and bodies that are not JSON, get the same wrong status from the same operations.
 */
function isUnreadable(other: Cluster, cluster: Cluster): boolean {
  const [one, two] = [other.smallest.violation, cluster.smallest.violation];
  return (
    rawFault(cluster) === 'encoding' &&
    rawFault(other) === 'malformed-json' &&
    one.kind === two.kind &&
    one.received === two.received &&
    [...cluster.operations].every((operation) => other.operations.has(operation))
  );
}

/**
 * Whether the service also fails when a surface sends a body that is larger than the maximum size (see `largeBody`).
 */
function isLargeFailing({ rule, smallest, operations }: Cluster, cluster: Cluster): boolean {
  return (
    rawFault(cluster) === 'size' &&
    rule.id === noServerError.id &&
    smallest.case.provenance.name === LARGE_BODY &&
    smallest.violation.kind === cluster.smallest.violation.kind &&
    [...cluster.operations].every((operation) => operations.has(operation))
  );
}

/** Whether the same operations accept a call without the required body. */
function isOmittedBody(other: Cluster, cluster: Cluster): boolean {
  return isAcceptedWithoutBody(other) && [...cluster.operations].every((operation) => other.operations.has(operation));
}

function isAcceptedWithoutBody({ rule, smallest }: Cluster): boolean {
  const isAccepted = rule.id === invalidRejected.id && smallest.violation.kind === 'invalid-accepted';
  return isAccepted && constraintOf(smallest.case) === 'required /body';
}

/**
 * For some raw requests with malformed JSON, by name, a function that makes the body valid by removing characters. A
 * lenient service may remove the same characters.
 */
const REMOVALS: ReadonlyMap<string, (text: string) => string> = new Map([
  ['json-comma', (text) => text.replaceAll(/,(?=\s*[\]}])/g, '')],
  ['json-comment', (text) => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')],
]);

/**
 * Whether the service accepts a malformed body, and also removes the characters that make it malformed, such as
 * comments, from strings.
 */
function isRemovedFromBodies({ rule, smallest, operations }: Cluster, changed: Cluster): boolean {
  const { expected, received } = changed.smallest.violation;
  const removal = REMOVALS.get(smallest.case.provenance.name);
  return (
    rule.id === malformedRefused.id &&
    smallest.violation.kind === 'malformed-accepted' &&
    changed.rule.id === echo.id &&
    typeof expected === 'string' &&
    removal?.(expected) === received &&
    [...operations].some((operation) => changed.operations.has(operation))
  );
}

/** Names of raw requests that are invalid only because they contain unknown members. */
const UNKNOWN_MEMBERS: ReadonlySet<string> = new Set(['size-members', 'size-name']);

/** Whether the same operations also accept a body with a single unknown member. */
function takesUnknown({ rule, smallest, operations }: Cluster, cluster: Cluster): boolean {
  const { expect } = smallest.case;
  return (
    rule.id === invalidRejected.id &&
    expect.kind === 'rejected' &&
    (expect.keyword === 'unevaluatedProperties' || expect.keyword === 'additionalProperties') &&
    [...cluster.operations].every((operation) => operations.has(operation))
  );
}

function rawFault({ smallest }: Cluster): RawFault | undefined {
  return smallest.case.raw?.fault;
}
