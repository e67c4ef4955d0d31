import { describe, expect, it } from 'vitest';
import { contractOf, operationOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import type { OperationId } from '../../contract/operation.js';
import { EVENT_STREAM } from '../../contract/wire/event-stream.js';
import { contextOf, replied } from '../fixtures/trials.js';
import type { ReportedEvent } from '../../surfaces/outcome.js';
import { sameEvents } from '../parity/same-events.js';
import { eventOrder } from './event-order.js';
import { eventSubject } from './event-subject.js';
import { monotonicIds } from './monotonic-ids.js';
import { oneTerminal } from './one-terminal.js';
import { parsedAlike } from './parsed-alike.js';
import { terminalResult } from './terminal-result.js';
import {
  type Streamed,
  type Given,
  event,
  trial,
  context,
  violations,
  kinds,
  ONE,
  TWO,
  END,
} from '../fixtures/streams.js';

describe('the rule stream/monotonic-ids', () => {
  it.each<[string, Given, readonly string[] | undefined]>([
    ['the ids grow', { streams: [{ events: [ONE, TWO, END] }] }, []],
    ['no event has an id', { streams: [{ events: [event(undefined, 'succeeded')] }] }, ['id-missing']],
    [
      'an event without an id has the id of the event before it (WHATWG HTML §9.2.6)',
      { streams: [{ events: [ONE, event(undefined, 'failed')] }] },
      ['id-not-larger'],
    ],
    ['an id is not a number', { streams: [{ events: [ONE, event('b', 'succeeded')] }] }, ['id-not-numeric']],
    ['an id is repeated', { streams: [{ events: [ONE, ONE, END] }] }, ['id-not-larger']],
    [
      'only the first of two faults is reported',
      { streams: [{ events: [TWO, ONE, event(undefined, 'failed')] }] },
      ['id-not-larger'],
    ],
    ['the stream continues after the requested id', { streams: [{ events: [TWO], after: '1' }] }, []],
    ['the stream begins at the requested id', { streams: [{ events: [TWO], after: '2' }] }, ['id-not-larger']],
    ['the stream has no event', { streams: [{ events: [] }] }, undefined],
    ['the first of two streams has no event', { streams: [{ events: [] }, { events: [ONE, ONE] }] }, ['id-not-larger']],
    ['the reply is not a success', { streams: [{ events: [ONE, ONE] }], status: 500 }, undefined],
  ])('the ids of the events must grow: %s (violations: $2)', (_, given, want) => {
    expect(kinds(monotonicIds, given)).toEqual(want);
  });

  it.each<[string, JsonObject]>([
    ['ids that are texts', { 'x-svc-event': { properties: { id: { type: 'string', maxLength: 20 } } } }],
    ['ids without a schema', {}],
  ])('ids of events are not judged if the contract does not restrict them to numbers: %s', async (_, described) => {
    const content = { [EVENT_STREAM]: { schema: { type: 'string' }, ...described } };
    const get = { operationId: 'follow', responses: { 200: { description: 'Events.', content } } };
    const free = await contractOf({ paths: { '/events': { get } } });
    const streams = [{ events: [event('b', 'progress'), event('a', 'succeeded')] }];
    const given = { ...trial({ streams }), operation: operationOf(free, 'follow') };
    expect(monotonicIds.check(given, contextOf(free))).toBeUndefined();
  });

  it('the Last-Event-ID of a call to a mock is ignored', () => {
    expect(kinds(monotonicIds, { streams: [{ events: [TWO], after: '2' }] }, 'mock')).toEqual([]);
    expect(kinds(monotonicIds, { streams: [{ events: [TWO, ONE], after: '2' }] }, 'mock')).toEqual(['id-not-larger']);
  });
});

describe('the rule stream/event-order', () => {
  const [queued, running] = [event('1', 'queued'), event('2', 'running')];
  it.each<[string, Given, readonly string[] | undefined]>([
    ['the events are in the stated order', { streams: [{ events: [queued, running, TWO, TWO, END] }] }, []],
    ['no event has an optional type', { streams: [{ events: [queued, running, END] }] }, []],
    [
      'a type occurs twice, but may not follow itself',
      { streams: [{ events: [queued, running, running, END] }] },
      ['wrong-order'],
    ],
    ['an earlier type occurs again', { streams: [{ events: [queued, running, queued, END] }] }, ['wrong-order']],
    ['a type that must come first is missing', { streams: [{ events: [queued, TWO, END] }] }, ['wrong-order']],
    [
      'a first event of a type that must follow another type',
      { streams: [{ events: [running, END] }] },
      ['wrong-order'],
    ],
    ['the rest of a resumed stream', { streams: [{ events: [TWO, END], after: '2' }] }, []],
    ['a wrong order in a resumed stream', { streams: [{ events: [TWO, queued], after: '2' }] }, ['wrong-order']],
    ['an event after the terminal event', { streams: [{ events: [queued, running, END, queued] }] }, []],
    ['no event', { streams: [{ events: [] }] }, undefined],
  ])('the types of the events must have the order that the contract states: %s (violations: $2)', (_, given, want) => {
    expect(kinds(eventOrder, given)).toEqual(want);
  });

  it('a stream is not judged if the contract states no order of event types', async () => {
    const content = { [EVENT_STREAM]: { schema: { type: 'string' } } };
    const get = { operationId: 'follow', responses: { 200: { description: 'Events.', content } } };
    const free = await contractOf({ paths: { '/events': { get } } });
    const given = { ...trial({ streams: [{ events: [ONE, ONE] }] }), operation: operationOf(free, 'follow') };
    expect(eventOrder.check(given, contextOf(free))).toBeUndefined();
  });
});

describe('the rule stream/event-subject', () => {
  const created = [{ operation: 'runScienceLoop' as OperationId, input: {} }];
  it.each<[string, Json, readonly string[] | undefined]>([
    ['the identifier of the path', { run_id: 'abc' }, []],
    ['the identifier of a different run', { run_id: 'abd' }, ['other-subject']],
    ['no identifier', { other: 1 }, undefined],
  ])(
    'the data of an event must have the identifier that is in the path: they have %s (violations: $2)',
    (_, data, want) => {
      const given = trial({ streams: [{ events: [event('1', 'queued', data)] }] });
      const withSetup = { ...given, case: { ...given.case, setup: created } };
      expect(eventSubject.check(withSetup, context('reference'))?.map(({ kind }) => kind)).toEqual(want);
      expect(eventSubject.check(given, context('reference'))).toBeUndefined();
    },
  );

  it('reports one violation for all events of a stream', () => {
    const given = trial({ streams: [{ events: ['1', '2'].map((id) => event(id, 'queued', { run_id: 'abd' })) }] });
    const withSetup = { ...given, case: { ...given.case, setup: created } };
    expect(eventSubject.check(withSetup, context('reference'))).toMatchObject([{ expected: 'abc', received: 'abd' }]);
  });
});

describe('the rule stream/one-terminal', () => {
  it.each<[string, Given, readonly string[] | undefined]>([
    ['one terminal event at the end', { streams: [{ events: [ONE, END] }] }, []],
    ['no terminal event', { streams: [{ events: [ONE] }] }, ['no-terminal']],
    ['no event', { streams: [{ events: [] }] }, ['no-terminal']],
    ['two terminal events', { streams: [{ events: [END, event('4', 'failed')] }] }, ['terminal-repeated']],
    [
      'an event after the terminal event',
      { streams: [{ events: [END, event('4', 'progress')] }] },
      ['event-after-terminal'],
    ],
    ['a stream that broke off before the terminal event', { streams: [{ events: [ONE], cut: true }] }, undefined],
    [
      'a stream that broke off and was resumed',
      {
        streams: [
          { events: [ONE], cut: true },
          { events: [END], after: '1' },
        ],
      },
      [],
    ],
    ['a stream that is requested after its terminal event', { streams: [{ events: [], after: '3' }] }, undefined],
    ['a resumed stream without a terminal event', { streams: [{ events: [TWO], after: '1' }] }, ['no-terminal']],
  ])('a stream must have one terminal event, at its end: %s (violations: $2)', (_, given, want) => {
    expect(kinds(oneTerminal, given)).toEqual(want);
  });
});

describe('the rule stream/terminal-result', () => {
  const before = [replied(201, { state: 'failed' }), replied(201, { state: 'succeeded' })];
  it.each<[string, Given, readonly (readonly [string, Json, Json])[] | undefined]>([
    ['the result of the call', { streams: [{ events: [ONE, END] }], before }, []],
    [
      'a different result from the result of the call',
      { streams: [{ events: [event('1', 'failed', { state: 'failed' })] }], before },
      [['other-result', { state: 'succeeded' }, { state: 'failed' }]],
    ],
    [
      'data that is not JSON',
      { streams: [{ events: [{ id: '1', event: 'failed', data: '{' }] }], before },
      [['not-json', { state: 'succeeded' }, '{']],
    ],
    [
      'a call without a result',
      { streams: [{ events: [END] }], before: [replied(204)] },
      [['other-result', '(no JSON)', { state: 'succeeded' }]],
    ],
    ['a stream without a terminal event', { streams: [{ events: [ONE] }], before }, undefined],
    ['a stream without a preceding call', { streams: [{ events: [ONE, END] }] }, undefined],
  ])(
    'the terminal event of a stream must have the result of the call that created the stream: %s (violations: $2)',
    (_, given, want) => {
      expect(
        violations(terminalResult, given)?.map(({ kind, expected, received }) => [kind, expected, received]),
      ).toEqual(want);
    },
  );
});

describe('the rule parity/same-events', () => {
  const sent: readonly Streamed[] = [{ events: [ONE, TWO, END] }];
  const reported = (...events: readonly ReportedEvent[]): Given => ({
    streams: sent,
    reported: { kind: 'events', events },
  });
  it.each<[string, Given, readonly string[] | undefined]>([
    ['all events', reported(ONE, TWO, END), []],
    ['an event without its required id', reported(event(undefined, 'progress'), TWO, END), ['event-changed']],
    [
      'all events of a broken stream and of the resumed stream',
      {
        streams: [
          { events: [ONE], cut: true },
          { events: [TWO, END], after: '1' },
        ],
        reported: { kind: 'events', events: [ONE, TWO, END] },
      },
      [],
    ],
    ['an event is lost', reported(ONE, END), ['event-changed']],
    ['the last event is lost', reported(ONE, TWO), ['event-lost']],
    ['the first event is lost', reported(TWO, END), ['event-changed']],
    ['an event is repeated', reported(ONE, ONE, TWO, END), ['event-repeated']],
    ['an event is repeated later', reported(ONE, TWO, ONE, END), ['event-repeated']],
    ['an additional event', reported(ONE, TWO, END, event('4', 'more')), ['event-invented']],
    ['an event with different data', reported(ONE, event('2', 'progress', { at: 3 }), END), ['event-changed']],
    ['an event with a different id', reported(ONE, event('9', 'progress', { at: 2 }), END), ['event-changed']],
    ['the value of the data', reported(ONE, { ...TWO, value: { at: 2.0 } }, END), []],
    ['a value that differs from the data', reported(ONE, { ...TWO, value: { at: 3 } }, END), ['event-changed']],
    ['a value that lacks a member of the data', reported(ONE, { ...TWO, value: {} }, END), ['event-changed']],
    ['an event with a different type', reported(ONE, event('2', 'other', { at: 2 }), END), ['event-changed']],
    ['a value in place of events', { streams: sent }, ['not-events']],
    ['a crash, which is not compared', { streams: sent, reported: { kind: 'crash', detail: '' } }, undefined],
    ['a reply that is not a success', { streams: sent, status: 404 }, undefined],
    ['a call without a stream', { streams: [] }, undefined],
    ['a reply that is not an event stream', { streams: sent, type: 'text/plain' }, undefined],
  ])(
    'the events that a caller receives are compared with the events that the service sent: %s (violations: $2)',
    (_, given, want) => {
      expect(kinds(sameEvents, given)).toEqual(want);
    },
  );

  it.each<[string, boolean, readonly string[] | undefined]>([
    ['reports values, and the contract states that the data are JSON', true, ['event-changed']],
    ['reports no values', false, []],
  ])('the events lack the values of their data, and the surface %s → %j', (_, hasValues, want) => {
    const observed = new Set(['events', ...(hasValues ? (['event-values'] as const) : [])] as const);
    const observes = new Map([['a', observed]]);
    const found = sameEvents.check(trial(reported(ONE, TWO, END)), { ...context('reference'), observes });
    expect(found?.map(({ kind }) => kind)).toEqual(want);
  });

  it('a surface that reports no events is not compared', () => {
    const none = { ...context('reference'), observes: new Map([['a', new Set(['value'] as const)]]) };
    expect(sameEvents.check(trial({ streams: sent }), none)).toBeUndefined();
  });

  it('the message names the first differing event and the numbers of events', () => {
    const at = (given: Given): string | undefined => violations(sameEvents, given)?.[0]?.message;
    expect(at(reported(TWO, END))).toBe(
      'Event 1 that the caller received differs from the one that the service sent. The service sent 3 events, the caller received 2.',
    );
    expect(at(reported(ONE, ONE, END))).toBe(
      'Event 2 that the caller received differs from the one that the service sent.',
    );
  });

  it.each<[string, readonly Streamed[], RegExp | undefined]>([
    ['a stream in one reply', [{ events: [ONE, TWO, END] }], undefined],
    [
      'a stream in two replies',
      [
        { events: [ONE], cut: true },
        { events: [TWO, END], after: '1' },
      ],
      /^After a disconnect, discard/,
    ],
  ])('the repair for wrongly parsed events depends on the number of replies: %s', (_, streams, want) => {
    const [violation] = violations(parsedAlike, { ...reported(ONE, TWO), streams }, 'scripted') ?? [];
    expect(violation?.kind).toBe('event-lost');
    expect(violation?.repair ?? '').toMatch(want ?? /^$/);
  });

  it('a stream that the contract does not allow is not judged', () => {
    const given = trial(reported(ONE));
    const reply = { status: 200, headers: [], fault: 'an event whose data is not JSON' };
    expect(parsedAlike.check({ ...given, case: { ...given.case, reply } }, context('scripted'))).toBeUndefined();
    expect(parsedAlike.check(given, context('scripted'))).toHaveLength(1);
  });

  it('the message names the form of the stream that is parsed wrongly', () => {
    const [violation] = violations(parsedAlike, reported(ONE), 'scripted') ?? [];
    expect(violation).toMatchObject({
      kind: 'event-lost',
      cause: '',
      message: expect.stringMatching(/^A stream is parsed wrongly\. Event 2 /) as string,
    });
  });
});
