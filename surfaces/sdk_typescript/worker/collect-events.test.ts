import { expect, it } from 'vitest';
import type { StreamEvent } from '../../../contract/wire/event-stream.js';
import { collectEvents } from './collect-events.js';

async function* events(...values: readonly unknown[]): AsyncGenerator {
  yield* values;
}

it.each<[string, unknown, StreamEvent]>([
  ['an event', { id: '1', event: 'state', data: 'a' }, { id: '1', event: 'state', data: 'a' }],
  ['an event without a name', { data: 'a' }, { event: 'message', data: 'a' }],
  ['data that the SDK has parsed', { data: { a: 1 } }, { event: 'message', data: '{"a":1}' }],
  ['an identifier that is a number', { id: 1, data: 'a' }, { id: 'number 1', event: 'message', data: 'a' }],
  ['a name that is a number', { event: 1, data: 'a' }, { event: 'number 1', data: 'a' }],
])('the worker reads the events of an SDK: %s → $2', async (_, given, want) => {
  expect(await collectEvents(events(given))).toEqual([want]);
});
