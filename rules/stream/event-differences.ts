import type { Json } from '../../contract/json/json.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { type Trial, type TrialContext, shows } from '../rule.js';
import { wireEvents, wireStreams } from './wire-events.js';

/**
 * Compares the events that each surface reported with those of its replies. `undefined` if no surface that reports
 * events received a stream.
 */
export function eventDifferences(trial: Trial, context: TrialContext): readonly Violation[] | undefined {
  const streamed = trial.observations.filter(
    (observation) => shows(context, observation.surface, 'events') && hasStream(observation),
  );
  return streamed.length === 0 ? undefined : streamed.flatMap((observation) => firstDifference(observation));
}

function hasStream(observation: Observation): boolean {
  const reply = replyOf(observation);
  const { kind } = observation.outcome;
  // Other rules report a crash, a timeout and a refusal.
  return (
    reply !== undefined &&
    isSuccess(reply.status) &&
    wireStreams(observation).length > 0 &&
    (kind === 'events' || kind === 'value')
  );
}

function firstDifference({ outcome, surface, ...rest }: Observation): readonly Violation[] {
  const sent = wireEvents({ outcome, surface, ...rest });
  // Depends on the reply, because a client may stop at the terminal event even if the service sends more.
  const about = { surface, pointer: '/outcome/events', blame: 'surface', cause: '', dependsOnReply: true } as const;
  if (outcome.kind !== 'events') {
    const message = 'The service sent a stream, but the caller received a value.';
    return [{ ...about, kind: 'not-events', message, expected: `${sent.length} events`, received: outcome.kind }];
  }
  const reported = outcome.events;
  const at = sent.findIndex((event, index) => !isSame(event, reported[index]));
  const index = at < 0 ? sent.length : at;
  if (index === sent.length && reported.length === sent.length) return [];
  return [{ ...about, ...differenceAt(sent, reported, index) }];
}

function isSame(sent: StreamEvent, reported: StreamEvent | undefined): boolean {
  return (
    reported !== undefined &&
    sent.event === reported.event &&
    sent.data === reported.data &&
    (reported.id === undefined || sent.id === reported.id)
  );
}

function differenceAt(
  sent: readonly StreamEvent[],
  reported: readonly StreamEvent[],
  index: number,
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

function shown(event: StreamEvent | undefined): Json {
  return event === undefined ? '(none)' : { ...event };
}
