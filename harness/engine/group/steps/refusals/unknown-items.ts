import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { partsOf } from '../../../../../rules/conformance/service/problems/replies/rejected-members.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { statusDocumented } from '../../../../../rules/conformance/service/status-documented.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { removedParent } from '../../../../../rules/state/absent/removed-parent.js';
import { unknownItem } from '../../../../../rules/state/absent/unknown-item.js';
import { type Cluster, explainCluster, isOnlyOfUnknown, joinCluster, ownerOf } from '../../cluster.js';
import { constraintOf } from '../../constraint-of.js';
import { isCovered } from '../../trial-set.js';
import { type GroupingFacts, type GroupingStep, absorbed } from '../../step.js';

/** Combines into one finding the wrong replies to calls with unknown identifiers. */
export const UNKNOWN_ITEMS_STEP: GroupingStep = {
  name: 'unknown items',
  joins:
    'Wrong replies with the same status to calls of several operations form one finding if they occur only for items that may be unknown. A success without a valid body counts as such a reply. An invalid input with the same success becomes evidence if the service refuses this input for known items. An invalid identifier with the same success as an unknown identifier also becomes evidence, because no item has it.',
  apply: (clusters, facts) => {
    const unknown = clusters.filter(isOfUnknown);
    const causes = new Map<Cluster, Cluster>();
    for (const [index, cluster] of unknown.entries()) {
      const cause = unknown.slice(0, index).find((other) => !causes.has(other) && isAlike(other, cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    const accepted = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        const isRefused = isEnforcedElsewhere(effect, facts);
        const cause = unknown.find((reply) => isOfInvalidId(reply, effect) || (isRefused && isShownBy(reply, effect)));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(absorbed(clusters, accepted, explainCluster), causes, joinCluster);
  },
};

/**
 * The rules that a reply to an unknown item may break. Each is mapped to the kinds of violations that become one
 * finding, or to `undefined` if all its violations do.
 */
const REPLIES: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map([
  [statusDocumented.id, undefined],
  [validAccepted.id, new Set(['valid-refused'])],
  [invalidRejected.id, new Set(['absent-accepted', 'absent-answered-otherwise'])],
  [removedParent.id, new Set(['empty-in-place-of-404'])],
]);

function isOfUnknown(cluster: Cluster): boolean {
  const {
    rule,
    smallest: { violation },
  } = cluster;
  if (rule.id === unknownItem.id) return true;
  const isReply =
    rule.id === responseBody.id
      ? violation.pointer === '/response/body'
      : REPLIES.has(rule.id) && REPLIES.get(rule.id)?.has(violation.kind) !== false;
  return isReply && isOnlyOfUnknown(cluster) && !isOfOtherMember(cluster);
}

/** Whether a reply refuses a member of the input, and names no parameter of the path. */
function isOfOtherMember({ smallest: { case: made, violation } }: Cluster): boolean {
  const { members = [] } = violation;
  const ofPath = new Set(Object.keys(made.input.path ?? {}));
  return (
    members.length > 0 &&
    !members.some((member) => partsOf(member.split(' ')[0] ?? '').some((name) => ofPath.has(name)))
  );
}

function isAlike(one: Cluster, other: Cluster): boolean {
  const [a, b] = [one.smallest.violation, other.smallest.violation];
  return ownerOf(a) === ownerOf(b) && a.status === b.status;
}

/**
 * Whether an invalid input is accepted although, in other trials, the same operations refuse inputs that break the same
 * constraint.
 */
function isEnforcedElsewhere({ rule, smallest, operations }: Cluster, { enforced }: GroupingFacts): boolean {
  const constraint = constraintOf(smallest.case);
  return (
    rule.id === invalidRejected.id &&
    smallest.violation.kind === 'invalid-accepted' &&
    constraint !== undefined &&
    [...operations].every((operation) => enforced.get(operation)?.has(constraint) === true)
  );
}

/** Whether an operation answers an invalid identifier with the same status as an identifier that no item has. */
function isOfInvalidId(reply: Cluster, { rule, smallest, operations }: Cluster): boolean {
  const { violation } = smallest;
  return (
    reply.rule.id === unknownItem.id &&
    rule.id === invalidRejected.id &&
    violation.kind === 'invalid-accepted' &&
    violation.pointer.startsWith('/path/') &&
    violation.status === reply.smallest.violation.status &&
    ownerOf(violation) === ownerOf(reply.smallest.violation) &&
    [...operations].every((operation) => reply.operations.has(operation))
  );
}

/** Whether each trial in which the service accepts the invalid input also has the wrong reply. */
function isShownBy(reply: Cluster, accepted: Cluster): boolean {
  return (
    ownerOf(reply.smallest.violation) === ownerOf(accepted.smallest.violation) && isCovered(accepted.shown, reply.shown)
  );
}
