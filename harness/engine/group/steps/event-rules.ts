import { retryAfter } from '../../../../rules/conformance/network/retry-after.js';
import { sameEvents } from '../../../../rules/parity/same-events.js';
import { parsedAlike } from '../../../../rules/stream/parsed-alike.js';
import { type Cluster, joinCluster, ownerOf } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins the faults of the code that reads event streams. */
export const EVENT_RULES_STEP: GroupingStep = {
  name: 'event rules',
  joins:
    'A surface that reports the events of a service wrongly also reports those of scripted streams wrongly, as the same parser reads both. So does a surface that reads a field `retry` wrongly.',
  apply: (clusters) => {
    const wrong = [...clusters.filter(isOfService), ...clusters.filter(isOfScript)];
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (!isOfScript(effect) && !isRetryField(effect)) return [];
        const [cause] = wrong.filter(
          (other) => isOneOwner(other, effect) && (isOfService(other) || isRetryField(effect)),
        );
        return cause === undefined || cause === effect ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isOneOwner({ smallest: one }: Cluster, { smallest: other }: Cluster): boolean {
  return ownerOf(one.violation) === ownerOf(other.violation);
}

function isOfService({ rule }: Cluster): boolean {
  return rule.id === sameEvents.id;
}

function isOfScript({ rule }: Cluster): boolean {
  return rule.id === parsedAlike.id;
}

function isRetryField({ rule, smallest }: Cluster): boolean {
  return rule.id === retryAfter.id && smallest.violation.cause === 'retry';
}
