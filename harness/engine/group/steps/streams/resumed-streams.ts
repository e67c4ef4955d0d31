import { retryAfter } from '../../../../../rules/conformance/network/retry-after.js';
import { outcome } from '../../../../../rules/conformance/surface/outcome.js';
import { eventSchema } from '../../../../../rules/stream/event-schema.js';
import { monotonicIds } from '../../../../../rules/stream/monotonic-ids.js';
import { oneTerminal } from '../../../../../rules/stream/one-terminal.js';
import { parsedAlike } from '../../../../../rules/stream/parsed-alike.js';
import { resume } from '../../../../../rules/stream/resume.js';
import { resumedEvents } from '../../../../../rules/stream/resumed-events.js';
import { terminalResult } from '../../../../../rules/stream/terminal-result.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed, hasOperationsOf } from '../../step.js';
import { isCovered } from '../../trial-set.js';

/** Combines into one finding the violations that occur only if a stream is resumed after a disconnect. */
export const RESUMED_STREAMS_STEP: GroupingStep = {
  name: 'resumed streams',
  joins:
    'Some violations of a stream occur only for requests with a Last-Event-ID header. If the events after this id are also wrong, both form one finding for the same operations. If these events are right, the violations form one finding with violations of the same rule in whole streams. Events that a surface parses wrongly only after it resumed a stream form one finding. A reconnection before the time in a `retry` field forms one finding with a stream that the surface restarts from its beginning, if each early reconnection is such a restart. A surface that parses the events of whole streams wrongly may see an event in a stream that breaks before its first event, so a missing resumption of this stream belongs to that finding.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        const cause = causeOf(effect, clusters);
        return cause === undefined || cause === effect ? [] : [[effect, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

/** Rules that a stream breaks if the service sends the wrong events. */
const OF_STREAM: ReadonlySet<string> = new Set([oneTerminal.id, monotonicIds.id, eventSchema.id, terminalResult.id]);

function causeOf(effect: Cluster, clusters: readonly Cluster[]): Cluster | undefined {
  const related = clusters.filter((other) => isOneOwner(other, effect) && hasOperationsOf(other, effect));
  if (effect.rule.id === retryAfter.id && effect.smallest.violation.cause === 'retry')
    return related.find((other) => isBegunAnew(other) && isCovered(effect.shown, other.shown));
  const isUnresumed = (other: Cluster): boolean => isBeforeFirstEvent(other) && isCovered(effect.shown, other.shown);
  if (isBeforeFirstEvent(effect) || (effect.rule.id === outcome.id && related.some(isUnresumed)))
    return related.find(({ rule, onlyResumed }) => !onlyResumed && rule.id === parsedAlike.id);
  if (!effect.onlyResumed) return undefined;
  if (effect.rule.id === parsedAlike.id)
    return related.find(({ rule, onlyResumed }) => onlyResumed && rule === effect.rule);
  if (!OF_STREAM.has(effect.rule.id)) return undefined;
  return (
    related.find(({ rule, onlyResumed }) => onlyResumed && rule.id === resumedEvents.id) ??
    related.find(({ rule, onlyResumed }) => !onlyResumed && rule === effect.rule)
  );
}

function isOneOwner({ smallest: one }: Cluster, { smallest: other }: Cluster): boolean {
  return ownerOf(one.violation) === ownerOf(other.violation) && one.violation.blame === other.violation.blame;
}

/** Whether the surface does not resume a stream that breaks before its first event. */
function isBeforeFirstEvent({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === resume.id && violation.kind === 'not-resumed' && violation.expected === '';
}

function isBegunAnew({ rule, smallest }: Cluster): boolean {
  return rule.id === resume.id && smallest.violation.kind === 'begun-anew';
}
