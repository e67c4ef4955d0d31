import { headerValue } from '../../contract/wire/message.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Violation } from '../finding.js';
import { type Observation } from '../../surfaces/observation.js';
import { type TrialRule, shows } from '../rule.js';
import { type WireStream, wireStreams } from './wire-events.js';

/** A surface resumes a stream after a disconnect. */
export const resume: TrialRule = {
  id: 'stream/resume',
  severity: 'must',
  statement:
    'A surface that delivers events resumes a stream after each disconnect. It sends as Last-Event-ID the id of the last complete event or block with only an id. If it has received neither, it requests the stream again.',
  source:
    'WHATWG HTML §9.2.3 (reestablish the connection), §9.2.4 (the Last-Event-ID header) and §9.2.6 (a block sets the last event ID string before its data are examined)',
  repair:
    'Store the id of the last dispatched event. After a disconnect, send the request again with that id as Last-Event-ID.',
  backends: new Set(['scripted']),
  reads: 'request',
  check: (trial, context) => {
    const broken = trial.observations.filter(
      (observation) => shows(context, observation.surface, 'events') && wireStreams(observation).some(({ cut }) => cut),
    );
    return broken.length === 0 ? undefined : broken.flatMap(resumed);
  },
};

/** The violation for the first break of a stream after which the surface did not resume correctly. */
function resumed(observation: Observation): readonly Violation[] {
  const streams = wireStreams(observation);
  for (const [at, { cut }] of streams.entries()) {
    const found = cut ? resumedAt(observation, streams, at) : [];
    if (found.length > 0) return found;
  }
  return [];
}

function resumedAt(observation: Observation, streams: readonly WireStream[], at: number): readonly Violation[] {
  const broken = streams[at];
  const whole = lastId(broken);
  const next = streams[at + 1] ?? refusedRequest(observation);
  if (next?.after === whole) return [];
  const isSame = next?.after === broken?.after;
  const kind = next === undefined ? 'not-resumed' : isSame || next.after === '' ? 'begun-anew' : 'resumed-elsewhere';
  const held = kind === 'begun-anew' && isHeldBack(observation, streams);
  const given = isSame && next?.after !== '' && !held;
  const about = {
    surface: observation.surface,
    pointer: '/request/header/last-event-id',
    blame: 'surface',
    cause: '',
  } as const;
  return [
    {
      ...about,
      kind,
      message: `The connection broke ${breakWords(at, whole)}, and the stream ${resumptionWords(next, given)}.${held ? HELD_BACK : ''}`,
      expected: whole,
      received: next?.after ?? '(no request)',
      ...(at > 0 && { repair: AGAIN_REPAIR }),
      ...(given && { repair: GIVEN_REPAIR }),
      ...(held && { repair: HELD_BACK_REPAIR }),
      ...(isPosition(broken, next) && { repair: POSITION_REPAIR }),
    },
  ];
}

/**
 * The last request of a call, if it asked for the rest of a broken stream and the service refused it. Otherwise
 * `undefined`.
 */
function refusedRequest({ exchanges }: Observation): Pick<WireStream, 'after'> | undefined {
  const { request, response } = exchanges.at(-1) ?? {};
  if (request === undefined || response?.kind !== 'response' || isSuccess(response.status)) return undefined;
  return { after: headerValue(request.headers, 'last-event-id') ?? '' };
}

/**
 * Whether the caller received only the events of the last reply. The surface then did not deliver the events from
 * before the break.
 */
function isHeldBack({ outcome }: Observation, streams: readonly WireStream[]): boolean {
  return outcome.kind === 'events' && outcome.events.length === streams.at(-1)?.events.length;
}

function breakWords(at: number, whole: string): string {
  if (whole === '') return 'before the first event';
  return `${at === 0 ? 'after' : 'again before the first event of the stream that was resumed after'} event ${whole}`;
}

/**
 * Whether the surface resumed after the last event, although a block after this event set a different id. The surface
 * should have used that id.
 */
function isPosition(broken: WireStream | undefined, next: Pick<WireStream, 'after'> | undefined): boolean {
  const id = broken?.events.at(-1)?.id;
  return id !== undefined && id !== broken?.lastId && id === next?.after;
}

function resumptionWords(next: Pick<WireStream, 'after'> | undefined, given: boolean): string {
  if (next === undefined) return 'was not resumed';
  if (next.after === '') return 'was resumed from its beginning';
  return `was resumed after ${next.after.slice(0, 40)}${given ? ', the event that the caller had named' : ''}`;
}

const HELD_BACK =
  ' The caller received each event once: the surface delivered no event before the break, or removed the repeated events.';
const HELD_BACK_REPAIR =
  'Deliver each event as soon as it has arrived, even if the buffer is not full: use a read function that returns the bytes that have arrived (in Python `read1` in place of `read`). After a disconnect, send the request again with the id of the last event as Last-Event-ID.';
const AGAIN_REPAIR =
  'Keep the id of the last dispatched event until the next event arrives. If a resumed stream breaks before that, send the request again with the same Last-Event-ID.';
const GIVEN_REPAIR =
  'After a disconnect, replace the Last-Event-ID of the caller by the id of the last dispatched event.';

const POSITION_REPAIR =
  'Store the id at the end of each block, also of a block without data: a service sends it to set the position of the client.';

function lastId(stream: WireStream | undefined): string {
  return stream === undefined || stream.lastId === '' ? (stream?.after ?? '') : stream.lastId;
}
