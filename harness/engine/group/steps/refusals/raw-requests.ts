import type { RawFault } from '../../../../../contract/case.js';
import { authenticationEnforced } from '../../../../../rules/conformance/service/authentication-enforced.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { malformedRefused } from '../../../../../rules/conformance/service/malformed-refused.js';
import { noServerError } from '../../../../../rules/conformance/service/no-server-error.js';
import { statusDocumented } from '../../../../../rules/conformance/service/status-documented.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { type Cluster, explainCluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins violations of raw requests with the same violations of other requests. */
export const RAW_REQUESTS_STEP: GroupingStep = {
  name: 'raw requests',
  joins:
    'A raw request is a request that the harness writes itself, without a surface. A server error for a raw request forms one finding with a server error for valid requests of the same operations, or of the same method if the raw request has a wrong method and calls without a token or with an unknown id fail too. A wrong order of refusals forms one finding with a missing refusal. A malformed request forms one finding with invalid inputs or unknown ids that get the same wrong status. Accepted requests with many unknown members form one finding with accepted inputs that have one unknown member. A refusal of a valid request that the harness changed is evidence of the same refusal without the change.',
  apply: (clusters) => {
    const refused = new Map(
      clusters.flatMap((cluster) => {
        const cause = isRefusedChange(cluster) && clusters.find((other) => isSameRefusal(other, cluster));
        return cause === false || cause === undefined ? [] : [[cluster, cause] as const];
      }),
    );
    return withoutFailures(absorbed(clusters, refused, explainCluster));
  },
};

/** Joins failures for raw requests with failures for other requests. */
function withoutFailures(clusters: readonly Cluster[]): readonly Cluster[] {
  const causes = new Map<Cluster, Cluster>();
  for (const cluster of clusters) {
    const isCause = causeTest(cluster);
    const related = clusters.filter((other) => isRelated(other, cluster));
    const cause = isCause && (related.find((other) => isCause(other)) ?? failingTogether(related, cluster));
    if (cause !== undefined) causes.set(cluster, cause);
  }
  return absorbed(clusters, causes, joinCluster);
}

/** Whether a service refuses a valid request that the harness changed, such as in the spelling of its media type. */
function isRefusedChange(cluster: Cluster): boolean {
  return cluster.rule.id === validAccepted.id && rawFault(cluster) !== undefined;
}

/** Whether the service refuses valid requests of the same operations with the same status, even without the change. */
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
    return (other) => isFailing(other, cluster) || isMethodFailing(other, cluster);
  if (cluster.rule.id !== malformedRefused.id) return undefined;
  if (fault === 'order') return isMissingRefusal;
  const { violation, case: refused } = cluster.smallest;
  if (violation.kind === 'malformed-answered-otherwise') return (other) => isSameAnswer(other, cluster);
  if (UNKNOWN_MEMBERS.has(refused.provenance.name)) return (other) => takesUnknown(other, cluster);
  return undefined;
}

/** Whether the other cluster fails for valid requests of every operation of the cluster. */
function isFailing(other: Cluster, cluster: Cluster): boolean {
  return isValidFailing(other) && [...cluster.operations].every((operation) => other.operations.has(operation));
}

/**
 * The first of several clusters that together fail in the same way for valid requests of every operation of the
 * cluster.
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
 * Whether the other cluster fails in the same way for every method of the cluster, before the service reads the
 * request.
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

/** Whether invalid input, or an unknown id, gets the same wrong status. */
function isSameAnswer({ rule, smallest: { violation } }: Cluster, cluster: Cluster): boolean {
  const isAnswer =
    rule.id === statusDocumented.id ||
    (rule.id === invalidRejected.id && violation.kind.endsWith('-answered-otherwise'));
  return isAnswer && violation.received === cluster.smallest.violation.received;
}

/** Raw requests whose only fault is that they have unknown members. */
const UNKNOWN_MEMBERS: ReadonlySet<string> = new Set(['size-members', 'size-name']);

/** Whether the same operations accept one unknown member. */
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
