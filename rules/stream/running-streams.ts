import { canonicalJson } from '../../contract/json/canonical-json.js';
import { streamOf } from '../../contract/stream-of.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, responder } from '../rule.js';
import { isEqualEvent, shownEvent, wireEvents } from './wire-events.js';

/**
 * A reader that connects to a stream while its events occur receives the same events as a reader that connects
 * afterwards.
 */
export const runningStreams: TrialRule = {
  id: 'stream/running-streams',
  severity: 'must',
  statement:
    'If two readers connect to a stream while its events occur, each of them receives the same events up to the terminal event as a reader that connects after the end.',
  source:
    'the contract: x-<prefix>-terminal-events of the text/event-stream content; WHATWG HTML §9.2.6: events are dispatched as they arrive',
  repair:
    'Keep the response open until the terminal event was written, wake all readers when an event occurs, and give each reader a position of its own.',
  backends: REAL_SERVICE,
  reads: 'reply',
  atOnce: true,
  check: (trial, context) => {
    const terminal = new Set(streamOf(trial.operation)?.terminal);
    const [last] = trial.observations;
    if (last === undefined || terminal.size === 0) return undefined;
    const whole = wireEvents(last);
    if (!terminal.has(whole.at(-1)?.event ?? '')) return undefined;
    const readers = (last.earlier ?? []).filter((step) => isReader(step, last));
    const judged = readers.filter((reader) => isJudged(reader, whole));
    return judged.length === 0
      ? undefined
      : judged.flatMap((reader) => faultOf(context, trial.operation.id, reader, whole)).slice(0, 1);
  },
};

/** Whether this call ran at the same time as others, and read the same stream from its beginning. */
function isReader({ case: { lane, operation, input } }: Observation, { case: last }: Observation): boolean {
  return (
    lane !== undefined &&
    operation === last.operation &&
    canonicalJson(input.path ?? {}) === canonicalJson(last.input.path ?? {})
  );
}

/**
 * Whether the stream of a reader that connected early is compared with the later stream. This requires that the service
 * did not end the early stream, or that both streams have the same first event. A service may send only the newest
 * events to a reader that connects late.
 */
function isJudged(reader: Observation, whole: readonly StreamEvent[]): boolean {
  const [exchange, ...others] = reader.exchanges;
  if (exchange === undefined || others.length > 0) return false;
  if (exchange.response.kind === 'failed') return isSilent(reader);
  const [first] = wireEvents(reader);
  return first !== undefined && isEqualEvent(first, whole[0]);
}

/** Whether the service did not end its reply within the time limit of the call. */
function isSilent({ outcome, exchanges: [exchange] }: Observation): boolean {
  return outcome.kind === 'timeout' || (exchange?.response.kind === 'failed' && exchange.response.silent === true);
}

function faultOf(
  context: TrialContext,
  operation: string,
  reader: Observation,
  whole: readonly StreamEvent[],
): readonly Violation[] {
  const events = wireEvents(reader);
  const hangs = replyOf(reader) === undefined;
  const at = whole.findIndex((event, index) => !isEqualEvent(event, events[index]));
  if (!hangs && at < 0 && events.length === whole.length) return [];
  const difference = at < 0 ? whole.length : at;
  return [
    {
      surface: reader.surface,
      pointer: '/response/events',
      kind: hangs ? 'reader-hangs' : events.length < whole.length ? 'events-missing' : 'other-events',
      message: hangs
        ? `A stream of ${operation} does not end for a reader that connected while the events occurred; after the run, the stream ends with its ${whole.length} events.`
        : `A reader of ${operation} that connected while the events occurred received ${events.length} events; after the run, the stream has ${whole.length} events.`,
      expected: shownEvent(whole[difference]),
      received: hangs ? 'no end of the stream within the time limit' : shownEvent(events[difference]),
      blame: responder(context),
      cause: '',
    },
  ];
}
