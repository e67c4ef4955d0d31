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
 * of them carries it, with both calls, and the others are its evidence. What did not show again says so.
 */
export function gatherKept(told: readonly Told[]): readonly Told[] {
  const bySurface = new Map<string, Cluster>();
  return told.flatMap((each) => {
    const { cluster, standing } = each;
    if (standing.kind === 'unseen') return [{ cluster, standing: unsteady(standing) }];
    if (standing.kind !== 'after') return [each];
    const { surface } = standing.violation;
    const known = bySurface.get(surface);
    if (known !== undefined) {
      absorb(known, cluster);
      return [];
    }
    const first = kept(cluster, standing);
    bySurface.set(surface, first.cluster);
    return [first];
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
