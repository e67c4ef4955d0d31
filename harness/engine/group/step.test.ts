import { expect, it } from 'vitest';
import type { Cluster } from './cluster.js';
import { absorbed } from './step.js';

const CLUSTERS = ['a', 'b', 'c', 'd'].map((name) => ({ name }) as unknown as Cluster);

/**
 * Merges the clusters `a` to `d` into their causes. Each element of `causes` is a pair of names: in `ab`, cluster `b`
 * is the cause of cluster `a`. Returns the clusters that stay, and each merged cluster with the cluster that it was
 * merged into.
 */
function left(causes: readonly string[]): readonly [left: string, joined: readonly string[]] {
  const named = (name: string | undefined): Cluster =>
    CLUSTERS.find((cluster) => (cluster as unknown as { name: string }).name === name) as Cluster;
  const nameOf = (cluster: Cluster): string => (cluster as unknown as { name: string }).name;
  const joined: string[] = [];
  const causeOf = new Map(causes.map(([effect, cause]) => [named(effect), named(cause)]));
  const kept = absorbed(CLUSTERS, causeOf, (cause, other) => joined.push(nameOf(other) + nameOf(cause)));
  return [kept.map(nameOf).join(''), joined];
}

it.each<[string, readonly string[], string, readonly string[]]>([
  ['no cluster has a cause', [], 'abcd', []],
  ['the causes of clusters form a chain', ['ab', 'bc'], 'cd', ['ac', 'bc']],
  ['two clusters cause each other', ['ab', 'ba'], 'acd', ['ba']],
  ['a chain of causes leads to two clusters that cause each other', ['ab', 'bc', 'cb'], 'bd', ['ab', 'cb']],
  ['a cluster is its own cause', ['aa'], 'abcd', []],
])('each of the clusters a to d is merged into its last cause: %s → kept: $2', (_, causes, kept, joined) => {
  expect(left(causes)).toEqual([kept, joined]);
});
