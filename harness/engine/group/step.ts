import type { OperationId } from '../../../contract/operation.js';
import type { Cluster } from './cluster.js';

/** One step of the grouping. It combines clusters of violations that show one fault. */
export interface GroupingStep {
  readonly name: string;
  /** A statement for readers: which clusters the step combines, and why they have the same cause. */
  readonly joins: string;
  readonly apply: (clusters: readonly Cluster[], facts: GroupingFacts) => readonly Cluster[];
}

/** What the run observed in addition to violations. */
export interface GroupingFacts {
  /**
   * For each operation, the constraints that a real service enforced in at least one trial. Each is written as `keyword
   * pointer`. Two further checks may be in the set: `SEVERAL_PAGES` and `argumentsOf`.
   */
  readonly enforced: ReadonlyMap<OperationId, ReadonlySet<string>>;
}

/**
 * Merges each cluster that has a cause into the last cause of its chain (its cause, the cause of this cause, and so
 * on). Calls `into` with the last cause and the merged cluster. If the chain is a circle, one cluster of the circle
 * counts as the last cause and is kept.
 */
export function absorbed(
  clusters: readonly Cluster[],
  causeOf: ReadonlyMap<Cluster, Cluster>,
  into: (cause: Cluster, other: Cluster) => void,
): readonly Cluster[] {
  const causes = withoutCircles(clusters, causeOf);
  for (const cluster of clusters) if (causes.has(cluster)) into(rootOf(causes, cluster), cluster);
  return clusters.filter((cluster) => !causes.has(cluster));
}

function withoutCircles(
  clusters: readonly Cluster[],
  causeOf: ReadonlyMap<Cluster, Cluster>,
): ReadonlyMap<Cluster, Cluster> {
  const causes = new Map(causeOf);
  for (const cluster of clusters) {
    const seen = new Set<Cluster>();
    for (let next: Cluster | undefined = cluster; next !== undefined; next = causes.get(next)) {
      if (seen.has(next)) causes.delete(next);
      seen.add(next);
    }
  }
  return causes;
}

/**
 * Follows the chain from a cluster to its cause, to the cause of this cause, and so on. Returns the last one. Circles
 * were removed before, so the chain ends.
 */
function rootOf(causeOf: ReadonlyMap<Cluster, Cluster>, cluster: Cluster): Cluster {
  let root = cluster;
  for (let next = causeOf.get(root); next !== undefined; next = causeOf.get(root)) root = next;
  return root;
}

/** Whether a violation `cause` occurs in every operation in which the violation `effect` occurs. */
export function hasOperationsOf(cause: Cluster, effect: Cluster): boolean {
  return [...effect.operations].every((operation) => cause.operations.has(operation));
}

/** Pairs each cluster, except the first, with the first cluster of the group. */
export function toFirst(group: readonly Cluster[]): readonly (readonly [Cluster, Cluster])[] {
  const [first, ...others] = group;
  return first === undefined ? [] : others.map((other) => [other, first] as const);
}
