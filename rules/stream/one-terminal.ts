import { streamOf } from '../../contract/stream-of.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';
import { type WireStream, wireStreams } from './wire-events.js';

/** A stream says once how it ended, and nothing after that. */
export const oneTerminal: TrialRule = {
  id: 'stream/one-terminal',
  severity: 'must',
  statement: 'A stream has exactly one terminal event, and it is the last.',
  source: 'the contract: x-<prefix>-terminal-events of the text/event-stream content',
  repair: 'Write the terminal event where the state becomes final, once, and end the response after it.',
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

/** What was asked for the events after the last one has none to tell. */
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
  const told = {
    'no-terminal': 'no terminal event',
    'terminal-repeated': `${ends.length} terminal events`,
    'event-after-terminal': 'events after its terminal one',
  };
  const message = `The stream of ${trial.operation.id} has ${told[kind]}.`;
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
