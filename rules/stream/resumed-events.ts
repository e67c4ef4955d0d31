import { canonicalJson } from '../../contract/json/canonical-json.js';
import { streamOf } from '../../contract/stream-of.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';
import { isEqualEvent, shownEvent, wireEvents, wireStreams } from './wire-events.js';

/** A stream that resumes after an event contains all events that follow this event in the whole stream. */
export const resumedEvents: TrialRule = {
  id: 'stream/resumed-events',
  severity: 'must',
  statement:
    'A stream that is requested with a Last-Event-ID contains all events that follow that event in the whole stream.',
  source: 'WHATWG HTML §9.2.4 (the Last-Event-ID header); the contract: the parameter Last-Event-ID of the stream',
  repair: 'Start the stream with the first event after the event that Last-Event-ID names.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) => {
    const compared = trial.observations.flatMap((observation) => {
      const expected = remaining(trial, observation);
      return expected === undefined ? [] : [{ observation, expected }];
    });
    if (compared.length === 0) return undefined;
    return compared.flatMap(({ observation, expected }) => difference(context, observation, expected));
  },
};

/**
 * The events that the resumed stream should contain: those after the event that `Last-Event-ID` names, in an earlier
 * reading of the whole stream.
 */
function remaining({ operation }: Trial, observation: Observation): readonly StreamEvent[] | undefined {
  const [stream, ...others] = wireStreams(observation);
  if (stream === undefined || stream.after === '' || others.length > 0) return undefined;
  const whole = observation.earlier?.findLast((step) => isWhole(step, observation, streamOf(operation)?.terminal));
  const events = whole === undefined ? [] : wireEvents(whole);
  const at = events.findIndex(({ id }) => id === stream.after);
  // If several events have the same id, it is unclear which of them the client received last.
  const isOne = at >= 0 && events.findLastIndex(({ id }) => id === stream.after) === at;
  return isOne ? events.slice(at + 1) : undefined;
}

/** Whether an earlier step read the same stream from its first event to its only terminal event. */
function isWhole(step: Observation, resumed: Observation, terminal: readonly string[] = []): boolean {
  const streams = wireStreams(step);
  const last = streams[0]?.events.at(-1);
  return (
    step.case.operation === resumed.case.operation &&
    canonicalJson(step.case.input.path ?? {}) === canonicalJson(resumed.case.input.path ?? {}) &&
    streams.length === 1 &&
    streams[0]?.after === '' &&
    last !== undefined &&
    streams[0]?.events.find(({ event }) => terminal.includes(event)) === last
  );
}

function difference(
  context: TrialContext,
  observation: Observation,
  expected: readonly StreamEvent[],
): readonly Violation[] {
  const received = wireEvents(observation);
  const at = Array.from({ length: Math.max(expected.length, received.length) }, (_, index) => index).find(
    (index) => !isEqualEvent(expected[index], received[index]),
  );
  if (at === undefined) return [];
  const after = wireStreams(observation)[0]?.after ?? '';
  return [
    {
      surface: observation.surface,
      pointer: '/response/events',
      kind: received.length < expected.length ? 'events-missing' : 'other-events',
      message: `The stream that resumes after event ${after.slice(0, 40)} has ${received.length} events; the uninterrupted stream has ${expected.length} after that event.`,
      expected: shownEvent(expected[at]),
      received: shownEvent(received[at]),
      blame: responder(context),
      cause: '',
    },
  ];
}
