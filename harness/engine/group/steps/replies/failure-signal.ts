import { isSuccess } from '../../../../../surfaces/failure-table.js';
import { faultReported } from '../../../../../rules/conformance/network/fault-reported.js';
import { oneExchange } from '../../../../../rules/conformance/surface/one-exchange.js';
import { unexpectedReply } from '../../../../../rules/conformance/surface/unexpected-reply.js';
import { sameStatus } from '../../../../../rules/parity/same-status.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the violations of one surface that reports failures wrongly, with or without a network
 * fault.
 */
export const FAILURE_SIGNAL_STEP: GroupingStep = {
  name: 'failure signal',
  joins:
    'Failures that one surface reports wrongly form one finding in six situations. (1) The signal (status, error, exit code or success) is wrong for a network fault and for a reply status. (2) A network fault is reported as a success, and so is an unreadable reply, or the surface returns a value without a request. (3) An unreadable reply and an error status are reported as a success. (4) Several failures are reported as refusals by the surface. (5) The surface crashes at an error status and reports a wrong error for other failures. (6) The surface crashes in the same way at a refused connection and at an error status.',
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

/** Whether the surface returns a value without a request. If so, it also reports a network failure as a success. */
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

/** Whether a surface crashes when it receives a reply with an error status. */
function isFailedRead({ rule, smallest }: Pick<Cluster, 'rule' | 'smallest'>): boolean {
  const { kind, status } = smallest.violation;
  return rule.id === unexpectedReply.id && kind === 'crash' && status !== undefined && !isSuccess(status);
}

/** Whether a surface reports a reply with an error status as if the surface itself had refused the call. */
function isReadAsRefusal({ smallest }: Pick<Cluster, 'smallest'>): boolean {
  return smallest.violation.kind === 'failure-reported-as-refusal';
}

/** Whether a surface crashes because the service refuses the connection. */
function isRefusedCrash({ smallest: { violation } }: Pick<Cluster, 'smallest'>): boolean {
  return violation.kind === 'crash' && violation.cause === 'refused';
}

function isUnreadable({ rule, smallest }: Pick<Cluster, 'rule' | 'smallest'>): boolean {
  return rule.id === unexpectedReply.id && smallest.violation.kind === 'unreadable-reported-as-success';
}

/** Whether `cluster` shows that the surface reports failures wrongly, and `effect` follows from the same fault. */
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
