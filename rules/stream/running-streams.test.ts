import { expect, it } from 'vitest';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import type { FailedResponse } from '../../surfaces/exchange.js';
import type { Outcome } from '../../surfaces/outcome.js';
import type { Observation } from '../../surfaces/observation.js';
import { context, END, event, ONE, trial, TWO } from '../fixtures/streams.js';
import { runningStreams } from './running-streams.js';

const WHOLE = [ONE, TWO, END];

/** The observation of a reader whose request got no reply. */
function unanswered(observation: Observation, outcome: Outcome, response: Partial<FailedResponse> = {}): Observation {
  const exchanges = observation.exchanges.map(({ request }) => ({
    request,
    response: { kind: 'failed', reason: 'no reply', ...response } as const,
  }));
  return { ...observation, outcome, exchanges };
}

const CRASH = { kind: 'crash', detail: 'no reply' } as const;

function found(
  whole: readonly StreamEvent[],
  reader: Observation,
  lane: number | undefined,
): readonly string[] | undefined {
  const made = trial({ streams: [{ events: whole }] });
  const earlier = [{ ...reader, case: { ...made.case, ...(lane !== undefined && { lane }) } }];
  const observations = made.observations.map((observation) => ({ ...observation, earlier }));
  return runningStreams.check({ ...made, observations }, context('reference'))?.map(({ kind }) => kind);
}

it.each<[string, readonly StreamEvent[], readonly StreamEvent[], readonly string[] | undefined]>([
  ['a reader with all events', WHOLE, WHOLE, []],
  ['a reader whose stream ends before the terminal event', WHOLE, [ONE, TWO], ['events-missing']],
  ['a reader that misses an event', WHOLE, [ONE, END], ['events-missing']],
  ['a reader with a different event', WHOLE, [ONE, event('2', 'progress', { at: 9 }), END], ['other-events']],
  ['a reader whose stream has a different first event', WHOLE, [TWO, END], undefined],
  ['a later stream without a terminal event', [ONE, TWO], [ONE], undefined],
])(
  'a reader connects to a stream while its events occur, and must receive what a later reader receives: %s (violations: $3)',
  (_, whole, events, want) => {
    const [reader] = trial({ streams: [{ events }] }).observations as readonly [Observation];
    expect(found(whole, reader, 1)).toEqual(want);
  },
);

it.each<[string, Outcome, Partial<FailedResponse>, readonly string[] | undefined]>([
  ['whose call exceeds its time limit', { kind: 'timeout', afterMs: 1000 }, {}, ['reader-hangs']],
  ['whose reply does not end within the time limit of the harness', CRASH, { silent: true }, ['reader-hangs']],
  ['whose surface crashes before the reply', CRASH, {}, undefined],
])(
  'a reader connects to a stream while its events occur: a reader %s (violations: $3)',
  (_, outcome, response, want) => {
    const [reader] = trial({ streams: [{ events: WHOLE }] }).observations as readonly [Observation];
    expect(found(WHOLE, unanswered(reader, outcome, response), 1)).toEqual(want);
  },
);

it('a reader of an earlier, not concurrent call is not judged', () => {
  const [reader] = trial({ streams: [{ events: [ONE] }] }).observations as readonly [Observation];
  expect(found(WHOLE, reader, undefined)).toBeUndefined();
});
