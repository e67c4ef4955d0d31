import { TrialSet } from '../trial-set.js';
import { type Cluster, isRelated, joinCluster } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins the faults of a surface that omits members. */
export const OMITTED_MEMBERS_STEP: GroupingStep = {
  name: 'omitted members',
  joins:
    'Omitted nulls and empty values are one fault with a member that is missing with any value, if they are omitted at no other place. Code that omits empty values also omits nulls. Nulls that are added where members are missing are these members with other names.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    for (const kind of [NULLS, EMPTIES]) {
      for (const omitted of clusters.filter((cluster) => kindOf(cluster) === kind && !causes.has(cluster))) {
        const siblings = clusters.filter(
          (cluster) => cluster.rule === omitted.rule && isRelated(cluster, omitted) && !causes.has(cluster),
        );
        const cause =
          missingAt(siblings, omitted.places) ??
          (kind === NULLS ? siblings.find((cluster) => kindOf(cluster) === EMPTIES) : undefined);
        if (cause !== undefined) causes.set(omitted, cause);
      }
    }
    for (const added of clusters.filter((cluster) => kindOf(cluster) === ADDED && !causes.has(cluster))) {
      const cause = clusters.find((other) => isRenaming(other, added));
      if (cause !== undefined) causes.set(added, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

/** True if nulls are added only where members are missing: they have other names. */
function isRenaming(missing: Cluster, added: Cluster): boolean {
  return (
    kindOf(missing) === 'missing' &&
    missing.rule === added.rule &&
    isRelated(missing, added) &&
    [...added.shown].every(([lane, trials]) => trials.isWithin([missing.shown.get(lane) ?? new TrialSet()]))
  );
}

const ADDED = 'omitted-became-null';
const NULLS = 'null-became-omitted';
const EMPTIES = 'empty-became-omitted';

function missingAt(siblings: readonly Cluster[], places: ReadonlySet<string>): Cluster | undefined {
  const missing = siblings.filter((cluster) => kindOf(cluster) === 'missing');
  return [...places].every((place) => missing.some((cluster) => cluster.places.has(place))) ? missing[0] : undefined;
}

function kindOf({ smallest }: Cluster): string {
  return smallest.violation.kind;
}
