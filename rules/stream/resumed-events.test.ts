import { expect, it } from 'vitest';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { context, END, event, ONE, trial, TWO } from '../fixtures/streams.js';
import { resumedEvents } from './resumed-events.js';

const EQUAL = event('1', 'progress', { at: 2 });

it.each<[string, readonly StreamEvent[], readonly StreamEvent[], readonly string[] | undefined]>([
  ['all later events', [ONE, TWO, END], [TWO, END], []],
  ['one event less', [ONE, TWO, END], [END], ['events-missing']],
  ['a different event', [ONE, TWO, END], [event('2', 'progress'), END], ['other-events']],
  ['one event, and the identifier names two events', [ONE, EQUAL, END], [END], undefined],
  ['two events, and the identifier names two events', [ONE, EQUAL, END], [EQUAL, END], undefined],
  ['one event, and the identifier names no event', [TWO, END], [END], undefined],
  ['one event, and the whole stream has no terminal event', [ONE, TWO], [TWO, END], undefined],
])('compares a stream after an event with the whole stream: %s → $3', (_, whole, resumed, want) => {
  const earlier = trial({ streams: [{ events: whole }] }).observations;
  const made = trial({ streams: [{ events: resumed, after: '1' }] });
  const observations = made.observations.map((observation) => ({ ...observation, earlier }));
  const found = resumedEvents.check({ ...made, observations }, context('reference'));
  expect(found?.map(({ kind }) => kind)).toEqual(want);
});
