import { faultTolerated } from '../../../../../rules/conformance/network/fault-tolerated.js';
import { sameRejection } from '../../../../../rules/parity/same-rejection.js';
import { sameValue } from '../../../../../rules/parity/same-value.js';
import { SYSTEMATIC } from '../../../../../rules/values/json-difference.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins the same systematic change in values and in problem documents. */
export const ONE_READER_STEP: GroupingStep = {
  name: 'one reader of replies',
  joins:
    'If a surface changes problem documents and values in the same systematic way (for example, wrong decoding or omitted nulls), both form one finding, because one parser reads all replies. Omitted nulls of a problem document also join missing members of values, and added nulls join unexpected members. A different outcome for a reply whose parts end within characters becomes evidence of texts that the same surface decodes wrongly.',
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
    for (const parts of clusters.filter(isOfParts)) {
      const cause = clusters.find((reply) => DECODED.has(reply.rule.id) && isMisread(reply) && isRelated(reply, parts));
      if (cause !== undefined) causes.set(parts, cause);
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

const DECODED: ReadonlySet<string> = new Set([sameValue.id, sameRejection.id]);

/** Whether the outcome differs because the parts of the reply end within characters. */
function isOfParts({ rule, smallest }: Cluster): boolean {
  return rule.id === faultTolerated.id && smallest.case.provenance.name === 'trickle';
}

function isMisread(cluster: Cluster): boolean {
  return kindOf(cluster) === 'mis-decoded';
}

/** Whether both changes are the same. A reader that loses (or adds) members of values also loses (or adds) nulls. */
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
