import { expect, test } from 'vitest';
import { differentElements } from './different-elements.js';

const SAME = 'the same elements in both readings';

test.each([
  [20, 18, 2, 0, 'fewer', 20, 18],
  [20, 21, 0, 1, 'more', SAME, '1 of 21 only in the second reading'],
  [6, 10, 1, 5, 'other', SAME, '1 of 6 only in the first reading, 5 of 10 only in the second reading'],
])(
  'a list had %i elements and now has %i: %i are missing, %i are new, and the message states that it has "%s" elements',
  (before, now, missing, extra, which, wanted, received) => {
    expect(differentElements(before, now, missing, extra)).toEqual({ which, wanted, received });
  },
);
