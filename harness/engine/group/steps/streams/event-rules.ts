import { isJsonObject, ownValue } from '../../../../../contract/json/json.js';
import { valueAt } from '../../../../../contract/json/json-pointer.js';
import { parseJsonText } from '../../../../../contract/wire/request/split-request.js';
import { faultTolerated } from '../../../../../rules/conformance/network/fault-tolerated.js';
import { retryAfter } from '../../../../../rules/conformance/network/retry-after.js';
import { sameEvents } from '../../../../../rules/parity/same-events.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { eventSchema } from '../../../../../rules/stream/event-schema.js';
import { PLAIN, parsedAlike } from '../../../../../rules/stream/parsed-alike.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { type Cluster, joinCluster, ownerOf } from '../../cluster.js';
import { type GroupingStep, absorbed, hasOperationsOf } from '../../step.js';

/**
 * Combines into one finding the violations in events that have the same cause: one parser of streams, or one wrong
 * value.
 */
export const EVENT_RULES_STEP: GroupingStep = {
  name: 'event rules',
  joins:
    'Scripted streams that a surface parses wrongly form one finding with events of the service that it reports wrongly, because one parser reads all streams. Different violations in events of the service, such as a lost and a changed event, also form one finding. If a surface parses even the minimal stream (one field a line, in one chunk) wrongly, all scripted streams that it parses wrongly form one finding. A wrongly read `retry` field becomes a part of this finding. If events of the service have another type or are lost, the surface does not see the terminal event, so a stream that it does not end at this event belongs to the finding. An event that breaks its schema forms one finding with a reply that breaks the same keyword. It also forms one finding with a reply that matches no alternative of a union (`oneOf`, `anyOf`) because of the same value.',
  apply: (clusters) => {
    const wrong = [...clusters.filter(isOfService), ...clusters.filter(isOfScript)];
    const causes = new Map(
      clusters.flatMap((effect): readonly (readonly [Cluster, Cluster])[] => {
        if (effect.rule.id === eventSchema.id) {
          const same = clusters.find((other) => other.rule.id === responseBody.id && isOneValue(other, effect));
          return same === undefined ? [] : [[effect, same]];
        }
        if (isUnended(effect)) {
          const cause = clusters.find(
            (other) => isWithoutTerminal(other) && isOneOwner(other, effect) && hasOperationsOf(other, effect),
          );
          return cause === undefined ? [] : [[effect, cause]];
        }
        const [whole] = clusters.filter((other) => isOfService(other) && isOneOwner(other, effect));
        if (isOfService(effect)) return whole === undefined || whole === effect ? [] : [[effect, whole]];
        if (!isOfScript(effect) && !isRetryField(effect)) return [];
        const [cause] = wrong.filter(
          (other) => isOneOwner(other, effect) && (isOfService(other) || isPlain(other) || isRetryField(effect)),
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

/** Whether both clusters break the same keyword of the same schema. `cause` contains the address of the keyword. */
function isSameSchema(one: Cluster, other: Cluster): boolean {
  const { cause = '' } = one.smallest.violation;
  return cause.includes('#/') && cause === other.smallest.violation.cause && isOneOwner(one, other);
}

function isOneValue(reply: Cluster, event: Cluster): boolean {
  return isSameSchema(reply, event) || (isOneOwner(reply, event) && isSameValue(reply, event));
}

const UNIONS: ReadonlySet<string> = new Set(['oneOf', 'anyOf']);
const OF_REPLY = '/response/body';
const OF_EVENT = '/response/events/data';

/**
 * Whether both violations have one cause: a wrong value breaks the schema of an event, and a reply with the same value
 * at the same place matches no alternative of a union.
 */
function isSameValue({ smallest: reply }: Cluster, { smallest: event }: Cluster): boolean {
  const [whole, part] = [reply.violation, event.violation];
  const place = part.pointer.slice(OF_EVENT.length);
  const above = whole.pointer.slice(OF_REPLY.length);
  if (!UNIONS.has(whole.kind) || !part.pointer.startsWith(`${OF_EVENT}${above}/`)) return false;
  const { data } = isJsonObject(part.received) ? part.received : {};
  const value = typeof data === 'string' ? valueAt(parseJsonText(data) ?? null, place) : undefined;
  return value !== undefined && sameJson(value, valueAt(whole.received, place.slice(above.length)));
}

function isOfService({ rule }: Cluster): boolean {
  return rule.id === sameEvents.id;
}

/** Whether the surface waits for more of a stream after its terminal event. */
function isUnended({ rule, smallest }: Cluster): boolean {
  return rule.id === faultTolerated.id && smallest.case.provenance.name === 'kept-after-end';
}

/** Whether the surface loses the last events of a stream, or reports events with a wrong type. */
function isWithoutTerminal(cluster: Cluster): boolean {
  const { kind, expected, received } = cluster.smallest.violation;
  const isOtherType = kind === 'event-changed' && ownValue(expected, 'event') !== ownValue(received, 'event');
  return isOfService(cluster) && (isOtherType || kind === 'event-lost');
}

function isOfScript({ rule }: Cluster): boolean {
  return rule.id === parsedAlike.id;
}

/** Whether the surface parses even the minimal stream wrongly: one field a line, in one chunk. */
function isPlain(cluster: Cluster): boolean {
  const { kind, name } = cluster.smallest.case.provenance;
  return isOfScript(cluster) && (kind === 'response' || (kind === 'stream' && name === PLAIN));
}

function isRetryField({ rule, smallest }: Cluster): boolean {
  return rule.id === retryAfter.id && smallest.violation.cause === 'retry';
}
