import { isSuccess } from '../../../../../surfaces/failure-table.js';
import { faultReported } from '../../../../../rules/conformance/network/fault-reported.js';
import { oneExchange } from '../../../../../rules/conformance/surface/one-exchange.js';
import { unexpectedReply } from '../../../../../rules/conformance/surface/unexpected-reply.js';
import { sameStatus } from '../../../../../rules/parity/same-status.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins wrong reports of failures by one surface, with and without a network fault. */
export const FAILURE_SIGNAL_STEP: GroupingStep = {
  name: 'failure signal',
  joins:
    'If one surface reports failures wrongly in several situations, these violations form one finding. A wrong signal for a network fault (status, error, exit code or success) joins wrong signals for reply statuses. Success for a network fault also joins success for an unreadable reply, or a value that was returned without a request. Success for an unreadable reply joins success for a failure status. Failures that are reported as refusals by the surface join only each other. A crash at a failure joins a wrong error for failures. A crash at a refused connection joins the same crash at a failure.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (!isEffect(effect)) return [];
        const cause =
          clusters.find((other) => other !== effect && isSignal(other, effect) && isRelated(other, effect)) ??
          clusters.find((other) => isCache(other, effect));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isEffect({ rule, smallest }: Cluster): boolean {
  const { kind } = smallest.violation;
  return (
    (rule.id === faultReported.id &&
      (SIGNALS.has(kind) || isReadAsRefusal({ smallest }) || isRefusedCrash({ smallest }))) ||
    isUnreadable({ rule, smallest }) ||
    isFailedRead({ rule, smallest })
  );
}

/** Whether a surface returns a value without a request. It then also reports a failure as a success. */
function isCache({ rule, smallest }: Cluster, effect: Cluster): boolean {
  const [own, other] = [smallest.violation, effect.smallest.violation];
  return (
    rule.id === oneExchange.id &&
    own.kind === 'nothing-sent' &&
    effect.rule.id === faultReported.id &&
    other.kind === 'failure-reported-as-success' &&
    own.surface === other.surface
  );
}

/** Whether the call ends with a crash because of a failing reply. */
function isFailedRead({ rule, smallest }: Pick<Cluster, 'rule' | 'smallest'>): boolean {
  const { kind, status } = smallest.violation;
  return rule.id === unexpectedReply.id && kind === 'crash' && status !== undefined && !isSuccess(status);
}

/** Whether a failing status is reported as if the surface had refused the call. */
function isReadAsRefusal({ smallest }: Pick<Cluster, 'smallest'>): boolean {
  return smallest.violation.kind === 'failure-reported-as-refusal';
}

/** Whether the call ends with a crash because the connection is refused. */
function isRefusedCrash({ smallest: { violation } }: Pick<Cluster, 'smallest'>): boolean {
  return violation.kind === 'crash' && violation.cause === 'refused';
}

function isUnreadable({ rule, smallest }: Pick<Cluster, 'rule' | 'smallest'>): boolean {
  return rule.id === unexpectedReply.id && smallest.violation.kind === 'unreadable-reported-as-success';
}

/** Whether a cluster is a wrong report of failures that causes the effect. */
function isSignal({ rule, smallest }: Cluster, effect: Cluster): boolean {
  if (isUnreadable(effect))
    return rule.id === sameStatus.id && smallest.violation.kind === 'failure-reported-as-success';
  if (isReadAsRefusal(effect)) return rule.id === sameStatus.id && isReadAsRefusal({ smallest });
  if (effect.rule.id === faultReported.id && isRefusedCrash(effect))
    return isFailedRead({ rule, smallest }) && smallest.violation.crash === effect.smallest.violation.crash;
  if (isFailedRead(effect)) return rule.id === sameStatus.id && smallest.violation.kind === 'other-error';
  if (rule.id === sameStatus.id) return true;
  return isUnreadable({ rule, smallest }) && effect.smallest.violation.kind === 'failure-reported-as-success';
}

const SIGNALS: ReadonlySet<string> = new Set([
  'other-status',
  'other-error',
  'other-exit-code',
  'failure-reported-as-success',
]);
