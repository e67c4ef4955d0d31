import { type Cluster, absorb } from './cluster.js';

/**
 * What is left out: a member, whatever is in it; or whatever is null, or empty. That null and empty values are gone from nowhere
 * but where a member is missing as a whole follows from that; and who takes empty for nothing does so with null.
 */
export function gatherOmitted(clusters: readonly Cluster[]): readonly Cluster[] {
  const absorbed = new Set<Cluster>();
  for (const kind of [NULLS, EMPTIES]) {
    for (const habit of clusters.filter((cluster) => kindOf(cluster) === kind)) {
      const siblings = clusters.filter((cluster) => cluster !== habit && isAlike(cluster, habit));
      const cause =
        missingAt(siblings, habit.places) ?? (kind === NULLS ? siblings.find((cluster) => kindOf(cluster) === EMPTIES) : undefined);
      if (cause === undefined) continue;
      for (const place of habit.places) cause.places.add(place);
      absorb(cause, habit);
      absorbed.add(habit);
    }
  }
  return clusters.filter((cluster) => !absorbed.has(cluster));
}

const NULLS = 'null-became-omitted';
const EMPTIES = 'empty-became-omitted';

function missingAt(siblings: readonly Cluster[], places: ReadonlySet<string>): Cluster | undefined {
  const missing = siblings.filter((cluster) => kindOf(cluster) === 'missing');
  return [...places].every((place) => missing.some((cluster) => cluster.places.has(place))) ? missing[0] : undefined;
}

function kindOf({ smallest }: Cluster): string {
  return smallest.violation.kind;
}

function isAlike({ rule, smallest: one }: Cluster, { rule: other, smallest }: Cluster): boolean {
  const { blame, surface } = smallest.violation;
  return rule === other && one.violation.blame === blame && (blame !== 'surface' || one.violation.surface === surface);
}
