import { sameRejection } from '../../../../../rules/parity/same-rejection.js';
import { sameStatus } from '../../../../../rules/parity/same-status.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { isCovered } from '../../trial-set.js';

/**
 * Combines into one finding two violations of one surface: for the same failures, it reports neither the problem
 * document nor the status.
 */
export const LOST_FAILURE_STEP: GroupingStep = {
  name: 'lost failure',
  joins:
    'If a surface reports neither the problem document nor the status of a failure, both violations are one finding. In each trial in which the surface omits the problem document, it must also omit the status. The cause is the code that reports failures.',
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

/** Whether a surface omits the whole problem document or replaces it with another document. */
function isLostProblem({ rule, smallest }: Cluster): boolean {
  return rule.id === sameRejection.id && smallest.violation.pointer === '/outcome/problem';
}

/** Whether the status is missing in every trial in which the problem document is missing. */
function isWithin(problem: Cluster, status: Cluster): boolean {
  return isRelated(problem, status) && isCovered(problem.shown, status.shown);
}
