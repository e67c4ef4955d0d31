import { expect, test } from 'vitest';
import { schedulesAtOnce } from './at-once-schedules.js';

test('every schedule contains each event of each lane, and depends only on its name', () => {
  const schedules = schedulesAtOnce(3, 8, [1, 'createItem']);
  const sorted = [0, 1, 2].flatMap((lane) => Array.from({ length: 8 }, () => lane));
  expect(schedules.map((schedule) => schedule.toSorted((a, b) => a - b))).toEqual(schedules.map(() => sorted));
  expect(schedulesAtOnce(3, 8, [1, 'createItem'])).toEqual(schedules);
  expect(schedulesAtOnce(3, 8, [2, 'createItem'])).not.toEqual(schedules);
});

test('in the first schedule, all requests arrive before any request is complete', () => {
  expect(schedulesAtOnce(3, 3, [1])[0]).toEqual([0, 1, 2, 2, 1, 0, 0, 1, 2]);
});
