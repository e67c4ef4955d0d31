import { sameRejection } from '../../../../../rules/parity/same-rejection.js';
import { sameStatus } from '../../../../../rules/parity/same-status.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins missing statuses with missing problem documents of the same failures. */
export const LOST_FAILURE_STEP: GroupingStep = {
  name: 'lost failure',
  joins:
    'A problem document that a surface does not report forms one finding with a status that it does not report, if each trial without the document also lacks the status. The cause is the code that reports failures.',
  apply: (clusters) => {
    const statuses = clusters.filter(isLostStatus);
    const causes = new Map(
      statuses.flatMap((status): readonly (readonly [Cluster, Cluster])[] => {
        const cause = clusters.find((problem) => isLostProblem(problem) && isWithin(problem, status));
        return cause === undefined ? [] : [[status, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isLostStatus({ rule, smallest }: Cluster): boolean {
  return rule.id === sameStatus.id && smallest.violation.kind === 'status-missing';
}

/** Whether the whole problem document is missing or replaced. */
function isLostProblem({ rule, smallest }: Cluster): boolean {
  return rule.id === sameRejection.id && smallest.violation.pointer === '/outcome/problem';
}

/** Whether the status is missing in every trial in which the problem is missing. */
function isWithin(problem: Cluster, status: Cluster): boolean {
  return (
    isRelated(problem, status) &&
    [...problem.shown].every(([lane, trials]) => {
      const others = status.shown.get(lane);
      return others !== undefined && trials.isWithin([others]);
    })
  );
}
