import { faultReported } from '../../../../rules/conformance/network/fault-reported.js';
import { unexpectedReply } from '../../../../rules/conformance/surface/unexpected-reply.js';
import { sameStatus } from '../../../../rules/parity/same-status.js';
import { type Cluster, isRelated, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins a wrong signal of failures with the same signal after a fault of the network. */
export const FAILURE_SIGNAL_STEP: GroupingStep = {
  name: 'failure signal',
  joins:
    'A surface that reports failures by a wrong status, exit code or error does so after a fault of the network as well. So does one that reads an incomplete reply as a success. A surface that reports failures as successes reports replies without the promised content so as well. The cause is the code that reports failures.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (!isEffect(effect)) return [];
        const cause = clusters.find((other) => other !== effect && isSignal(other, effect) && isRelated(other, effect));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isEffect({ rule, smallest }: Cluster): boolean {
  return (rule.id === faultReported.id && SIGNALS.has(smallest.violation.kind)) || isUnreadable({ rule, smallest });
}

function isUnreadable({ rule, smallest }: Pick<Cluster, 'rule' | 'smallest'>): boolean {
  return rule.id === unexpectedReply.id && smallest.violation.kind === 'unreadable-reported-as-success';
}

/** A wrong status, or an incomplete reply that is read as a success. */
function isSignal({ rule, smallest }: Cluster, effect: Cluster): boolean {
  if (isUnreadable(effect))
    return rule.id === sameStatus.id && smallest.violation.kind === 'failure-reported-as-success';
  if (rule.id === sameStatus.id) return true;
  return isUnreadable({ rule, smallest }) && effect.smallest.violation.kind === 'failure-reported-as-success';
}

const SIGNALS: ReadonlySet<string> = new Set([
  'other-status',
  'other-error',
  'other-exit-code',
  'failure-reported-as-success',
]);
