import type { Json } from '../../contract/json/json.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { streamOf } from '../../contract/stream-of.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { ReportedEvent } from '../../surfaces/outcome.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { type Trial, type TrialContext, shows } from '../rule.js';
import { sameJson } from '../values/same-json.js';
import { jsonDataOf } from './event-data.js';
import { wireEvents, wireStreams } from './wire-events.js';

/**
 * Compares the events that each surface reported to its caller with the events in the replies that it received.
 * `undefined` if no surface that can report events received a stream.
 */
export function eventDifferences(
  trial: Trial,
  context: TrialContext,
  mayBeIgnored: (event: StreamEvent) => boolean = () => false,
): readonly Violation[] | undefined {
  const streamed = trial.observations.filter(
    (observation) => shows(context, observation.surface, 'events') && hasStream(observation),
  );
  if (streamed.length === 0) return undefined;
  return streamed.flatMap((observation) => {
    const hasValues = shows(context, observation.surface, 'event-values');
    const isSame: Comparison = (sent, reported) => isSameEvent(sent, reported, trial, context, hasValues);
    return firstDifference(observation, isSame, mayBeIgnored);
  });
}

type Comparison = (sent: StreamEvent, reported: ReportedEvent | undefined) => boolean;

function hasStream(observation: Observation): boolean {
  const reply = replyOf(observation);
  const { kind } = observation.outcome;
  // Other rules judge crashes, timeouts and refusals.
  return (
    reply !== undefined &&
    isSuccess(reply.status) &&
    wireStreams(observation).length > 0 &&
    (kind === 'events' || kind === 'value')
  );
}

function firstDifference(
  observation: Observation,
  isSame: Comparison,
  mayBeIgnored: (event: StreamEvent) => boolean,
): readonly Violation[] {
  const { outcome, surface } = observation;
  const all = wireEvents(observation);
  // The violation depends on the reply: if the service sends events after the terminal event, a client may ignore them.
  const about = { surface, pointer: '/outcome/events', blame: 'surface', cause: '', dependsOnReply: true } as const;
  if (outcome.kind !== 'events') {
    const message = 'The service sent a stream, but the caller received a value.';
    return [{ ...about, kind: 'not-events', message, expected: `${all.length} events`, received: outcome.kind }];
  }
  const reported = outcome.events;
  const sent = reported.length < all.length ? all.filter((event) => !mayBeIgnored(event)) : all;
  const at = sent.findIndex((event, index) => !isSame(event, reported[index]));
  const index = at < 0 ? sent.length : at;
  if (index === sent.length && reported.length === sent.length) return [];
  return [{ ...about, ...differenceAt(sent, reported, index, isSame) }];
}

/**
 * Whether the event that a surface reported equals the event that the service sent. If the surface also reported the
 * value of the data, this value must equal the data. A surface with `event-values` must report the value if the schema
 * states that the data are JSON. The surface may leave out the id, unless the schema of the event requires it.
 */
function isSameEvent(
  sent: StreamEvent,
  reported: ReportedEvent | undefined,
  { operation }: Trial,
  { contract: { schemas } }: TrialContext,
  hasValues: boolean,
): boolean {
  if (reported === undefined || sent.event !== reported.event || sent.data !== reported.data) return false;
  const schema = streamOf(operation)?.event;
  const isMissing = (): boolean =>
    hasValues &&
    schema !== undefined &&
    parseJsonText(sent.data) !== undefined &&
    jsonDataOf(schemas, schema, sent).length > 0;
  if (reported.value === undefined ? isMissing() : !isValueOf(sent.data, reported.value)) return false;
  if (reported.id !== undefined || sent.id === undefined) return sent.id === reported.id;
  const { id: _, ...withoutId } = sent;
  return schema === undefined || !schemas.accepts(schema, { ...sent }) || schemas.accepts(schema, withoutId);
}

/** Whether a surface may report the value for the data of an event. Data that are not JSON have no value. */
function isValueOf(data: string, value: Json): boolean {
  const sent = parseJsonText(data);
  return sent === undefined || sameJson(sent, value);
}

function differenceAt(
  sent: readonly StreamEvent[],
  reported: readonly ReportedEvent[],
  index: number,
  isSame: Comparison,
): Pick<Violation, 'kind' | 'message' | 'expected' | 'received'> {
  const [wanted, got] = [sent[index], reported[index]];
  const repeated = got !== undefined && sent.slice(0, index).some((event) => isSame(event, got));
  const kind =
    got === undefined
      ? 'event-lost'
      : repeated
        ? 'event-repeated'
        : wanted === undefined
          ? 'event-invented'
          : 'event-changed';
  const counts =
    sent.length === reported.length
      ? ''
      : ` The service sent ${sent.length} events, the caller received ${reported.length}.`;
  const message = `Event ${index + 1} that the caller received differs from the one that the service sent.${counts}`;
  return { kind, message, expected: shown(wanted), received: shown(got) };
}

function shown(event: ReportedEvent | undefined): Json {
  return event === undefined ? '(none)' : { ...event };
}
