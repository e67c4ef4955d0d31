import { expect, test } from 'vitest';
import { differentElements } from './different-elements.js';

test.each([
  [20, 18, 2, 0, 'fewer', 20, 18],
  [20, 21, 0, 1, 'more', 20, 21],
  [20, 20, 1, 1, 'other', 'the same 20 elements', '20 elements: 1 missing, 1 not expected'],
  [1, 1, 1, 1, 'other', 'the same 1 element', '1 element: 1 missing, 1 not expected'],
])(
  'describes a list that had %i elements and now has %i, with %i missing and %i new → %s',
  (before, now, missing, extra, which, wanted, received) => {
    expect(differentElements(before, now, missing, extra)).toEqual({ which, wanted, received });
  },
);
