import { unexpectedReply } from '../../../../../rules/conformance/surface/unexpected-reply.js';
import { sameValue } from '../../../../../rules/parity/same-value.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed, toFirst } from '../../step.js';

/**
 * If one surface changes whole reply values, such as an object or a list, in different ways, all these changes become
 * one finding.
 */
export const WHOLE_VALUE_STEP: GroupingStep = {
  name: 'whole value',
  joins:
    'Changes of whole values (an object, a list, null) by one surface form one finding if they share an operation. A violation that occurs only for replies that the contract does not allow forms one finding with a changed value of an allowed reply. If no value of an allowed reply is changed, changed values of the other replies form one finding with a wrong report of such a reply.',
  apply: (clusters) => {
    const values = clusters.filter(({ rule }) => rule.id === sameValue.id);
    const causes = new Map<Cluster, Cluster>();
    for (const value of values) {
      const whole = values.filter((other) => isWhole(other) && isOneReader(value, other));
      if (isWhole(value))
        for (const [other, first] of toFirst([value, ...whole])) if (!causes.has(first)) causes.set(other, first);
    }
    for (const effect of clusters.filter(isOfUnexpectedReplies)) {
      const cause = values.find((value) => !isOfUnexpectedReplies(value) && isOneReader(value, effect));
      if (cause === undefined) continue;
      if (causes.get(cause) === effect) causes.delete(cause);
      causes.set(effect, cause);
    }
    for (const value of values.filter((each) => isOfUnexpectedReplies(each) && !causes.has(each))) {
      const cause = clusters.find((other) => other.rule.id === unexpectedReply.id && isOneReader(other, value));
      if (cause !== undefined && !causes.has(cause)) causes.set(value, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isWhole({ smallest }: Cluster): boolean {
  return smallest.violation.pointer === '/outcome/value';
}

/** Whether the contract allows none of the replies with the violation. */
function isOfUnexpectedReplies({ rule, onlyUnexpected }: Cluster): boolean {
  return onlyUnexpected && (rule.id === unexpectedReply.id || rule.id === sameValue.id);
}

function isOneReader(one: Cluster, other: Cluster): boolean {
  return isRelated(one, other) && [...one.operations].some((operation) => other.operations.has(operation));
}
