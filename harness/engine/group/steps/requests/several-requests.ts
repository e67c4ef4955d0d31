import { stageOf } from '../../../../../rules/catalogue/catalogue.js';
import { faultTolerated } from '../../../../../rules/conformance/network/fault-tolerated.js';
import { oneExchange } from '../../../../../rules/conformance/surface/one-exchange.js';
import { SUPERSEDED } from '../../../../../surfaces/network-faults.js';
import { type Cluster, explainCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';
import { haveCommonTrial } from '../../trial-set.js';

/**
 * Combines into one finding the wrong outcomes of calls for which a surface sends several requests. For example, a
 * surface may send one request for each page of a list.
 */
export const SEVERAL_REQUESTS_STEP: GroupingStep = {
  name: 'several requests for one call',
  joins:
    'If a surface sends several requests for one call, it combines their replies. A wrong outcome becomes evidence of the requests if only operations with several requests show it, and some of these calls sent several requests. The outcome must be wrong as a whole or in a top-level member, because combining replies does not change the elements of a list. A timeout of such an operation after a network fault also becomes evidence. So does a wrong outcome if the user makes the call again before it ends, because the surface may then show the reply to any of its requests.',
  apply: (clusters) => {
    const repeated = clusters.filter(
      ({ rule, smallest }) => rule.id === oneExchange.id && smallest.violation.kind === 'repeated',
    );
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        const cause = repeated.find((other) => isOfCalls(other, effect) && isCombined(other, effect));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, explainCluster);
  },
};

/**
 * Whether the effect occurs on the same surface, and only in operations for which the surface sends several requests.
 */
function isOfCalls(repeated: Cluster, effect: Cluster): boolean {
  return (
    repeated !== effect &&
    ownerOf(repeated.smallest.violation) === ownerOf(effect.smallest.violation) &&
    [...effect.operations].every((operation) => repeated.operations.has(operation))
  );
}

function isCombined(repeated: Cluster, effect: Cluster): boolean {
  const { pointer, kind, cause } = effect.smallest.violation;
  if (effect.rule.id === faultTolerated.id) return kind === 'timeout' || (kind !== 'crash' && cause === SUPERSEDED);
  return (
    stageOf(effect.rule.id) === 'outcome' &&
    WHOLE_OR_MEMBER.test(pointer) &&
    haveCommonTrial(effect.shown, repeated.shown)
  );
}

/** Matches the pointer to an outcome, to its value, or to a member of its value. */
const WHOLE_OR_MEMBER = /^\/outcome(?:\/[^/]+){0,2}$/;
