import { essence, headerValue } from '../../../../../contract/wire/message.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the violations of one surface that occur only for media types with an unusual spelling,
 * such as capitals.
 */
export const TYPE_SPELLING_STEP: GroupingStep = {
  name: 'type spelling',
  joins:
    'Violations of one surface form one finding if the replies in their smallest cases have a media type with capitals or with a parameter. Successes and problem documents form separate findings. The cause is the comparison of media types, because replies with the ordinary spelling run first and do not show the violations.',
  apply: (clusters) => {
    const spelled = clusters.filter(isSpelled);
    const causes = new Map(
      spelled.flatMap((cluster, index): readonly (readonly [Cluster, Cluster])[] => {
        const cause = spelled.slice(0, index).find((one) => isRelated(one, cluster));
        return cause === undefined ? [] : [[cluster, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

/**
 * Whether the reply in the smallest case has an unusual spelling of its media type. The usual spelling is tried first.
 * So a fault with such a smallest case does not occur with the usual spelling.
 */
function isSpelled({ smallest }: Cluster): boolean {
  const { reply } = smallest.case;
  if (reply === undefined || reply.fault !== undefined) return false;
  const type = headerValue(reply.headers, 'content-type');
  return type !== undefined && type !== essence(type);
}
