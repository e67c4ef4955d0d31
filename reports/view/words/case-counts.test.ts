import { expect, it } from 'vitest';
import { caseCounts, caseCountWords } from './case-counts.js';

const NONE = { cases: 0, accepted: 0, rejected: 0, inexpressible: 0 };

it.each([
  [{ cases: 25, accepted: 13, rejected: 12, refused: 12 }, '25 cases: 13 accepted, 12 refused as they should be'],
  [{ cases: 2, accepted: 1, rejected: 1, refused: 1 }, '2 cases: 1 accepted, 1 refused as it should be'],
  [{ cases: 1000, accepted: 1000, refused: 0 }, '1,000 cases: 1,000 accepted'],
  [{ cases: 5, rejected: 5, refused: 0 }, '5 cases: 0 accepted, 5 with another result'],
  [
    { cases: 9, accepted: 1, rejected: 5, refused: 3, inexpressible: 3 },
    '9 cases: 1 accepted, 3 refused as they should be, 2 with another result, 3 inexpressible',
  ],
  [{ cases: 25, accepted: 13, rejected: 12 }, '25 cases: 13 accepted, 12 not accepted'],
  [{}, 'no cases'],
])('the counts %j are described as %j', (given, want) => {
  expect(caseCountWords({ ...NONE, ...given })).toBe(want);
});

it('case counts are added, except a count that is missing in a report of an earlier version', () => {
  const cell = { ...NONE, cases: 3, accepted: 1, rejected: 2, refused: 2 };
  expect(caseCounts([cell, cell])).toStrictEqual({ ...NONE, cases: 6, accepted: 2, rejected: 4, refused: 4 });
  const { refused: _, ...earlier } = cell;
  expect(caseCounts([cell, earlier])).toStrictEqual({ ...NONE, cases: 6, accepted: 2, rejected: 4 });
  expect(caseCounts([cell, NONE])).toHaveProperty('refused', 2);
});
