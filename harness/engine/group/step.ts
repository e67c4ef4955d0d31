import type { OperationId } from '../../../contract/operation.js';
import type { Cluster } from './cluster.js';

/** A step that joins clusters that are one fault. */
export interface GroupingStep {
  readonly name: string;
  /** Which clusters the step joins, and why they have one cause. */
  readonly joins: string;
  readonly apply: (clusters: readonly Cluster[], facts: GroupingFacts) => readonly Cluster[];
}

/** Observations of the run, other than violations. */
export interface GroupingFacts {
  /** Constraints of each operation that a real service enforced in some trial: `keyword pointer`. */
  readonly enforced: ReadonlyMap<OperationId, ReadonlySet<string>>;
}

/**
 * Removes the clusters that have a cause, and calls `into` with the root cause of each. If causes form a circle, one
 * cluster of the circle stays as the cause of all others.
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

/** Follows the causes of a cluster to the first one. The loop ends, because no causes form a circle. */
function rootOf(causeOf: ReadonlyMap<Cluster, Cluster>, cluster: Cluster): Cluster {
  let root = cluster;
  for (let next = causeOf.get(root); next !== undefined; next = causeOf.get(root)) root = next;
  return root;
}

/** Pairs each cluster except the first with the first. */
export function toFirst(group: readonly Cluster[]): readonly (readonly [Cluster, Cluster])[] {
  const [first, ...others] = group;
  return first === undefined ? [] : others.map((other) => [other, first] as const);
}
