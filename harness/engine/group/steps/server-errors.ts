import { noServerError } from '../../../../rules/conformance/no-server-error.js';
import { type Cluster, isAkin, joinCluster } from '../cluster.js';
import { constraintOf } from '../constraint-of.js';
import { type GroupingStep, absorbed } from '../step.js';

/** A service that fails alike on several operations. */
export const SERVER_ERRORS_STEP: GroupingStep = {
  name: 'server errors',
  joins:
    'A service that fails on several operations where the token is missing, where nothing is found, or on one invalid parameter of the same name, does so in the part that these operations share.',
  apply: (clusters) => {
    const causes = new Map<Cluster, Cluster>();
    const failing = clusters.filter(({ rule }) => rule.id === noServerError.id);
    for (const [index, cluster] of failing.entries()) {
      const cause = failing.slice(0, index).find((other) => !causes.has(other) && isAkin(other, cluster) && isAlike(other, cluster));
      if (cause !== undefined) causes.set(cluster, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

function isAlike(one: Cluster, other: Cluster): boolean {
  const { kind } = one.smallest.violation;
  const shared = sharedPart(one);
  return shared !== undefined && shared === sharedPart(other) && kind === other.smallest.violation.kind;
}

/** What a smallest case has that other operations may have, too; `undefined`: nothing but its own body or valid values. */
function sharedPart({ smallest: { case: made }, promised }: Cluster): string | undefined {
  if (promised.size > 1) return undefined;
  const { kind } = made.expect;
  if (kind === 'unauthenticated') return `${kind} ${made.token}`;
  if (kind === 'absent') return kind;
  const constraint = constraintOf(made);
  return constraint?.includes(' /body') === true ? undefined : constraint;
}
