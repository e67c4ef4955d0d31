import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { type Cluster, explainCluster, isRelated } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * A refusal of a valid input may name several members, while other refusals name only some of them. The refusal that
 * names several members then becomes evidence of the findings about the other refusals.
 */
export const SEVERAL_MEMBERS_STEP: GroupingStep = {
  name: 'several members',
  joins:
    'A refusal of a valid input that names several members is a consequence of refusals with the same status that name fewer of these members, if together they name each of them with the same text.',
  apply: (clusters) => {
    const refusals = clusters.filter(isStated);
    const causes = new Map<Cluster, Cluster>();
    for (const cluster of refusals) {
      const parts = refusals.filter((other) => isPart(other, cluster));
      const named = new Set(parts.flatMap(({ members }) => [...members]));
      const [cause] = parts;
      if (cause !== undefined && named.size === cluster.members.size) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, explainCluster);
  },
};

/** The maximum number of members that are compared. A cluster with more members may not have stored all of them. */
const MAX_MEMBERS = 100;

/** Whether every refusal of the cluster names the members of the input that it refuses. */
function isStated({ rule, members }: Cluster): boolean {
  return rule.id === validAccepted.id && members.size > 0 && members.size <= MAX_MEMBERS && !members.has('');
}

function isPart(part: Cluster, whole: Cluster): boolean {
  return (
    isRelated(part, whole) &&
    part.smallest.violation.kind === whole.smallest.violation.kind &&
    part.smallest.violation.status === whole.smallest.violation.status &&
    part.members.size < whole.members.size &&
    [...part.members].every((member) => whole.members.has(member))
  );
}
