import { type Cluster, explainCluster } from '../cluster.js';
import { type Fault, isStray, isStrayCause, mayFollow } from '../consequence-table.js';
import { type GroupingStep, absorbed } from '../step.js';
import { TrialSet } from '../trial-set.js';

/**
 * If two violations occur in the same trials, the later one may be a consequence of the earlier one. It then becomes
 * evidence of the finding about the earlier one, and is no finding of its own.
 */
export const CONSEQUENCES_STEP: GroupingStep = {
  name: 'consequences',
  joins:
    'A violation becomes evidence of an earlier violation that may cause it, if each trial with the violation also shows such an earlier violation. The cause must occur on the same surface, or in the service behind the surface. Replies that differ between surfaces become evidence of a violation by the service if each trial with the difference shows such a violation.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.flatMap((effect, index) => {
        const cause = causeOf(effect, clusters.slice(0, index)) ?? strayCause(effect, clusters);
        return cause === undefined ? [] : [[effect, cause] as const];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

/**
 * Finds the cause of a cluster among the earlier clusters that may cause it: the one with the most trials in common.
 * `undefined` if these clusters together do not occur in all trials of the cluster.
 */
function causeOf(effect: Cluster, earlier: readonly Cluster[]): Cluster | undefined {
  if (isStray(factOf(effect))) return undefined;
  const candidates = earlier.filter((cause) => factsOf(cause).some((fact) => mayFollow(fact, factOf(effect))));
  const isExplained = [...effect.shown].every(([lane, trials]) =>
    trials.isWithin(candidates.flatMap((cause) => cause.shown.get(lane) ?? [])),
  );
  return isExplained ? mostShared(effect, candidates) : undefined;
}

/**
 * Finds the cause of a difference between lanes: the violation of the service with the most trials in common with the
 * difference. `undefined` if violations of the service do not occur in all trials with the difference.
 */
function strayCause(effect: Cluster, clusters: readonly Cluster[]): Cluster | undefined {
  if (!isStray(factOf(effect))) return undefined;
  const candidates = clusters.filter((cause) => isStrayCause(factOf(cause)));
  const all = everyTrial(effect);
  return all.isWithin(candidates.map(everyTrial))
    ? candidates.toSorted((a, b) => everyTrial(b).shared(all) - everyTrial(a).shared(all))[0]
    : undefined;
}

function mostShared(effect: Cluster, candidates: readonly Cluster[]): Cluster | undefined {
  const shared = (cause: Cluster): number =>
    [...effect.shown].reduce((sum, [lane, trials]) => sum + (cause.shown.get(lane)?.shared(trials) ?? 0), 0);
  const counted = candidates.map((cause) => ({ cause, count: shared(cause) })).filter(({ count }) => count > 0);
  return counted.toSorted((a, b) => b.count - a.count)[0]?.cause;
}

function everyTrial({ shown }: Cluster): TrialSet {
  const all = new TrialSet();
  for (const trials of shown.values()) all.addAll(trials);
  return all;
}

/** The violation of the smallest trial of a cluster, copied once for each place at which the fault occurs. */
function factsOf(cluster: Cluster): readonly Fault[] {
  const { rule, violation } = factOf(cluster);
  return [violation.pointer, ...cluster.related.pointers].map((pointer) => ({
    rule,
    violation: { ...violation, pointer },
  }));
}

function factOf({ rule, smallest: { violation } }: Cluster): Fault {
  return { rule, violation };
}
