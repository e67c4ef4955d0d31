import type { Violation } from '../finding.js';
import { EVERYWHERE, type TrialContext, type TrialRule, responder } from '../rule.js';
import { type WireStream, wireStreams } from './wire-events.js';

/** Each event has its own id, after which a client can resume the stream. */
export const monotonicIds: TrialRule = {
  id: 'stream/monotonic-ids',
  severity: 'must',
  statement:
    'Every event of a stream has a numeric id that is larger than the id of the previous event and than the Last-Event-ID of the request.',
  source: 'the contract: identifiers of events grow; WHATWG HTML §9.2.4 (the Last-Event-ID header)',
  repair:
    'Number the events, write the number as `id` of each event, and start a stream after the event that Last-Event-ID names.',
  backends: EVERYWHERE,
  reads: 'reply',
  check: (trial, context) => {
    const streams = trial.observations.flatMap((observation) =>
      wireStreams(observation).map((stream) => ({ surface: observation.surface, stream })),
    );
    if (streams.every(({ stream }) => stream.events.length === 0)) return undefined;
    return streams.flatMap(({ surface, stream }) => firstFault(context, surface, stream));
  },
};

/** The first fault only, because later events would be compared with a wrong number. */
function firstFault(context: TrialContext, surface: string, { after, events }: WireStream): readonly Violation[] {
  // The mock always sends its whole example, whatever Last-Event-ID the request has.
  let last = context.backend === 'mock' ? 0 : (numberOf(after) ?? 0);
  for (const [index, { id }] of events.entries()) {
    const number = numberOf(id ?? '');
    const kind =
      id === undefined
        ? 'id-missing'
        : number === undefined
          ? 'id-not-numeric'
          : number <= last
            ? 'id-not-larger'
            : undefined;
    if (kind !== undefined) {
      const message = `Event ${index + 1} of the stream has ${id === undefined ? 'no id' : `the id ${JSON.stringify(id.slice(0, 40))}`} after ${last}.`;
      const about = { surface, pointer: '/response/events/id', blame: responder(context), cause: '' } as const;
      return [{ ...about, kind, message, expected: `a number larger than ${last}`, received: id ?? '(none)' }];
    }
    last = number ?? last;
  }
  return [];
}

function numberOf(id: string): number | undefined {
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
