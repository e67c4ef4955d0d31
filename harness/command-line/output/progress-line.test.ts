import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../reports/text/display-width.js';
import { type RunState, clock, progressLine } from './progress-line.js';

const STATE: RunState = {
  phase: 'reference: Books: 900 cases × 2 surfaces',
  surfaces: [
    { id: 'rest', done: 600, total: 900 },
    { id: 'cli', done: 30, total: 300 },
  ],
  elapsedMs: 14_000,
  phaseMs: 10_000,
  differences: 2,
};

describe('progressLine', () => {
  it.each<[name: string, given: { state?: Partial<RunState>; width: number }, want: string]>([
    [
      'everything on a wide terminal, and the remaining time of the slowest surface',
      { width: 160 },
      'reference: Books: 900 cases × 2 surfaces  630/1,200 (52 %)  0:14, about 1:30 left  2 differences  rest 66 %  cli 10 %',
    ],
    [
      'no surfaces if they do not fit into the line',
      { width: 100 },
      'reference: Books: 900 cases × 2 surfaces  630/1,200 (52 %)  0:14, about 1:30 left  2 differences',
    ],
    [
      'a shortened phase on a narrow terminal',
      { width: 79 },
      'reference: Books: 900 …  630/1,200 (52 %)  0:14, about 1:30 left  2 differences',
    ],
    ['only numbers on a very narrow terminal', { width: 40 }, '52 %  0:14, 1:30 left  2 differences'],
    [
      'no estimate at first',
      { state: { phaseMs: 500, elapsedMs: 4500, differences: 0 }, width: 100 },
      'reference: Books: 900 cases × 2 surfaces  630/1,200 (52 %)  0:05  rest 66 %  cli 10 %',
    ],
    [
      'a phase without cases',
      { state: { phase: 'lint: 1 contract', surfaces: [], differences: 1 }, width: 100 },
      'lint: 1 contract  0:14  1 difference',
    ],
    [
      'control characters of a phase as escapes',
      { state: { phase: 'lint: \u001b]0;x\u0007', surfaces: [], differences: 0 }, width: 100 },
      'lint: \\u001b]0;x\\u0007  0:14',
    ],
  ])('the progress line shows %s', (_, { state, width }, want) => {
    expect(progressLine({ ...STATE, ...state }, width)).toBe(want);
  });

  const WIDE = 'reference: 日本語のサービス 👩\u200d🔬: 900 cases × 2 surfaces';

  it.each(['reference: Books: 900 cases × 2 surfaces', WIDE])(
    'the progress line fits into a terminal of 20 to 200 columns: %s',
    (phase) => {
      for (let width = 20; width <= 200; width += 1)
        expect(displayWidth(progressLine({ ...STATE, phase }, width))).toBeLessThanOrEqual(width);
    },
  );

  // The last column stays empty, because some terminals wrap a line that fills it.
  it.each([39, 79, 199])(
    'the progress line shows the share of the work, the times and the number of differences in %i columns',
    (width) => {
      for (const phase of [STATE.phase, WIDE]) {
        const line = progressLine({ ...STATE, phase, elapsedMs: 3_600_000 }, width);
        expect(line).toMatch(/52 %\)? {2}1:00:00, (?:about )?1:30 left {2}2 differences/);
        // The contract is shown only if the terminal is wide enough.
        expect(line.startsWith('reference: ')).toBe(width > 40);
      }
    },
  );
});

it.each([
  [0, '0:00'],
  [5400, '0:05'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
])('a duration of %i ms is shown as %s', (given, want) => {
  expect(clock(given)).toBe(want);
});
