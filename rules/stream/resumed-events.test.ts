import { expect, it } from 'vitest';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { context, END, event, ONE, trial, TWO } from '../fixtures/streams.js';
import { resumedEvents } from './resumed-events.js';

const EQUAL = event('1', 'progress', { at: 2 });

it.each<[string, readonly StreamEvent[], readonly StreamEvent[], readonly string[] | undefined]>([
  ['a resumed stream with all later events', [ONE, TWO, END], [TWO, END], []],
  ['a resumed stream without one of the later events', [ONE, TWO, END], [END], ['events-missing']],
  ['a resumed stream with a different event', [ONE, TWO, END], [event('2', 'progress'), END], ['other-events']],
  ['an id that names two events, and one later event', [ONE, EQUAL, END], [END], undefined],
  ['an id that names two events, and two later events', [ONE, EQUAL, END], [EQUAL, END], undefined],
  ['an id that names no event of the whole stream', [TWO, END], [END], undefined],
  ['a whole stream without a terminal event', [ONE, TWO], [TWO, END], undefined],
])(
  'a stream is requested with a Last-Event-ID, and must have all later events: %s (violations: $3)',
  (_, whole, resumed, want) => {
    const earlier = trial({ streams: [{ events: whole }] }).observations;
    const made = trial({ streams: [{ events: resumed, after: '1' }] });
    const observations = made.observations.map((observation) => ({ ...observation, earlier }));
    const found = resumedEvents.check({ ...made, observations }, context('reference'));
    expect(found?.map(({ kind }) => kind)).toEqual(want);
  },
);
