import { retryAfter } from '../../../../rules/conformance/network/retry-after.js';
import { sameEvents } from '../../../../rules/parity/same-events.js';
import { responseBody } from '../../../../rules/conformance/service/response-body.js';
import { eventSchema } from '../../../../rules/stream/event-schema.js';
import { parsedAlike } from '../../../../rules/stream/parsed-alike.js';
import { type Cluster, joinCluster, ownerOf } from '../cluster.js';
import { type GroupingStep, absorbed } from '../step.js';

/** Joins the faults of the code that reads event streams. */
export const EVENT_RULES_STEP: GroupingStep = {
  name: 'event rules',
  joins:
    'A surface that reports the events of a service wrongly also reports those of scripted streams wrongly, as the same parser reads both. So does a surface that reads a field `retry` wrongly. A service whose events break a part of a schema that its replies break too has one cause, the value.',
  apply: (clusters) => {
    const wrong = [...clusters.filter(isOfService), ...clusters.filter(isOfScript)];
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (effect.rule.id === eventSchema.id) {
          const same = clusters.find((other) => other.rule.id === responseBody.id && isSameSchema(other, effect));
          return same === undefined ? [] : [[effect, same]];
        }
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

/** The cause is the address of the broken keyword. */
function isSameSchema(one: Cluster, other: Cluster): boolean {
  const { cause = '' } = one.smallest.violation;
  return cause.includes('#/') && cause === other.smallest.violation.cause && isOneOwner(one, other);
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
