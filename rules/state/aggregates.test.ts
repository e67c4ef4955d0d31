import { expect, it } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import { isSameSummary } from './aggregates.js';

it.each<[Json | undefined, Json | undefined, boolean]>([
  [2, 2, true],
  [2, 3, false],
  [4.3, 4.2, false],
  [4.333_333_333_333_333, 4.333_333_333_333_334, true],
  [1_000_000_000, 1_000_000_001, true],
  [null, undefined, true],
  [null, 0, true],
  [0, 1, false],
  [null, 5, false],
])('a number that summarises items was %j and is now %j; both count as equal: %j', (first, last, want) => {
  expect(isSameSummary(first, last)).toBe(want);
  expect(isSameSummary(last, first)).toBe(want);
});
