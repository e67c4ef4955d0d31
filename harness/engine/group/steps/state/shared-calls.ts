import { grouped } from '../../../../../reports/view/words/grouped.js';
import { callsAtOnce } from '../../../../../rules/state/at-once/calls-at-once.js';
import { sameStatus } from '../../../../../rules/parity/same-status.js';
import { isSuccess } from '../../../../../surfaces/failure-table.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed, toFirst } from '../../step.js';

/**
 * Combines into one finding the violations of concurrent calls that occur because the calls share a variable of the
 * surface.
 */
export const SHARED_CALLS_STEP: GroupingStep = {
  name: 'shared calls',
  joins:
    'Violations of one surface form one finding: equal concurrent calls send fewer requests than there are calls, and concurrent calls send a wrong request or receive a wrong reply. The cause is an object that all calls use. A wrong result of a concurrent call becomes evidence of a status that the surface reports wrongly in calls of the same operation, if only the concurrent call received another status.',
  apply: (clusters) => {
    const affected = clusters.filter(({ rule }) => rule.id === callsAtOnce.id);
    const causes = new Map(
      affected.flatMap((cluster): readonly (readonly [Cluster, Cluster])[] => {
        const cause = clusters.find((other) => isReportedWrongly(other, cluster));
        return cause === undefined ? [] : [[cluster, cause]];
      }),
    );
    const others = affected.filter((cluster) => !causes.has(cluster)).toSorted((a, b) => rankOf(a) - rankOf(b));
    for (const group of grouped(others, ({ smallest }) => ownerOf(smallest.violation)).values())
      for (const [cluster, first] of toFirst(group)) causes.set(cluster, first);
    return absorbed(clusters, causes, joinCluster);
  },
};

/** Orders the violations of one surface: the one that shows most clearly that calls affect each other is first. */
function rankOf({ smallest: { violation } }: Cluster): number {
  return violation.kind === 'shared-request' ? 2 : violation.status === undefined ? 0 : 1;
}

/**
 * Whether a surface reports successes, or failures, wrongly even if no other call runs. The status of `atOnce` is set
 * if the same call had another status when no other call ran.
 */
function isReportedWrongly(cause: Cluster, atOnce: Cluster): boolean {
  const { status } = atOnce.smallest.violation;
  if (cause.rule.id !== sameStatus.id || status === undefined) return false;
  const isOfStatus = cause.smallest.violation.kind.startsWith(isSuccess(status) ? 'success-' : 'failure-');
  const [owner, other] = [cause, atOnce].map(({ smallest }) => ownerOf(smallest.violation));
  const operations: ReadonlySet<string> = cause.operations;
  // The places of these violations are the operations of the wrong calls.
  return isOfStatus && owner === other && [...atOnce.places].every((operation) => operations.has(operation));
}
