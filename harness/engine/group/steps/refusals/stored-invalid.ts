import { lastToken } from '../../../../../contract/json/json-pointer.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { type Cluster, explainCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/** Makes replies with a stored invalid value evidence of the call that accepted the value. */
export const STORED_INVALID_STEP: GroupingStep = {
  name: 'stored invalid value',
  joins:
    'An invalid value in a reply becomes evidence that the service accepted an invalid value. Both must break the same keyword at a member with the same name, and a reply to a call that sent the value must contain it. Such a service also returns the value later, for example in a list.',
  apply: (clusters) => {
    const taken = clusters.filter(
      ({ rule, smallest }) => rule.id === invalidRejected.id && smallest.violation.kind === 'invalid-accepted',
    );
    const causes = new Map(
      clusters
        .filter(({ rule, smallest }) => rule.id === responseBody.id && smallest.violation.blame === 'backend')
        .flatMap((reply) => {
          const cause = taken.find((accepted) => isStored(reply, accepted));
          return cause === undefined ? [] : [[reply, cause] as const];
        }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

/**
 * Whether the value in the reply breaks the same keyword as the accepted value, and the reply to a call with the accepted
 * value has it too.
 */
export function isStored(reply: Cluster, accepted: Cluster): boolean {
  const { expect } = accepted.smallest.case;
  return (
    expect.kind === 'rejected' &&
    expect.keyword === reply.smallest.violation.kind &&
    lastToken(expect.pointer) === lastToken(reply.smallest.violation.pointer) &&
    [...accepted.shown].some(([lane, trials]) => (reply.shown.get(lane)?.shared(trials) ?? 0) > 0)
  );
}
