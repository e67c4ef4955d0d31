import { CALLS_APART } from '../../rules/state/calls-apart.js';
import type { Shown, Standing } from './alone.js';
import { type Cluster, absorb, clusterKey } from './cluster.js';

/** A fault and how it is to be told; `unverified`: nobody tried whether its case shows it by itself. */
export interface Told {
  readonly cluster: Cluster;
  readonly standing: Standing | ({ readonly kind: 'unverified' } & Shown);
}

/**
 * What a surface shows only after another call is one fault, whatever rules it breaks on the way: something is kept. The first
 * of them carries it, with both calls, and the others are its evidence; so is what did not show again on such a surface. On
 * any other it is told, and says so.
 */
export function gatherKept(told: readonly Told[]): readonly Told[] {
  const carriers = new Map<string, Told>();
  for (const { cluster, standing } of told) {
    if (standing.kind === 'after' && !carriers.has(standing.violation.surface))
      carriers.set(standing.violation.surface, kept(cluster, standing));
  }
  const isTold = new Set<Told>();
  return told.flatMap((each) => {
    const { cluster, standing } = each;
    const carrier = carriers.get(standing.violation.surface);
    if (standing.kind !== 'after' && standing.kind !== 'unseen') return [each];
    if (carrier === undefined) return [{ cluster, standing: unsteady(standing) }];
    if (carrier.standing.case !== standing.case) absorb(carrier.cluster, cluster);
    if (isTold.has(carrier)) return [];
    isTold.add(carrier);
    return [carrier];
  });
}

function kept(cluster: Cluster, standing: Extract<Standing, { kind: 'after' }>): Told {
  const { prior, violation } = standing;
  const told = {
    ...violation,
    kind: 'depends-on-earlier-call',
    cause: '',
    message: `After a call of ${prior.operation} in the same session, and not without it: ${violation.message}`,
    repair: CALLS_APART.repair,
  };
  const broken = { rule: cluster.rule.id, surface: violation.surface, operation: standing.case.operation };
  const item = { ...broken, pointer: violation.pointer, message: violation.message };
  cluster.evidence.set(`${broken.rule} ${broken.surface} ${broken.operation}`, { index: cluster.firstIndex, item });
  return { cluster: { ...cluster, rule: CALLS_APART, key: clusterKey(CALLS_APART, told) }, standing: { ...standing, violation: told } };
}

function unsteady(standing: Standing): Standing {
  const message = `${standing.violation.message} It showed in the run, but not when this case was made again in a session of its own.`;
  return { ...standing, violation: { ...standing.violation, message } };
}
