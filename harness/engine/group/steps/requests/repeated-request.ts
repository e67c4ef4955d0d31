import { noUnsafeRepeat } from '../../../../../rules/conformance/network/no-unsafe-repeat.js';
import { retryAfter } from '../../../../../rules/conformance/network/retry-after.js';
import { oneExchange } from '../../../../../rules/conformance/surface/one-exchange.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding two faults of a surface: it repeats requests after a network fault, and it repeats requests
 * in ordinary calls.
 */
export const REPEATED_REQUEST_STEP: GroupingStep = {
  name: 'repeated request',
  joins:
    'Requests that a surface repeats after a network fault, or too early, form one finding with requests that the surface repeats in ordinary calls. The cause is the code that sends requests.',
  apply: (clusters) => {
    const repeated = clusters.filter(
      ({ rule, smallest }) => rule.id === oneExchange.id && smallest.violation.kind === 'repeated',
    );
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (effect.rule.id !== noUnsafeRepeat.id && effect.rule.id !== retryAfter.id) return [];
        const cause = repeated.find((other) => isRelated(other, effect));
        return cause === undefined ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};
