import type { Json } from '../../contract/json/json.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { type Trial, type TrialContext, shows } from '../rule.js';
import { wireEvents, wireStreams } from './wire-events.js';

/** What surfaces told of streams, beside what came over the wire; `undefined` where none that hands out events had one. */
export function toldEvents(trial: Trial, context: TrialContext): readonly Violation[] | undefined {
  const streamed = trial.observations.filter((observation) => shows(context, observation.surface, 'events') && hasStream(observation));
  return streamed.length === 0 ? undefined : streamed.flatMap((observation) => firstDifference(observation));
}

function hasStream(observation: Observation): boolean {
  const reply = replyOf(observation);
  const { kind } = observation.outcome;
  // A crash, a hang and a refusal are told by rules of their own.
  return reply !== undefined && isSuccess(reply.status) && wireStreams(observation).length > 0 && (kind === 'events' || kind === 'value');
}

function firstDifference({ outcome, surface, ...rest }: Observation): readonly Violation[] {
  const sent = wireEvents({ outcome, surface, ...rest });
  // A client may end a stream where the contract does, whatever the service writes after that.
  const about = { surface, pointer: '/outcome/events', blame: 'surface', cause: '', dependsOnReply: true } as const;
  if (outcome.kind !== 'events') {
    const message = 'The service sent a stream, and the caller received a value.';
    return [{ ...about, kind: 'not-events', message, expected: `${sent.length} events`, received: outcome.kind }];
  }
  const told = outcome.events;
  const at = sent.findIndex((event, index) => !isSame(event, told[index]));
  const index = at < 0 ? sent.length : at;
  if (index === sent.length && told.length === sent.length) return [];
  return [{ ...about, ...differenceAt(sent, told, index) }];
}

function isSame(sent: StreamEvent, told: StreamEvent | undefined): boolean {
  return told !== undefined && sent.event === told.event && sent.data === told.data && (told.id === undefined || sent.id === told.id);
}

function differenceAt(
  sent: readonly StreamEvent[],
  told: readonly StreamEvent[],
  index: number,
): Pick<Violation, 'kind' | 'message' | 'expected' | 'received'> {
  const [wanted, got] = [sent[index], told[index]];
  const repeated = got !== undefined && sent.slice(0, index).some((event) => isSame(event, got));
  const kind = got === undefined ? 'event-lost' : repeated ? 'event-repeated' : wanted === undefined ? 'event-invented' : 'event-changed';
  const counts = sent.length === told.length ? '' : ` ${sent.length} came over the wire, ${told.length} reached the caller.`;
  const message = `Event ${index + 1} that the caller received is not the one that the service sent.${counts}`;
  return { kind, message, expected: shown(wanted), received: shown(got) };
}

function shown(event: StreamEvent | undefined): Json {
  return event === undefined ? '(none)' : { ...event };
}
