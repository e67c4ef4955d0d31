import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random } from './random.js';

function taken(random: Random, count: number): readonly number[] {
  return Array.from({ length: count }, () => random.below(1000));
}

test('each name of a random generator has its own fixed sequence of random numbers', () => {
  expect(taken(Random.of(1, 'listItems', 'valid', 0), 5)).toEqual(taken(Random.of(1, 'listItems', 'valid', 0), 5));
  const names = [
    [1, 'a'],
    [2, 'a'],
    [1, 'b'],
    ['1', 'a', ''],
    ['a', 1],
    [1, 'a', 0],
    [1, 'a', 1],
  ] as const;
  expect(new Set(names.map((name) => taken(Random.of(...name), 5).join(' '))).size).toBe(names.length);
});

test('the random numbers stay the same in later versions, so that a report can be reproduced', () => {
  expect(taken(Random.of('pinned'), 6)).toMatchInlineSnapshot(`
    [
      314,
      965,
      365,
      559,
      761,
      580,
    ]
  `);
});

test('generator names with different parts give different sequences, even if the joined texts are equal', () => {
  expect(taken(Random.of('ab', 'c'), 3)).not.toEqual(taken(Random.of('a', 'bc'), 3));
});

test('random integers are within their bounds for ranges of every size', () => {
  const integer = fc.maxSafeInteger();
  fc.assert(
    fc.property(integer, integer, fc.string(), (a, b, name) => {
      const [min, max] = [Math.min(a, b), Math.max(a, b)];
      const random = Random.of(name);
      for (let count = 0; count < 10; count += 1) {
        const value = random.integer(min, max);
        expect(Number.isSafeInteger(value) && value >= min && value <= max).toBe(true);
      }
    }),
  );
});

test.each([
  [0, 3],
  [-2, 2],
  [Number.MAX_SAFE_INTEGER - 2, Number.MAX_SAFE_INTEGER],
  [Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER + 2],
])('every integer of [%i, %i] occurs among random integers', (min, max) => {
  const random = Random.of('all');
  expect(new Set(Array.from({ length: 200 }, () => random.integer(min, max))).size).toBe(max - min + 1);
});

test('random integers from the widest range are positive and negative, and not only multiples of 2', () => {
  const random = Random.of('widest');
  const values = Array.from({ length: 200 }, () => random.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
  const kinds = new Set(values.map((value) => `${Math.sign(value)} ${Math.abs(value % 2)}`));
  expect(kinds.size).toBe(4);
});

test('a random choice picks each of ten elements about equally often', () => {
  const random = Random.of('uniform');
  const counts = Array.from({ length: 10 }, () => 0);
  for (let count = 0; count < 10_000; count += 1) {
    const digit = random.below(10);
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(850);
});
