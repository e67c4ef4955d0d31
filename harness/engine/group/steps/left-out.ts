import { type Cluster, isAkin, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Members that a surface leaves out. */
export const LEFT_OUT_STEP: GroupingStep = {
  name: 'left out',
  joins:
    'Nulls and empty values that are gone from no place but where a member is missing whatever it holds follow from that; and whoever takes empty values for nothing does so with null.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const kind of [NULLS, EMPTIES]) {
      for (const habit of clusters.filter((cluster) => kindOf(cluster) === kind && !causes.has(cluster))) {
        const siblings = clusters.filter((cluster) => cluster.rule === habit.rule && isAkin(cluster, habit) && !causes.has(cluster));
        const cause =
          missingAt(siblings, habit.places) ?? (kind === NULLS ? siblings.find((cluster) => kindOf(cluster) === EMPTIES) : undefined);
        if (cause !== undefined) causes.set(habit, cause);
      }
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

const NULLS = 'null-became-omitted';
const EMPTIES = 'empty-became-omitted';

function missingAt(siblings: readonly Cluster[], places: ReadonlySet<string>): Cluster | undefined {
  const missing = siblings.filter((cluster) => kindOf(cluster) === 'missing');
  return [...places].every((place) => missing.some((cluster) => cluster.places.has(place))) ? missing[0] : undefined;
}

function kindOf({ smallest }: Cluster): string {
  return smallest.violation.kind;
}
