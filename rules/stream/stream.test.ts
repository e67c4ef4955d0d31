import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { contractAt, contractOf, operationOf } from '../../contract/fixtures/contracts.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { EVENT_STREAM } from '../../contract/wire/event-stream.js';
import type { Exchange, WireResponse } from '../../surfaces/exchange.js';
import type { Outcome } from '../../surfaces/outcome.js';
import type { Violation } from '../finding.js';
import { contextOf, replied, trialOf } from '../fixtures/trials.js';
import { sameEvents } from '../parity/same-events.js';
import type { BackendKind, Trial, TrialContext, TrialRule } from '../rule.js';
import { monotonicIds } from './monotonic-ids.js';
import { oneTerminal } from './one-terminal.js';
import { parsedAlike } from './parsed-alike.js';
import { resume } from './resume.js';
import { terminalResult } from './terminal-result.js';

let contract: Contract;
beforeAll(async () => {
  contract = await contractAt('contract/science-runtime.openapi.yaml');
});

/** One reply: its events, the Last-Event-ID of the request, and whether the connection broke. */
interface Streamed {
  readonly events: readonly StreamEvent[];
  readonly after?: string;
  readonly cut?: boolean;
}

interface Given {
  readonly streams: readonly Streamed[];
  readonly reported?: Outcome;
  readonly before?: readonly WireResponse[];
  readonly status?: number;
  readonly type?: string;
}

function event(id: string | undefined, type: string, data: Json = {}): StreamEvent {
  return { ...(id !== undefined && { id }), event: type, data: JSON.stringify(data) };
}

function exchange({ events, after, cut }: Streamed, status: number, type: string): Exchange {
  const text = events
    .map(({ id, event: name, data }) => `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`)
    .join('');
  const headers: [string, string][] = after === undefined ? [] : [['last-event-id', after]];
  return {
    request: { method: 'GET', target: '/runs/abc/events', headers, body: new Uint8Array() },
    response: {
      kind: 'response',
      status,
      headers: [['content-type', type]],
      body: Buffer.from(text),
      ...(cut !== undefined && { delivery: { chunks: [], cut } }),
    },
  };
}

function trial({ streams, reported, before, status = 200, type = EVENT_STREAM }: Given): Trial {
  const seen = {
    exchanges: streams.map((stream) => exchange(stream, status, type)),
    outcome: reported ?? { kind: 'value' as const },
  };
  const made = trialOf(contract, 'streamRunEvents', { path: { run_id: 'abc' } }, [seen]);
  return {
    ...made,
    observations: made.observations.map((observation) => ({ ...observation, ...(before && { setupReplies: before }) })),
  };
}

function context(backend: BackendKind): TrialContext {
  return contextOf(contract, { backend, observes: new Map([['a', new Set(['events', 'value'] as const)]]) });
}

function violations(
  rule: TrialRule,
  given: Given,
  backend: BackendKind = 'reference',
): readonly Violation[] | undefined {
  return rule.check(trial(given), context(backend));
}

function kinds(rule: TrialRule, given: Given, backend?: BackendKind): readonly string[] | undefined {
  return violations(rule, given, backend)?.map(({ kind }) => kind);
}

const ONE = event('1', 'progress');
const TWO = event('2', 'progress', { at: 2 });
const END = event('3', 'succeeded', { state: 'succeeded' });

describe('stream/monotonic-ids', () => {
  it.each<[string, Given, readonly string[] | undefined]>([
    ['they grow', { streams: [{ events: [ONE, TWO, END] }] }, []],
    ['none is there', { streams: [{ events: [event(undefined, 'succeeded')] }] }, ['id-missing']],
    [
      'what has none has the one before (WHATWG HTML §9.2.6)',
      { streams: [{ events: [ONE, event(undefined, 'failed')] }] },
      ['id-not-larger'],
    ],
    ['one is not a number', { streams: [{ events: [ONE, event('b', 'succeeded')] }] }, ['id-not-numeric']],
    ['one stays', { streams: [{ events: [ONE, ONE, END] }] }, ['id-not-larger']],
    [
      'only the first fault is reported',
      { streams: [{ events: [TWO, ONE, event(undefined, 'failed')] }] },
      ['id-not-larger'],
    ],
    ['it continues after the requested id', { streams: [{ events: [TWO], after: '1' }] }, []],
    ['it begins before the requested id', { streams: [{ events: [TWO], after: '2' }] }, ['id-not-larger']],
    ['there is no event', { streams: [{ events: [] }] }, undefined],
    ['there is none in the first of two', { streams: [{ events: [] }, { events: [ONE, ONE] }] }, ['id-not-larger']],
    ['it is not a success', { streams: [{ events: [ONE, ONE] }], status: 500 }, undefined],
  ])('judges the order of event ids: %s → $2', (_, given, want) => {
    expect(kinds(monotonicIds, given)).toEqual(want);
  });

  it.each<[string, JsonObject]>([
    ['texts', { 'x-svc-event': { properties: { id: { type: 'string', maxLength: 20 } } } }],
    ['not described', {}],
  ])('does not judge ids that are %s in the contract', async (_, described) => {
    const content = { [EVENT_STREAM]: { schema: { type: 'string' }, ...described } };
    const get = { operationId: 'follow', responses: { 200: { description: 'Events.', content } } };
    const free = await contractOf({ paths: { '/events': { get } } });
    const streams = [{ events: [event('b', 'progress'), event('a', 'succeeded')] }];
    const given = { ...trial({ streams }), operation: operationOf(free, 'follow') };
    expect(monotonicIds.check(given, contextOf(free))).toBeUndefined();
  });

  it('ignores Last-Event-ID on the mock, which always sends its whole example', () => {
    expect(kinds(monotonicIds, { streams: [{ events: [TWO], after: '2' }] }, 'mock')).toEqual([]);
    expect(kinds(monotonicIds, { streams: [{ events: [TWO, ONE], after: '2' }] }, 'mock')).toEqual(['id-not-larger']);
  });
});

describe('stream/one-terminal', () => {
  it.each<[string, Given, readonly string[] | undefined]>([
    ['once, at the end', { streams: [{ events: [ONE, END] }] }, []],
    ['never', { streams: [{ events: [ONE] }] }, ['no-terminal']],
    ['not even an event', { streams: [{ events: [] }] }, ['no-terminal']],
    ['twice', { streams: [{ events: [END, event('4', 'failed')] }] }, ['terminal-repeated']],
    ['and more after it', { streams: [{ events: [END, event('4', 'progress')] }] }, ['event-after-terminal']],
    ['it broke off before', { streams: [{ events: [ONE], cut: true }] }, undefined],
    [
      'it broke off and was taken up',
      {
        streams: [
          { events: [ONE], cut: true },
          { events: [END], after: '1' },
        ],
      },
      [],
    ],
    ['asked for what comes after the end', { streams: [{ events: [], after: '3' }] }, undefined],
    ['taken up, and never', { streams: [{ events: [TWO], after: '1' }] }, ['no-terminal']],
  ])('requires one terminal event at the end: %s → $2', (_, given, want) => {
    expect(kinds(oneTerminal, given)).toEqual(want);
  });
});

describe('stream/resume', () => {
  const BROKEN: Streamed = { events: [ONE, TWO], cut: true };
  it.each<[string, Given, readonly (readonly [string, Json])[] | undefined]>([
    ['it did not break', { streams: [{ events: [ONE, END] }] }, undefined],
    ['resumed after the last event', { streams: [BROKEN, { events: [END], after: '2' }] }, []],
    ['left', { streams: [BROKEN] }, [['not-resumed', '(no request)']]],
    ['from the beginning', { streams: [BROKEN, { events: [ONE, TWO, END] }] }, [['begun-anew', '']]],
    [
      'after the event that the caller named',
      {
        streams: [
          { events: [TWO], cut: true, after: '1' },
          { events: [TWO, END], after: '1' },
        ],
      },
      [['begun-anew', '1']],
    ],
    [
      'after an event that the caller named, from the beginning',
      { streams: [{ events: [TWO], cut: true, after: '1' }, { events: [ONE, TWO, END] }] },
      [['begun-anew', '']],
    ],
    ['too early', { streams: [BROKEN, { events: [TWO, END], after: '1' }] }, [['resumed-elsewhere', '1']]],
    [
      'broken before its first event',
      {
        streams: [
          { events: [], cut: true, after: '7' },
          { events: [END], after: '7' },
        ],
      },
      [],
    ],
  ])('judges how a cut stream is resumed: %s → $2', (_, given, want) => {
    expect(violations(resume, given, 'scripted')?.map(({ kind, received }) => [kind, received])).toEqual(want);
  });
});

describe('a stream that is read again from its beginning', () => {
  const BROKEN: Streamed = { events: [TWO], cut: true, after: '1' };
  const AGAIN: Streamed = { events: [TWO, END], after: '1' };
  const reported = (...events: readonly StreamEvent[]): Outcome => ({ kind: 'events', events });
  const GIVEN = /after 1, the event that the caller had named\.$/;
  const HELD = /each event once/;
  it.each<[string, Given, RegExp, RegExp | undefined]>([
    [
      'after the id that the caller gave',
      { streams: [BROKEN, AGAIN], reported: reported(TWO, TWO, END) },
      GIVEN,
      /^After a disconnect, replace/,
    ],
    [
      'by a surface whose caller received nothing before',
      { streams: [BROKEN, AGAIN], reported: reported(TWO, END) },
      HELD,
      /^Deliver each event/,
    ],
    [
      'without the id, after events that were delivered',
      {
        streams: [{ events: [ONE], cut: true }, { events: [ONE, END] }],
        reported: reported(ONE, ONE, END),
      },
      /from its beginning\.$/,
      undefined,
    ],
  ])('%s', (_, given, message, repair) => {
    const [violation] = violations(resume, given, 'scripted') ?? [];
    expect(violation?.message).toMatch(message);
    if (repair === undefined) expect(violation?.repair).toBeUndefined();
    else expect(violation?.repair).toMatch(repair);
  });
});

describe('stream/terminal-result', () => {
  const before = [replied(201, { state: 'failed' }), replied(201, { state: 'succeeded' })];
  it.each<[string, Given, readonly (readonly [string, Json, Json])[] | undefined]>([
    ['the same', { streams: [{ events: [ONE, END] }], before }, []],
    [
      'another',
      { streams: [{ events: [event('1', 'failed', { state: 'failed' })] }], before },
      [['other-result', { state: 'succeeded' }, { state: 'failed' }]],
    ],
    [
      'no JSON',
      { streams: [{ events: [{ id: '1', event: 'failed', data: '{' }] }], before },
      [['not-json', { state: 'succeeded' }, '{']],
    ],
    [
      'the call returned none',
      { streams: [{ events: [END] }], before: [replied(204)] },
      [['other-result', '(no JSON)', { state: 'succeeded' }]],
    ],
    ['no end', { streams: [{ events: [ONE] }], before }, undefined],
    ['no call before', { streams: [{ events: [ONE, END] }] }, undefined],
  ])('compares the terminal event with the result: %s → $2', (_, given, want) => {
    expect(
      violations(terminalResult, given)?.map(({ kind, expected, received }) => [kind, expected, received]),
    ).toEqual(want);
  });
});

describe('parity/same-events', () => {
  const sent: readonly Streamed[] = [{ events: [ONE, TWO, END] }];
  const reported = (...events: readonly StreamEvent[]): Given => ({
    streams: sent,
    reported: { kind: 'events', events },
  });
  it.each<[string, Given, readonly string[] | undefined]>([
    ['all of them', reported(ONE, TWO, END), []],
    ['without an id that the contract requires', reported(event(undefined, 'progress'), TWO, END), ['event-changed']],
    [
      'all of a broken one and its rest',
      {
        streams: [
          { events: [ONE], cut: true },
          { events: [TWO, END], after: '1' },
        ],
        reported: { kind: 'events', events: [ONE, TWO, END] },
      },
      [],
    ],
    ['one is lost', reported(ONE, END), ['event-changed']],
    ['the last is lost', reported(ONE, TWO), ['event-lost']],
    ['the first is lost', reported(TWO, END), ['event-changed']],
    ['one arrives twice', reported(ONE, ONE, TWO, END), ['event-repeated']],
    ['one arrives again later', reported(ONE, TWO, ONE, END), ['event-repeated']],
    ['an additional one arrives', reported(ONE, TWO, END, event('4', 'more')), ['event-invented']],
    ['other data', reported(ONE, event('2', 'progress', { at: 3 }), END), ['event-changed']],
    ['another id', reported(ONE, event('9', 'progress', { at: 2 }), END), ['event-changed']],
    ['another type', reported(ONE, event('2', 'other', { at: 2 }), END), ['event-changed']],
    ['a value', { streams: sent }, ['not-events']],
    ['a crash is not compared', { streams: sent, reported: { kind: 'crash', detail: '' } }, undefined],
    ['no success', { streams: sent, status: 404 }, undefined],
    ['nothing was sent', { streams: [] }, undefined],
    ['what was sent is not a stream', { streams: sent, type: 'text/plain' }, undefined],
  ])('compares reported events with those that were sent: %s → $2', (_, given, want) => {
    expect(kinds(sameEvents, given)).toEqual(want);
  });

  it('skips surfaces that report no events', () => {
    const none = { ...context('reference'), observes: new Map([['a', new Set(['value'] as const)]]) };
    expect(sameEvents.check(trial({ streams: sent }), none)).toBeUndefined();
  });

  it('names the first differing event and the numbers of events', () => {
    const at = (given: Given): string | undefined => violations(sameEvents, given)?.[0]?.message;
    expect(at(reported(TWO, END))).toBe(
      'Event 1 that the caller received differs from the one that the service sent. The service sent 3 events, the caller received 2.',
    );
    expect(at(reported(ONE, ONE, END))).toBe(
      'Event 2 that the caller received differs from the one that the service sent.',
    );
  });

  it.each<[string, readonly Streamed[], RegExp | undefined]>([
    ['one reply', [{ events: [ONE, TWO, END] }], undefined],
    [
      'two replies',
      [
        { events: [ONE], cut: true },
        { events: [TWO, END], after: '1' },
      ],
      /^After a disconnect, discard/,
    ],
  ])('has a repair for a stream that is parsed wrongly from %s', (_, streams, want) => {
    const [violation] = violations(parsedAlike, { ...reported(ONE, TWO), streams }, 'scripted') ?? [];
    expect(violation?.kind).toBe('event-lost');
    expect(violation?.repair ?? '').toMatch(want ?? /^$/);
  });

  it('names the spelling that is parsed wrongly', () => {
    const [violation] = violations(parsedAlike, reported(ONE), 'scripted') ?? [];
    expect(violation).toMatchObject({
      kind: 'event-lost',
      cause: '',
      message: expect.stringMatching(/^A stream is parsed wrongly\. Event 2 /) as string,
    });
  });
});
