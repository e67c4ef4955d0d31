import { faultReported } from '../../../../../rules/conformance/network/fault-reported.js';
import { STRAY_OUTPUT, outcome } from '../../../../../rules/conformance/surface/outcome.js';
import { unexpectedReply } from '../../../../../rules/conformance/surface/unexpected-reply.js';
import { sameGate } from '../../../../../rules/parity/same-gate.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * If one exit code or error occurs in at least this number of situations, the surface probably uses it for every
 * failure.
 */
const MANY = 3;

/** Combines into one finding the crashes of one surface that have the same exit code or error. */
export const ONE_CRASH_STEP: GroupingStep = {
  name: 'one crash',
  joins:
    'Crashes of one surface form one finding in five situations. (1) They have the same exit code or error, and occur in three or more of these conditions: ordinary calls, undocumented replies, each network fault, and gate decisions. The cause is the code that reports failures. (2) They have the same exit code or error, and occur in ordinary calls and with a closed output or a token that ends in a line end. (3) They occur because of text on standard output: the surface writes its log there. (4) A crash occurs at a success without readable JSON, and the surface reports another such success as a success. One function reads both. (5) They have the same text, but no exit code or error, and occur at a redirection and at a network fault: an HTTP library may report a redirection that it does not follow as a failed connection.',
  apply: (clusters) => {
    const byCrash = new Map<string, Cluster[]>();
    for (const cluster of clusters) {
      const crash = crashOf(cluster);
      if (crash !== undefined) byCrash.set(crash, [...(byCrash.get(crash) ?? []), cluster]);
    }
    const causes = new Map<Cluster, Cluster>();
    for (const group of byCrash.values()) {
      const [cause, ...others] = group.toSorted((one, other) => rankOf(one) - rankOf(other));
      if (cause === undefined) continue;
      const isEach = isStray(cause) || new Set(group.map(situationOf)).size >= MANY;
      const isUsual = cause.rule.id === outcome.id && !isUnusual(cause);
      for (const other of others) if (isEach || (isUsual && isUnusual(other))) causes.set(other, cause);
    }
    for (const crash of clusters.filter((cluster) => isUnreadable(cluster) && !causes.has(cluster))) {
      const cause = clusters.find(
        (other) => isTakenAsSuccess(other) && ownerOf(other.smallest.violation) === ownerOf(crash.smallest.violation),
      );
      if (cause !== undefined) causes.set(crash, cause);
    }
    for (const redirected of clusters.filter((cluster) => isRedirected(cluster) && !causes.has(cluster))) {
      const cause = clusters.find((other) => other.rule.id === faultReported.id && isSameCrash(other, redirected));
      if (cause !== undefined) causes.set(redirected, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isRedirected({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === unexpectedReply.id && Math.floor((violation.status ?? 0) / 100) === 3;
}

/** Whether one surface crashes in both clusters, with the same text and without an exit code or error. */
function isSameCrash({ smallest: { violation: fault } }: Cluster, { smallest: { violation } }: Cluster): boolean {
  const isUnnamed = violation.kind === 'crash' && violation.crash === '' && ownerOf(violation) === ownerOf(fault);
  return isUnnamed && fault.received === `a ${String(violation.received)}`;
}

/** Names of undocumented replies that have a success status, but not the JSON that the contract promises. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'HTML',
  'empty body',
  'truncated JSON',
  'NaN in a JSON object',
  'a line end in a JSON string',
]);

function isUnreadable({ rule, smallest: { case: made, violation } }: Cluster): boolean {
  return rule.id === unexpectedReply.id && violation.kind === 'crash' && UNREADABLE.has(made.reply?.fault ?? '');
}

function isTakenAsSuccess({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === unexpectedReply.id && violation.kind === 'unreadable-reported-as-success';
}

/**
 * The rules that a crash can break. If crashes break several of them, the first one in this list becomes the cause.
 * `outcome` is first, because such a crash occurs even if the service has no fault.
 */
const CRASHES: readonly string[] = [outcome.id, unexpectedReply.id, faultReported.id, sameGate.id];

function rankOf(cluster: Cluster): number {
  return CRASHES.indexOf(cluster.rule.id) + (isUnusual(cluster) ? 0.5 : 0);
}

/**
 * Whether the cause of the crash is a token with a line end at its end, or a closed output. A program may have its own
 * way to exit in these situations.
 */
function isUnusual({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === outcome.id && violation.cause !== violation.crash;
}

function isStray({ smallest: { violation } }: Cluster): boolean {
  return violation.crash === STRAY_OUTPUT;
}

/**
 * The owner and the exit code or error of a crash. `undefined` for other violations, and for crashes without an exit
 * code or error name.
 */
function crashOf({ rule, smallest: { violation } }: Cluster): string | undefined {
  const { crash = '' } = violation;
  return !CRASHES.includes(rule.id) || crash === '' ? undefined : `${ownerOf(violation)} ${crash}`;
}

/**
 * The situation in which a crash occurs: for example an ordinary call, an undocumented reply, or one of the network
 * faults. All gate decisions count as one situation.
 */
function situationOf({ rule, smallest: { violation } }: Cluster): string {
  return rule.id === faultReported.id ? `${rule.id} ${violation.cause ?? ''}` : rule.id;
}
