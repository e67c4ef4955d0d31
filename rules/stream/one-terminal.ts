import { streamOf } from '../../contract/stream-of.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';
import { type WireStream, wireStreams } from './wire-events.js';

/** A stream has one terminal event, which ends the stream. */
export const oneTerminal: TrialRule = {
  id: 'stream/one-terminal',
  severity: 'must',
  statement: 'A stream has exactly one terminal event, which is its last event.',
  source: 'the contract: x-<prefix>-terminal-events of the text/event-stream content',
  repair: 'Write the terminal event once, when the state becomes final, and end the response after it.',
  backends: EVERYWHERE,
  reads: 'reply',
  check: (trial, context) => {
    const terminal = streamOf(trial.operation)?.terminal ?? [];
    if (terminal.length === 0) return undefined;
    const streams = trial.observations.flatMap((observation) =>
      wireStreams(observation)
        .filter((stream) => !stream.cut && !isPastEnd(stream))
        .map((stream) => ({ surface: observation.surface, stream })),
    );
    if (streams.length === 0) return undefined;
    return streams.flatMap(({ surface, stream }) => faultOf(trial, context, surface, stream, new Set(terminal)));
  },
};

/** Whether the stream was requested with the id of its last event, so that the service has no further event to send. */
function isPastEnd({ after, events }: WireStream): boolean {
  return after !== '' && events.length === 0;
}

function faultOf(
  trial: Trial,
  context: TrialContext,
  surface: string,
  { events }: WireStream,
  terminal: ReadonlySet<string>,
): readonly Violation[] {
  const ends = events.filter(({ event }) => terminal.has(event));
  const last = events.at(-1);
  const isLast = last !== undefined && terminal.has(last.event);
  if (ends.length === 1 && isLast) return [];
  const kind = ends.length === 0 ? 'no-terminal' : ends.length > 1 ? 'terminal-repeated' : 'event-after-terminal';
  const about = { surface, pointer: '/response/events', blame: responder(context), cause: '' } as const;
  const descriptions = {
    'no-terminal': 'no terminal event',
    'terminal-repeated': `${ends.length} terminal events`,
    'event-after-terminal': 'events after its terminal event',
  };
  const message = `The stream of ${trial.operation.id} has ${descriptions[kind]}.`;
  return [
    {
      ...about,
      kind,
      message,
      expected: `one of ${[...terminal].join(', ')}, at the end`,
      received: events.slice(-5).map(({ event }) => event),
    },
  ];
}
