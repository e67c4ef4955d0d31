import { faultReported } from '../../../../../rules/conformance/network/fault-reported.js';
import { outcome } from '../../../../../rules/conformance/surface/outcome.js';
import { unexpectedReply } from '../../../../../rules/conformance/surface/unexpected-reply.js';
import { grouped } from '../../../../../reports/view/words/grouped.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed, toFirst } from '../../step.js';

/**
 * If one surface crashes at error replies with at least this number of different statuses, it probably crashes at every
 * error reply.
 */
const MANY = 3;

/** Combines into one finding the crashes of one surface at error replies with different statuses. */
export const EACH_FAILURE_STEP: GroupingStep = {
  name: 'each failure',
  joins:
    'Crashes of one surface form one finding if they occur at error replies with three or more different statuses, even if each has its own error or exit code. A surface often has one class of errors for each status; the cause is what these classes have in common. Crashes of one program also form one finding, with any reply, if each exit code is the status of its reply modulo 256: a system keeps only eight bits.',
  apply: (clusters) => {
    const crashes = clusters.filter(isAtFailure).toSorted((one, other) => rankOf(one) - rankOf(other));
    const groups = [...grouped(crashes, ({ smallest }) => ownerOf(smallest.violation)).values()];
    const pairs = groups.filter((group) => new Set(group.map(statusOf)).size >= MANY).flatMap(toFirst);
    const ofStatus = [
      ...grouped(clusters.filter(exitsWithStatus), ({ smallest }) => ownerOf(smallest.violation)).values(),
    ];
    const alike = ofStatus.map((group) => group.toSorted((one, other) => rankOf(one) - rankOf(other))).flatMap(toFirst);
    return absorbed(clusters, new Map([...alike, ...pairs]), joinCluster);
  },
};

function isAtFailure(cluster: Cluster): boolean {
  return cluster.rule.id !== faultReported.id && isCrash(cluster) && statusOf(cluster) >= 400;
}

/** Whether the exit code of the program equals the last eight bits of the status of the reply. */
function exitsWithStatus(cluster: Cluster): boolean {
  const { violation } = cluster.smallest;
  const { crash, status } = violation;
  return isCrash(cluster) && status !== undefined && crash === `exit code ${status % 256}`;
}

/**
 * The rules that a crash can break. If crashes break several of them, the first one in this list becomes the cause,
 * because it is about replies that the contract permits.
 */
const RULES: readonly string[] = [outcome.id, unexpectedReply.id, faultReported.id];

function isCrash({ rule, smallest }: Cluster): boolean {
  return RULES.includes(rule.id) && smallest.violation.kind === 'crash';
}

function rankOf({ rule }: Cluster): number {
  return RULES.indexOf(rule.id);
}

function statusOf({ smallest: { violation } }: Cluster): number {
  return violation.status ?? 0;
}
