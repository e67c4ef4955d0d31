import { describe, expect, it } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import type { Outcome } from '../../surfaces/outcome.js';
import { END, type Given, ONE, type Streamed, TWO, violations } from '../fixtures/streams.js';
import { resume } from './resume.js';

describe('the rule stream/resume', () => {
  const BROKEN: Streamed = { events: [ONE, TWO], cut: true };
  const CUT: Streamed = { events: [], cut: true };
  const AT_3: Streamed = { ...BROKEN, position: '3' };
  const NOT_RESUMED = [['not-resumed', '(no request)']] as const;
  it.each<[string, Given, readonly (readonly [string, Json])[] | undefined]>([
    ['the stream did not break off', { streams: [{ events: [ONE, END] }] }, undefined],
    ['the stream is resumed after the last event', { streams: [BROKEN, { events: [END], after: '2' }] }, []],
    ['the stream is not resumed', { streams: [BROKEN] }, [['not-resumed', '(no request)']]],
    [
      'the resumed stream breaks before its next event, and is resumed after the same event again',
      { streams: [BROKEN, { events: [], after: '2', cut: true }, { events: [END], after: '2' }] },
      [],
    ],
    [
      'the resumed stream breaks before its next event, and is restarted',
      { streams: [BROKEN, { events: [], after: '2', cut: true }, { events: [ONE, TWO, END] }] },
      [['begun-anew', '']],
    ],
    [
      'the resumed stream breaks before its next event, and is not resumed again',
      { streams: [BROKEN, { events: [], after: '2', cut: true }] },
      [['not-resumed', '(no request)']],
    ],
    ['the service refuses to resume', { streams: [BROKEN, { events: [], after: '2', status: 404 }] }, []],
    ['the service refuses to start again', { streams: [BROKEN, { events: [], status: 404 }] }, [['begun-anew', '']]],
    ['the stream starts from the beginning', { streams: [BROKEN, { events: [ONE, TWO, END] }] }, [['begun-anew', '']]],
    [
      'the stream is resumed after the event that the caller named',
      {
        streams: [
          { events: [TWO], cut: true, after: '1' },
          { events: [TWO, END], after: '1' },
        ],
      },
      [['begun-anew', '1']],
    ],
    [
      'the caller named an event, and the stream is restarted from the beginning',
      { streams: [{ events: [TWO], cut: true, after: '1' }, { events: [ONE, TWO, END] }] },
      [['begun-anew', '']],
    ],
    [
      'the stream is resumed after an earlier event',
      { streams: [BROKEN, { events: [TWO, END], after: '1' }] },
      [['resumed-elsewhere', '1']],
    ],
    [
      'the stream broke off before its first event',
      {
        streams: [
          { events: [], cut: true, after: '7' },
          { events: [END], after: '7' },
        ],
      },
      [],
    ],
    ['the stream broke off before its first event, and is requested again', { streams: [CUT, { events: [END] }] }, []],
    ['the stream broke off before its first event, and is not requested again', { streams: [CUT] }, NOT_RESUMED],
    ['the stream is resumed after a block that has only an id', { streams: [AT_3, { events: [], after: '3' }] }, []],
    [
      'the stream is resumed after the event before a block that has only an id',
      { streams: [AT_3, { events: [END], after: '2' }] },
      [['resumed-elsewhere', '2']],
    ],
  ])(
    'the connection of a stream breaks, and the surface must resume after the last event: %s (violations: $2)',
    (_, given, want) => {
      expect(violations(resume, given, 'scripted')?.map(({ kind, received }) => [kind, received])).toEqual(want);
    },
  );
});

describe('a stream that is read again from its beginning', () => {
  const BROKEN: Streamed = { events: [TWO], cut: true, after: '1' };
  const AGAIN: Streamed = { events: [TWO, END], after: '1' };
  const reported = (...events: readonly StreamEvent[]): Outcome => ({ kind: 'events', events });
  const GIVEN = /after 1, the event that the caller had named\.$/;
  const HELD = /each event once/;
  it.each<[string, Given, RegExp, RegExp | undefined]>([
    [
      'a second request with the event id that the caller gave',
      { streams: [BROKEN, AGAIN], reported: reported(TWO, TWO, END) },
      GIVEN,
      /^After a disconnect, replace/,
    ],
    [
      'a surface that delivered no event before the break',
      { streams: [BROKEN, AGAIN], reported: reported(TWO, END) },
      HELD,
      /^Deliver each event/,
    ],
    [
      'a second request without an event id, after delivered events',
      {
        streams: [{ events: [ONE], cut: true }, { events: [ONE, END] }],
        reported: reported(ONE, ONE, END),
      },
      /from its beginning\.$/,
      undefined,
    ],
  ])(
    'the message and the repair for a surface that reads a broken stream again describe this case: %s',
    (_, given, message, repair) => {
      const [violation] = violations(resume, given, 'scripted') ?? [];
      expect(violation?.message).toMatch(message);
      if (repair === undefined) expect(violation?.repair).toBeUndefined();
      else expect(violation?.repair).toMatch(repair);
    },
  );
});
