import { grouped } from '../../../../../reports/view/words/grouped.js';
import { argumentsChecked } from '../../../../../rules/conformance/surface/arguments-checked.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { argumentsOf } from '../../evident-checks.js';
import { type GroupingStep, type GroupingFacts, absorbed, toFirst } from '../../step.js';

/** Combines into one finding the calls with wrong arguments that a surface accepts because it checks no arguments. */
export const UNCHECKED_ARGUMENTS_STEP: GroupingStep = {
  name: 'unchecked arguments',
  joins:
    'If a surface accepts calls with several kinds of wrong arguments (unknown, missing, null), they form one finding, unless the surface refuses a wrong argument of any kind in at least one call. The cause is that it does not compare the arguments of a call with those of the operation.',
  apply: (clusters, facts) => {
    const bySurface = grouped(clusters.filter(isAccepted), ({ smallest }) => ownerOf(smallest.violation));
    const unchecked = [...bySurface].filter(([surface]) => !isCheckedBy(surface, facts)).map(([, group]) => group);
    for (const [first, ...others] of unchecked)
      if (first !== undefined && others.length > 0)
        first.summary = 'The surface does not check the arguments of calls.';
    return absorbed(clusters, new Map(unchecked.flatMap(toFirst)), joinCluster);
  },
};

function isAccepted({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === argumentsChecked.id && violation.kind.endsWith('-argument-accepted');
}

function isCheckedBy(surface: string, { enforced }: GroupingFacts): boolean {
  return [...enforced.values()].some((checks) => checks.has(argumentsOf(surface)));
}
