import { essence, headerValue } from '../../../../../contract/wire/message.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Joins faults that show only in replies whose media type has an unusual spelling. */
export const TYPE_SPELLING_STEP: GroupingStep = {
  name: 'type spelling',
  joins:
    'A surface that fails on replies whose media type has capitals or a parameter, and not on the same replies with the usual type, has one cause, the comparison of media types, whether the replies are successes or problems.',
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
 * Whether the smallest case has an unusual spelling. Replies with the usual spelling are planned first, so they do not
 * show the fault.
 */
function isSpelled({ smallest }: Cluster): boolean {
  const { reply } = smallest.case;
  if (reply === undefined || reply.fault !== undefined) return false;
  const type = headerValue(reply.headers, 'content-type');
  return type !== undefined && type !== essence(type);
}
