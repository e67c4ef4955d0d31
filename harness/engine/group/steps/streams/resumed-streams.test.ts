import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const EVENTS = '/response/events';
const SERVICE = { blame: 'backend', cause: '', pointer: EVENTS } as const;
const LOST: Given = { ...SERVICE, rule: 'stream/resumed-events', kind: 'events-missing' };
const NO_END: Given = { ...SERVICE, rule: 'stream/one-terminal', kind: 'no-terminal' };
const ID: Given = { ...SERVICE, rule: 'stream/monotonic-ids', kind: 'id-not-larger' };

describe('resumed streams of a service are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'a service has one finding if only resumed streams lack events, lack the end and repeat events',
      [
        { violations: [LOST, NO_END], isResumed: true },
        { violations: [NO_END], isResumed: true },
        { violations: [ID], isResumed: true },
      ],
      [`a stream/resumed-events ${EVENTS} +2`],
    ],
    [
      'a service has two findings if resumed streams lack events and whole streams lack the end',
      [{ violations: [NO_END] }, { violations: [NO_END], isResumed: true }, { violations: [LOST], isResumed: true }],
      [`a stream/one-terminal ${EVENTS} +0`, `a stream/resumed-events ${EVENTS} +0`],
    ],
    [
      'a service has one finding if the identifiers of whole and of resumed streams are wrong in different ways',
      [{ violations: [ID] }, { violations: [{ ...ID, kind: 'id-missing' }], isResumed: true }],
      [`a stream/monotonic-ids ${EVENTS} +1`],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});

const OUTCOME = '/outcome/events';
const CHANGED: Given = { rule: 'stream/parsed-alike', kind: 'event-changed', pointer: OUTCOME, cause: '' };
const REPEATED: Given = { ...CHANGED, kind: 'event-repeated' };
const NOT_RESUMED: Given = {
  rule: 'stream/resume',
  kind: 'not-resumed',
  pointer: '/request/header/last-event-id',
  expected: '',
  cause: '',
};

describe('wrong events after a disconnect are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'a surface that changes one event and repeats another has one finding if both occur only after a disconnect',
      [
        { violations: [CHANGED], isResumed: true },
        { violations: [REPEATED], isResumed: true },
      ],
      [`a stream/parsed-alike ${OUTCOME} +1`],
    ],
    [
      'a surface that changes one event and repeats another has two findings if one fault also occurs without a disconnect',
      [{ violations: [CHANGED] }, { violations: [REPEATED], isResumed: true }],
      [`a stream/parsed-alike ${OUTCOME} +0`, `a stream/parsed-alike ${OUTCOME} +0`],
    ],
    [
      'a surface that changes events and does not resume a stream without events has one finding',
      [{ violations: [CHANGED] }, { violations: [NOT_RESUMED] }],
      [`a stream/parsed-alike ${OUTCOME} +1`],
    ],
    [
      'a surface that changes events and does not resume a stream after an event has two findings',
      [{ violations: [CHANGED] }, { violations: [{ ...NOT_RESUMED, expected: '2' }] }],
      ['a stream/resume /request/header/last-event-id +0', `a stream/parsed-alike ${OUTCOME} +0`],
    ],
    [
      'a changed event and a repeated event on two surfaces are two findings',
      [
        { violations: [CHANGED], isResumed: true },
        { violations: [{ ...REPEATED, surface: 'b' }], isResumed: true },
      ],
      [`a stream/parsed-alike ${OUTCOME} +0`, `b stream/parsed-alike ${OUTCOME} +0`],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});

const HEADER = '/request/header/last-event-id';
const ANEW: Given = { rule: 'stream/resume', kind: 'begun-anew', pointer: HEADER, cause: '' };
const EARLY: Given = { rule: 'conformance/retry-after', kind: 'too-early', pointer: '/request', cause: 'retry' };

describe('streams that restart from their beginning are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], readonly string[]]>([
    [
      'a surface that restarts a stream from its beginning has one finding if it also ignores the `retry` of the stream',
      [{ violations: [ANEW] }, { violations: [ANEW, EARLY] }],
      [`a stream/resume ${HEADER} +1`],
    ],
    [
      'a surface that restarts a stream from its beginning has two findings if it resumes a different stream too early',
      [{ violations: [ANEW] }, { violations: [EARLY] }],
      ['a conformance/retry-after /request +0', `a stream/resume ${HEADER} +0`],
    ],
    [
      'a surface that resumes a stream after a wrong event has two findings if it also resumes the stream too early',
      [{ violations: [{ ...ANEW, kind: 'resumed-elsewhere' }, EARLY] }],
      ['a conformance/retry-after /request +0', `a stream/resume ${HEADER} +0`],
    ],
    [
      'a surface that restarts a stream from its beginning has two findings if it repeats a refused request too early',
      [{ violations: [ANEW, { ...EARLY, cause: 'retry-after' }] }],
      ['a conformance/retry-after /request +0', `a stream/resume ${HEADER} +0`],
    ],
  ])('%s', async (_, trials, want) => {
    expect(await grouped(trials)).toEqual(want);
  });
});
