import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lawRuns } from '../../../contract/fixtures/law-runs.js';
import { anything } from '../../../contract/constraints/constraint-draft.js';
import type { Constraints } from '../../../contract/constraints/constraint-types.js';
import { decimalsOf } from './decimals.js';
import { fromStep, numberSource, stepOf, stepRange, within } from './number-source.js';
import { Random } from './random.js';
import { usableTypes } from '../nodes/usable-types.js';

function bounds(more: Partial<Constraints>): Constraints {
  return { ...anything(), ...more };
}

test.each([
  [0.01, 2],
  [1e-7, 7],
  [2.5, 1],
  [7, 0],
  [1e21, 0],
  [0.1, 1],
  [1.5e-3, 4],
])('decimalsOf(%d) is %i', (value, want) => {
  expect(decimalsOf(value)).toBe(want);
});

test.each([
  ['the shortest decimal of a product', 1999, 0.01, 19.99],
  ['an exact decimal for a large number of steps', 999_999_999_999, 0.1, 99_999_999_999.9],
  ['zero without a sign', -0, 2.5, 0],
  ['zero without a sign for integer steps', -0, 7, 0],
  ['a product of a tiny step', 3, 1e-7, 3e-7],
])('fromStep returns %s: $1 × $2 → $3', (_, count, step, want) => {
  expect(fromStep(count, step)).toBe(want);
});

test.each([
  ['all integers', [], true, 1],
  ['any number', [], false, undefined],
  ['one multipleOf', [0.01], false, 0.01],
  ['two multipleOf', [0.25, 0.1], false, 0.5],
  ['two multipleOf for integers', [4, 6], true, 12],
  ['a fractional multipleOf for integers', [2.5], true, 5],
  ['two tiny multipleOf', [1e-7, 2e-7], false, 2e-7],
])('stepOf finds the step between permitted numbers: %s → $3', (_, multiplesOf, integer, want) => {
  expect(stepOf(bounds({ multiplesOf }), integer)).toBe(want);
});

test.each<readonly [string, Partial<Constraints>, number, number, number]>([
  ['bounds that are multiples', { minimum: 7, maximum: 21 }, 7, 1, 3],
  ['bounds that are not multiples', { minimum: 1, maximum: 20 }, 7, 1, 2],
  ['exclusive bounds', { minimum: 7, maximum: 21, minimumExclusive: true, maximumExclusive: true }, 7, 2, 2],
  ['bounds that are multiples except for rounding', { minimum: 0.3, maximum: 0.7 }, 0.1, 3, 7],
  ['no multiple between the bounds', { minimum: 1, maximum: 2 }, 7, 1, 0],
  ['no bounds', {}, 1, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
])('stepRange finds the permitted multiples of a step: %s (step $2)', (_, more, step, low, high) => {
  expect(stepRange(bounds(more), step)).toEqual({ low, high });
});

/**
 * Returns true if a number is a multiple of the divisor, computed exactly in units of the last decimal place
 * (Validation §6.2.1).
 */
function isMultiple(value: number, divisor: number): boolean {
  const places = Math.max(decimalsOf(value), decimalsOf(divisor));
  const units = (number: number): bigint => BigInt(number.toFixed(places).replace('.', ''));
  return units(value) % units(divisor) === 0n;
}

const bound = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.constantFrom(-Infinity, Infinity, 1e12, -1e12, 1e300),
);
const range = fc.record({ a: bound, b: bound, minimumExclusive: fc.boolean(), maximumExclusive: fc.boolean() });

test('every number is within the bounds, a multiple as required, and exact for JSON readers', () => {
  const steps = fc.subarray([0.01, 0.1, 7, 2.5, 3, 1e-7], { maxLength: 2 });
  fc.assert(
    fc.property(range, steps, fc.boolean(), fc.string(), ({ a, b, ...exclusive }, multiplesOf, integer, name) => {
      const types = new Set(integer ? (['integer'] as const) : (['integer', 'number'] as const));
      const constraints = bounds({
        minimum: Math.min(a, b),
        maximum: Math.max(a, b),
        ...exclusive,
        multiplesOf,
        types,
      });
      const source = numberSource(constraints, integer);
      const random = Random.of(name);
      for (let count = 0; count < 5; count += 1) {
        const value = source(random);
        if (value === undefined) {
          expect(usableTypes(constraints)).not.toContain(integer ? 'integer' : 'number');
          return;
        }
        expect(within(constraints, value), String(value)).toBe(true);
        expect(
          multiplesOf.filter((multiple) => !isMultiple(value, multiple)),
          String(value),
        ).toEqual([]);
        expect(Object.is(value, -0)).toBe(false);
        if (integer) expect(Number.isSafeInteger(value)).toBe(true);
      }
    }),
    { numRuns: lawRuns(200, 10_000) },
  );
});
