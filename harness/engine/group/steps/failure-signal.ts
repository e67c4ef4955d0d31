import { faultReported } from '../../../../rules/conformance/network/fault-reported.js';
import { unexpectedReply } from '../../../../rules/conformance/surface/unexpected-reply.js';
import { sameStatus } from '../../../../rules/parity/same-status.js';
import { type Cluster, isRelated, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins a wrong signal of failures with the same signal after a fault of the network. */
export const FAILURE_SIGNAL_STEP: GroupingStep = {
  name: 'failure signal',
  joins:
    'A surface that reports failures by a wrong status, exit code or error does so after a fault of the network as well. So does one that reads an incomplete reply as a success. The cause is the code that reports failures.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (effect.rule.id !== faultReported.id || !SIGNALS.has(effect.smallest.violation.kind)) return [];
        const cause = clusters.find((other) => isSignal(other, effect) && isRelated(other, effect));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

/** A wrong status, or an incomplete reply that is read as a success. */
function isSignal({ rule, smallest }: Cluster, effect: Cluster): boolean {
  if (rule.id === sameStatus.id) return true;
  const isRead = rule.id === unexpectedReply.id && smallest.violation.kind === 'unreadable-reported-as-success';
  return isRead && effect.smallest.violation.kind === 'failure-reported-as-success';
}

const SIGNALS: ReadonlySet<string> = new Set([
  'other-status',
  'other-error',
  'other-exit-code',
  'failure-reported-as-success',
]);
