import { sameRejection } from '../../../../../rules/parity/same-rejection.js';
import { sameValue } from '../../../../../rules/parity/same-value.js';
import { SYSTEMATIC } from '../../../../../rules/values/json-difference.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins the same change of members in values and in problems. */
export const ONE_READER_STEP: GroupingStep = {
  name: 'one reader of replies',
  joins:
    'A surface that changes the problems of failures in the same systematic way as the values of successes (wrong decoding, omitted nulls …) has one cause, the code that reads every reply.',
  apply: (clusters) => {
    const values = clusters.filter(({ rule }) => rule.id === sameValue.id);
    const causes = new Map(
      clusters
        .filter(({ rule, smallest }) => rule.id === sameRejection.id && SYSTEMATIC.has(smallest.violation.kind))
        .flatMap((problem): readonly (readonly [Cluster, Cluster])[] => {
          const cause = values.find((value) => isRelated(value, problem) && isOneHabit(value, problem));
          return cause === undefined ? [] : [[problem, cause]];
        }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

/** Whether the same reader of JSON explains both clusters: it loses or adds members, whether they are null or not. */
function isOneHabit(value: Cluster, problem: Cluster): boolean {
  return kindOf(value) === kindOf(problem) || kindOf(value) === LOST.get(kindOf(problem));
}

const LOST: ReadonlyMap<string, string> = new Map([
  ['null-became-omitted', 'missing'],
  ['omitted-became-null', 'unexpected'],
]);

function kindOf({ smallest }: Cluster): string {
  return smallest.violation.kind;
}
