import type { CasePlan, PlannedCase } from './case-plan.js';

/** One of `count` parts of a plan; `index` counts from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/**
 * The cases of one shard. All shards together have every case once. Cases of one operation, kind and expectation take turns, so that
 * each shard has accepted calls of an operation wherever there are as many as shards: without one a cell is inconclusive.
 */
export function shardOf(plan: CasePlan, { index, count }: Shard): CasePlan {
  const next = new Map<string, number>();
  const isOwn = (planned: PlannedCase): boolean => {
    const turn = turnOf(planned);
    const shard = next.get(turn) ?? next.size % count;
    next.set(turn, (shard + 1) % count);
    return shard === index;
  };
  return { ...plan, cases: plan.cases.filter(isOwn) };
}

function turnOf({ operation, case: { expect, provenance } }: PlannedCase): string {
  return `${operation.id} ${expect.kind === 'accepted' ? '' : provenance.kind} ${expect.kind}`;
}
