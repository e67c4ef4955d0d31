import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { writeOnly } from '../../../../../rules/conformance/service/write-only.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * If a reply contains a write-only member with an invalid value, the write-only member is no finding of its own. It
 * becomes evidence of the finding about the invalid value.
 */
export const WRITE_ONLY_MEMBER_STEP: GroupingStep = {
  name: 'write-only member',
  joins:
    'If a reply contains a member that its schema marks as write-only, and a value of this member breaks the schema, the two violations form one finding.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.flatMap((shown): readonly (readonly [Cluster, Cluster])[] => {
        const cause = clusters.find((invalid) => isValueOf(invalid, shown));
        return cause === undefined ? [] : [[shown, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

/**
 * Whether `invalid` is about a value of the write-only member of `shown`: both have the same place and the same schema.
 */
function isValueOf(invalid: Cluster, shown: Cluster): boolean {
  if (invalid.rule.id !== responseBody.id || shown.rule.id !== writeOnly.id) return false;
  const [one, other] = [invalid.smallest.violation, shown.smallest.violation];
  const schema = other.cause ?? '';
  return (
    ownerOf(one) === ownerOf(other) &&
    one.pointer === other.pointer &&
    schema !== '' &&
    one.cause?.startsWith(`${schema}/`) === true
  );
}
