import { streamOf } from '../../contract/stream-of.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import type { Violation } from '../finding.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, responder } from '../rule.js';
import { type WireStream, wireStreams } from './wire-events.js';

type Order = ReadonlyMap<string, readonly string[]>;

/** Each event of a stream has a type that the contract permits after the type of the event before it. */
export const eventOrder: TrialRule = {
  id: 'stream/event-order',
  severity: 'must',
  statement:
    'If the contract states which event types may follow each event type, the events of every stream are in a permitted order. A stream starts with a type that follows no other type, unless the request resumes it.',
  source: 'the contract: x-<prefix>-event-order of the text/event-stream content',
  repair: 'Write one event for each change of state, in the order of the changes.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) => {
    const spec = streamOf(trial.operation);
    const order = spec?.order;
    if (order === undefined) return undefined;
    const streams = trial.observations.flatMap((observation) =>
      wireStreams(observation).map((stream) => ({ surface: observation.surface, stream })),
    );
    if (streams.every(({ stream }) => stream.events.length === 0)) return undefined;
    const terminal = new Set(spec?.terminal);
    return streams.flatMap(({ surface, stream }) => firstFault(context, surface, order, terminal, stream));
  },
};

/**
 * The violation for the first event in a wrong place. Events after the terminal event are left to
 * `stream/one-terminal`.
 */
function firstFault(
  context: TrialContext,
  surface: string,
  order: Order,
  terminal: ReadonlySet<string>,
  { after, events }: WireStream,
): readonly Violation[] {
  const about = { surface, pointer: '/response/events/event', blame: responder(context), cause: '' } as const;
  let allowed = after === '' ? firstTypes(order) : undefined;
  let before: StreamEvent | undefined;
  for (const [index, event] of events.entries()) {
    if (before !== undefined && terminal.has(before.event)) return [];
    if (allowed?.includes(event.event) === false) {
      const place = before === undefined ? 'is the first event of the stream' : `follows \`${before.event}\``;
      const message = `Event ${index + 1} of the stream, \`${event.event}\`, ${place}.`;
      return [{ ...about, kind: 'wrong-order', message, expected: [...allowed], received: event.event }];
    }
    allowed = order.get(event.event);
    before = event;
  }
  return [];
}

/**
 * The event types with which a stream must start: those that may follow no other type. `undefined` if there is none, so
 * that any type may be the first.
 */
function firstTypes(order: Order): readonly string[] | undefined {
  const later = new Set([...order].flatMap(([type, next]) => next.filter((each) => each !== type)));
  const first = [...order.keys()].filter((type) => !later.has(type));
  return first.length === 0 ? undefined : first;
}
