import type { OperationId } from '../../../contract/operation.js';
import type { CasePlan, Elsewhere } from './case-plan.js';
import type { PlannedCase } from './planned-case.js';

/** One of `count` parts of a plan; `index` counts from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/**
 * The cases of one shard. All shards together have every case once. Cases of one operation, kind and expectation take
 * turns, so that each shard has accepted calls of an operation wherever there are as many as shards. `elsewhere` states
 * what only other shards have of an operation: they verify it.
 */
export function shardOf(plan: CasePlan, { index, count }: Shard): CasePlan {
  const next = new Map<string, number>();
  const isOwn = (planned: PlannedCase): boolean => {
    const turn = turnOf(planned);
    const shard = next.get(turn) ?? next.size % count;
    next.set(turn, (shard + 1) % count);
    return shard === index;
  };
  const cases = plan.cases.filter(isOwn);
  const sequences = plan.sequences?.filter((_, position) => position % count === index);
  return { ...plan, cases, ...(sequences && { sequences }), elsewhere: elsewhere(plan.cases, cases) };
}

function elsewhere(all: readonly PlannedCase[], own: readonly PlannedCase[]): ReadonlyMap<OperationId, Elsewhere> {
  const [present, accepted] = [operationsOf(own), operationsOf(own.filter(isAccepted))];
  const found = new Map<OperationId, Elsewhere>();
  for (const id of operationsOf(all.filter(isAccepted))) if (!accepted.has(id)) found.set(id, 'accepted');
  for (const id of operationsOf(all)) if (!present.has(id)) found.set(id, 'all');
  return found;
}

function isAccepted({ case: { expect } }: PlannedCase): boolean {
  return expect.kind === 'accepted';
}

function operationsOf(cases: readonly PlannedCase[]): ReadonlySet<OperationId> {
  return new Set(cases.map(({ operation }) => operation.id));
}

function turnOf({ operation, case: { expect, provenance } }: PlannedCase): string {
  return `${operation.id} ${expect.kind === 'accepted' ? '' : provenance.kind} ${expect.kind}`;
}
