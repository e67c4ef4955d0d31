import { CALLS_APART } from '../../../rules/state/calls-apart.js';
import type { Minimised } from './minimised.js';
import { type Cluster, clusterKey, explainCluster, ownerOf } from '../group/cluster.js';

/**
 * What shows only after other calls is one fault of its owner, whatever rules it breaks on the way: something is kept between calls.
 * The first of them carries it, with the calls that it needs, and the others are its evidence; so is what did not show again on such
 * a surface. Where the state of the service is not reset between cases, an earlier call may well change what it answers: then the rule
 * itself is broken, after those calls.
 */
export function joinSessionState(faults: readonly Minimised[], isReset: (cluster: Cluster) => boolean): readonly Minimised[] {
  const carriers = new Map<string, Minimised>();
  for (const fault of faults.filter(({ cluster, reproduction }) => reproduction.violation.blame === 'surface' || isReset(cluster))) {
    const owner = ownerOf(fault.reproduction.violation);
    if (fault.reproduction.kind === 'after-calls' && !carriers.has(owner)) carriers.set(owner, carrierOf(fault));
  }
  const reported = new Set<Minimised>();
  return faults.flatMap((fault) => {
    const { cluster, reproduction } = fault;
    const carrier = carriers.get(ownerOf(reproduction.violation));
    const isKept = reproduction.kind === 'after-calls' || (reproduction.kind === 'unsteady' && reproduction.shown === 0);
    if (!isKept || carrier === undefined) return [fault];
    if (carrier.reproduction.case !== reproduction.case) explainCluster(carrier.cluster, cluster);
    if (reported.has(carrier)) return [];
    reported.add(carrier);
    return [carrier];
  });
}

function carrierOf({ cluster, reproduction, ...proved }: Minimised): Minimised {
  const { violation, case: shown } = reproduction;
  const calls = (shown.precedingCalls ?? []).map(({ operation }) => operation);
  const kept = {
    ...violation,
    kind: 'depends-on-earlier-call',
    cause: '',
    message: `After ${callWords(calls)} in the same session, and not without: ${violation.message}`,
    repair: CALLS_APART.repair,
  };
  const item = { rule: cluster.rule.id, surface: violation.surface, operation: shown.operation, pointer: violation.pointer, message: violation.message };
  const evidence: Cluster['evidence'] = new Map(cluster.evidence).set(clusterKey(cluster.rule, violation), { index: cluster.firstIndex, item });
  return {
    ...proved,
    cluster: { ...cluster, rule: CALLS_APART, key: clusterKey(CALLS_APART, kept), evidence },
    reproduction: { ...reproduction, violation: kept },
  };
}

/** `a call of createItem`, `3 calls of createItem and getItem`. */
function callWords(operations: readonly string[]): string {
  const names = [...new Set(operations)].join(' and ');
  return operations.length === 1 ? `a call of ${names}` : `${operations.length} calls of ${names}`;
}
