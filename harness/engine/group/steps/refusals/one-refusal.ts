import { problemMembers } from '../../../../../rules/conformance/service/problems/problem-members.js';
import { repeated } from '../../../../../rules/state/repeated.js';
import { IDENTIFIER_CAUSE } from '../../../../../rules/conformance/service/problems/refusal-cause.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { type Cluster, isRelated, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed, toFirst } from '../../step.js';

/** If problem documents with at least this number of different statuses have the same fault, it counts as one fault. */
const MANY = 3;

/**
 * Combines into one finding the violations in refusals if all operations of the service share the code that makes the
 * refusals.
 */
export const ONE_REFUSAL_STEP: GroupingStep = {
  name: 'one refusal',
  joins:
    'Refusals form one finding in six situations. (1) Problem documents have the same wrong status or type. (2) Problem documents have a wrong status, or a wrong type, for three or more reply statuses. (3) Valid inputs are refused with the same status for the same reason. A request with a known idempotency key, or an accepted request that is sent again with a new key, belongs to the finding if it is refused with the same status. (4) The service accepts a different request with a known idempotency key, and creates a second item for a repeated request: it ignores the key. (5) Calls with a wrong token lock the accepted token out, and other valid calls are refused with 401 or 403. (6) For three or more resources, the same documented status, 400 or 422, refuses made-up identifiers in the path because of their form.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of clusters.entries()) {
      const cause = clusters
        .slice(0, index)
        .find((other) => !causes.has(other) && isOneCause(other, cluster, clusters));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    for (const conflict of clusters.filter(isOtherRefusal)) {
      const cause = clusters.find((other) => other.rule.id === validAccepted.id && isSameStatus(other, conflict));
      if (cause !== undefined) causes.set(conflict, causes.get(cause) ?? cause);
    }
    for (const conflict of clusters.filter(isAcceptedConflict)) {
      const cause = clusters.find((other) => isForgottenKey(other, conflict));
      if (cause !== undefined) causes.set(conflict, cause);
    }
    for (const refused of clusters.filter(isRefusedToken)) {
      const cause = clusters.find((other) => isLockedOut(other) && isRelated(other, refused));
      if (cause !== undefined) causes.set(refused, cause);
    }
    for (const [identifier, cause] of refusedIdentifiers(clusters)) causes.set(identifier, causes.get(cause) ?? cause);
    return absorbed(clusters, causes, joinCluster);
  },
};

/**
 * Finds refusals of made-up path identifiers that have one cause. If many resources refuse such identifiers with the
 * same status, the cause is one check of identifiers, whose form the contract does not state. Maps each of these
 * clusters to the first one.
 */
function refusedIdentifiers(clusters: readonly Cluster[]): ReadonlyMap<Cluster, Cluster> {
  const refused = clusters.filter(
    ({ rule, smallest: { case: made, violation } }) =>
      rule.id === validAccepted.id &&
      violation.cause?.startsWith(IDENTIFIER_CAUSE) === true &&
      (made.feeds ?? []).length === 0,
  );
  const statusOf = ({ smallest: { violation } }: Cluster): string | undefined => violation.cause?.split(' ').at(-1);
  return new Map(
    [...new Set(refused.map(statusOf))].flatMap((status) => {
      const alike = refused.filter((cluster) => statusOf(cluster) === status);
      const [first] = alike;
      if (first === undefined || alike.length < MANY) return [];
      first.summary = `The service refuses generated identifiers of ${alike.length} resources, because the contract does not state the form of identifiers.`;
      return toFirst(alike);
    }),
  );
}

/** Whether the service refuses the accepted token after calls with a wrong token. */
function isLockedOut({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === validAccepted.id && violation.kind === 'locked-out';
}

/** Whether the service refuses a valid call with a status that concerns its token (RFC 9110 §15.5.2, §15.5.4). */
function isRefusedToken(cluster: Cluster): boolean {
  const { status } = cluster.smallest.violation;
  return cluster.rule.id === validAccepted.id && !isLockedOut(cluster) && (status === 401 || status === 403);
}

/**
 * Whether the service refuses a request that is similar to an accepted one, with a status that does not mean a
 * conflict. There are two such requests: a different request with a known idempotency key, and the accepted request
 * with a new key.
 */
function isOtherRefusal({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === repeated.id && REFUSALS.has(violation.kind);
}

/**
 * The kinds of violations of `isOtherRefusal`: a refused request with a known idempotency key, and a refused repetition
 * of an accepted request.
 */
const REFUSALS: ReadonlySet<string> = new Set(['conflict-answered-otherwise', 'repeat-refused']);

function isAcceptedConflict({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === repeated.id && violation.kind === 'conflict-accepted';
}

/**
 * Whether the service ignores idempotency keys: it creates a second item for a repeated request with the same key. This
 * must be shown for each operation of `conflict`, or for another operation with the same key parameter.
 */
function isForgottenKey({ rule, smallest, operations }: Cluster, conflict: Cluster): boolean {
  return (
    rule.id === repeated.id &&
    smallest.violation.kind === 'repeat-creates' &&
    ownerOf(smallest.violation) === ownerOf(conflict.smallest.violation) &&
    [...conflict.operations].every(
      (operation) => operations.has(operation) || smallest.violation.sharedBy?.includes(operation) === true,
    )
  );
}

function isSameStatus(refused: Cluster, conflict: Cluster): boolean {
  const [one, other] = [refused.smallest.violation, conflict.smallest.violation];
  const isOneOperation = [...conflict.operations].every((operation) => refused.operations.has(operation));
  return ownerOf(one) === ownerOf(other) && isOneOperation && one.status !== undefined && one.status === other.status;
}

function isOneCause(one: Cluster, other: Cluster, clusters: readonly Cluster[]): boolean {
  if (!isAlike(one, other)) return false;
  if (one.rule.id === validAccepted.id) return isOneReason(one, other);
  if (one.rule.id !== problemMembers.id || !WRITTEN.has(one.smallest.violation.kind)) return false;
  return (
    one.smallest.violation.received === other.smallest.violation.received ||
    clusters.filter((each) => each === one || isAlike(one, each)).length >= MANY
  );
}

const WRITTEN: ReadonlySet<string> = new Set(['status-differs', 'type-of-other-status']);

function isAlike(one: Cluster, other: Cluster): boolean {
  return (
    isRelated(one, other) &&
    one.rule.id === other.rule.id &&
    one.smallest.violation.kind === other.smallest.violation.kind
  );
}

function isOneReason({ smallest: { violation: one } }: Cluster, { smallest: { violation: other } }: Cluster): boolean {
  return one.reason !== undefined && one.reason === other.reason && one.status === other.status;
}
