import type { Violation } from '../finding.js';
import { type Observation } from '../../surfaces/observation.js';
import { type TrialRule, shows } from '../rule.js';
import { type WireStream, wireStreams } from './wire-events.js';

/** A surface resumes a stream after a disconnect. */
export const resume: TrialRule = {
  id: 'stream/resume',
  severity: 'must',
  statement:
    'A surface that delivers events resumes a stream after a disconnect, with the id of the last complete event as Last-Event-ID.',
  source: 'WHATWG HTML §9.2.3 (reestablish the connection) and §9.2.4 (the Last-Event-ID header)',
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

function resumed(observation: Observation): readonly Violation[] {
  const streams = wireStreams(observation);
  const at = streams.findIndex(({ cut }) => cut);
  const whole = lastId(streams[at]);
  const next = streams[at + 1];
  if (next?.after === whole) return [];
  const kind = next === undefined ? 'not-resumed' : next.after === '' ? 'begun-anew' : 'resumed-elsewhere';
  const resumption =
    next === undefined
      ? 'was not resumed'
      : `was resumed ${next.after === '' ? 'from its beginning' : `after ${next.after.slice(0, 40)}`}`;
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
      message: `The connection broke after event ${whole}, and the stream ${resumption}.`,
      expected: whole,
      received: next?.after ?? '(no request)',
    },
  ];
}

function lastId(stream: WireStream | undefined): string {
  return stream?.events.at(-1)?.id ?? stream?.after ?? '';
}
