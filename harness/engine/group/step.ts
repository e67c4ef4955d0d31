import type { OperationId } from '../../../contract/operation.js';
import type { Cluster } from './cluster.js';

/** One way in which several clusters are one fault. */
export interface GroupingStep {
  readonly name: string;
  /** What it joins, and why that is one cause. */
  readonly joins: string;
  readonly apply: (clusters: readonly Cluster[], facts: GroupingFacts) => readonly Cluster[];
}

/** What the run saw beside its faults. */
export interface GroupingFacts {
  /** Constraints of each operation that a real service was seen to enforce: `keyword pointer`. */
  readonly enforced: ReadonlyMap<OperationId, ReadonlySet<string>>;
}

/** The clusters without those that have a cause among them, each put into its root cause by `into`. */
export function absorbed(
  clusters: readonly Cluster[],
  causeOf: ReadonlyMap<Cluster, Cluster>,
  into: (cause: Cluster, other: Cluster) => void,
): readonly Cluster[] {
  for (const cluster of clusters) if (causeOf.has(cluster)) into(rootOf(causeOf, cluster), cluster);
  return clusters.filter((cluster) => !causeOf.has(cluster));
}

/** Ends, because a cause stands before its effects in the order of the clusters. */
function rootOf(causeOf: ReadonlyMap<Cluster, Cluster>, cluster: Cluster): Cluster {
  let root = cluster;
  for (let next = causeOf.get(root); next !== undefined; next = causeOf.get(root)) root = next;
  return root;
}

/** All others joined to the first. */
export function toFirst(group: readonly Cluster[]): readonly (readonly [Cluster, Cluster])[] {
  const [first, ...others] = group;
  return first === undefined ? [] : others.map((other) => [other, first] as const);
}
