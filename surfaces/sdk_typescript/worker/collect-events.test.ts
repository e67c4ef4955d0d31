import { expect, it } from 'vitest';
import type { ReportedEvent } from '../../outcome.js';
import { collectEvents } from './collect-events.js';

async function* events(...values: readonly unknown[]): AsyncGenerator {
  yield* values;
}

it.each<[string, unknown, ReportedEvent]>([
  ['an event', { id: '1', event: 'state', data: 'a' }, { id: '1', event: 'state', data: 'a' }],
  ['an event without a name', { data: 'a' }, { event: 'message', data: 'a' }],
  ['data that the SDK has parsed', { data: { a: 1 } }, { event: 'message', data: '{"a":1}' }],
  ['an identifier that is a number', { id: 1, data: 'a' }, { id: 'number 1', event: 'message', data: 'a' }],
  ['the value of the data', { data: '1', value: 1 }, { event: 'message', data: '1', value: 1 }],
  ['a value that JSON cannot express', { data: '1', value: 1n }, { event: 'message', data: '1' }],
  ['a name that is a number', { event: 1, data: 'a' }, { event: 'number 1', data: 'a' }],
])('the worker reads the events of an SDK: %s → $2', async (_, given, want) => {
  expect(await collectEvents(events(given))).toEqual([want]);
});

it('an event that the SDK changes after it has returned it is reported as its caller sees it at the end', async () => {
  async function* shared(): AsyncGenerator {
    const event = { data: '' };
    for (const data of ['a', 'b']) yield Object.assign(event, { data });
  }
  expect((await collectEvents(shared())).map(({ data }) => data)).toEqual(['b', 'b']);
});
