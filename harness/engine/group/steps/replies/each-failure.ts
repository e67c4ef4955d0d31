import { outcome } from '../../../../../rules/conformance/surface/outcome.js';
import { unexpectedReply } from '../../../../../rules/conformance/surface/unexpected-reply.js';
import { grouped } from '../../../../../reports/view/words/grouped.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed, toFirst } from '../../step.js';

/** The minimum number of statuses. From this number on, the surface is assumed to report every failure in this way. */
const MANY = 3;

/** Joins crashes of one surface at failures with different statuses. */
export const EACH_FAILURE_STEP: GroupingStep = {
  name: 'each failure',
  joins:
    'Crashes of one surface form one finding if they occur at error replies with three or more different statuses, even if each has its own error or exit code. A surface often has one class of errors for each status; the cause is what these classes have in common.',
  apply: (clusters) => {
    const crashes = clusters.filter(isAtFailure).toSorted((one, other) => rankOf(one) - rankOf(other));
    const groups = [...grouped(crashes, ({ smallest }) => ownerOf(smallest.violation)).values()];
    const pairs = groups.filter((group) => new Set(group.map(statusOf)).size >= MANY).flatMap(toFirst);
    return absorbed(clusters, new Map(pairs), joinCluster);
  },
};

function isAtFailure(cluster: Cluster): boolean {
  const { rule, smallest } = cluster;
  return RULES.includes(rule.id) && smallest.violation.kind === 'crash' && statusOf(cluster) >= 400;
}

/** The rules that a crash at a reply breaks. The first one becomes the cause, because the contract permits its reply. */
const RULES: readonly string[] = [outcome.id, unexpectedReply.id];

function rankOf({ rule }: Cluster): number {
  return RULES.indexOf(rule.id);
}

function statusOf({ smallest: { violation } }: Cluster): number {
  return violation.status ?? 0;
}
