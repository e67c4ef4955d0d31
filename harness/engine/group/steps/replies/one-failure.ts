import { anyElement } from '../../../../../contract/json/json-pointer.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { grouped } from '../../../../../reports/view/words/grouped.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed, toFirst } from '../../step.js';

/**
 * Combines into one finding the error replies of several operations if their bodies break the schema in the same way.
 */
export const ONE_FAILURE_STEP: GroupingStep = {
  name: 'one failure',
  joins:
    'Error replies (status 400 or above) of several operations form one finding if their bodies break the same keyword at the same member. A service usually writes all error replies in one function. Replies without the member that contains the whole item, such as `data`, form one finding, too.',
  apply: (clusters) => {
    const failures = clusters.filter(
      (cluster) =>
        cluster.rule.id === responseBody.id &&
        ((cluster.smallest.violation.status ?? 0) >= 400 || isWithoutEnvelope(cluster)),
    );
    const pairs = [...grouped(failures, breachOf).values()].flatMap(toFirst);
    return absorbed(clusters, new Map(pairs.filter(([other, first]) => isRelated(first, other))), joinCluster);
  },
};

/** The broken keyword and the pointer to the member, with `*` instead of list indexes. */
function breachOf({ smallest: { violation } }: Cluster): string {
  const { kind, expected, pointer } = violation;
  return JSON.stringify([kind, expected, anyElement(pointer)]);
}

/** Matches the common names of an envelope: the only member of a reply, which contains the item or the list. */
const ENVELOPE = /^\/response\/body\/(?:data|results?|payload|response|content)$/;

function isWithoutEnvelope({ smallest: { violation } }: Cluster): boolean {
  return violation.kind === 'required' && ENVELOPE.test(violation.pointer);
}
