import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lawRuns } from '../../fixtures/law-runs.js';
import type { Json } from '../../json/json.js';
import { addExactKeywords, multipleTest } from './exact-keywords.js';

function accepts(schema: Readonly<Record<string, unknown>>, value: Json): boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addExactKeywords(ajv);
  return ajv.compile(schema)(value);
}

describe('the keyword multipleOf', () => {
  test.each<[number, number, boolean]>([
    [19.99, 0.01, true],
    [0.3, 0.1, true],
    [0.35, 0.1, false],
    [9.995, 0.01, false],
    [0, 0.01, true],
    [-0, 3, true],
    [-4.5, 1.5, true],
    [1e21, 3, false],
    [3e21, 3, true],
    [1e308, 0.5, true],
    [1e-7, 1e-8, true],
    [1e-8, 1e-7, false],
    [5e-324, 5e-324, true],
    [1.7976931348623157e308, 5e-324, true],
    [1.7976931348623157e308, 3e-308, false],
    [9007199254740991, 2, false],
    [Infinity, 3, false],
    [-Infinity, 1e30, false],
    [123456789.01, 0.01, true],
  ])('decides whether %d is a multiple of %d → %s', (value, divisor, want) => {
    expect(multipleTest(divisor)(value)).toBe(want);
  });

  test('an amount is a multiple of 0.01 if and only if it consists of whole cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (cents) => {
        expect(multipleTest(0.01)(Number(`${cents}e-2`))).toBe(true);
        expect(multipleTest(0.01)(Number(`${cents}5e-3`))).toBe(false);
      }),
    );
  });

  test('a product of whole numbers is a multiple of its factor at any scale', () => {
    const scale = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: 1, max: 1e6 }),
        scale,
        (factor, divisor, exponent) => {
          expect(multipleTest(Number(`${divisor}e${exponent}`))(Number(`${factor * divisor}e${exponent}`))).toBe(true);
        },
      ),
    );
  });
});

test('the fast calculation of multipleOf agrees with exact decimal division', () => {
  const exponent = fc.integer({ min: -8, max: 2 });
  const digitsOfValue = fc.integer({ min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(
      digitsOfValue,
      exponent,
      fc.integer({ min: 1, max: 300 }),
      exponent,
      (digits, scale, divisor, divisorScale) => {
        const common = Math.min(scale, divisorScale);
        const want =
          (BigInt(digits) * 10n ** BigInt(scale - common)) %
            (BigInt(divisor) * 10n ** BigInt(divisorScale - common)) ===
          0n;
        expect(multipleTest(Number(`${divisor}e${divisorScale}`))(Number(`${digits}e${scale}`))).toBe(want);
      },
    ),
    { numRuns: lawRuns(400, 20_000) },
  );
});

describe('the keywords const, enum and uniqueItems', () => {
  const parse = (text: string): Json => JSON.parse(text) as Json;

  test.each<[string, { given: [Readonly<Record<string, unknown>>, Json]; want: boolean }]>([
    [
      'objects with the same members in a different order are equal',
      { given: [{ const: { a: 1, b: [2] } }, { b: [2], a: 1 }], want: true },
    ],
    [
      'objects with equal members that are named like methods are equal',
      { given: [{ const: { valueOf: 1, toString: 2 } }, { toString: 2, valueOf: 1 }], want: true },
    ],
    [
      'objects with different members that are named like methods are not equal',
      { given: [{ const: { constructor: {} } }, { constructor: { a: 1 } }], want: false },
    ],
    [
      'an object with the member __proto__ is different from an empty object',
      { given: [{ const: parse('{"__proto__": 1}') }, {}], want: false },
    ],
    ['1 is different from true', { given: [{ enum: [1, 'x'] }, true], want: false }],
    ['a list matches one of several values', { given: [{ enum: [null, [1], 'x'] }, [1]], want: true }],
    ['an empty enumeration matches no value', { given: [{ enum: [] }, 1], want: false }],
    ['0 equals -0', { given: [{ const: 0 }, -0], want: true }],
    [
      'objects with different members that are named like methods are unique',
      { given: [{ uniqueItems: true }, [{ valueOf: 1 }, { valueOf: 2 }, '1', 1, [1]]], want: true },
    ],
    [
      'two objects with the same members in a different order are not unique',
      {
        given: [
          { uniqueItems: true },
          [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
        ],
        want: false,
      },
    ],
    ['equal items are valid if uniqueness is not required', { given: [{ uniqueItems: false }, [1, 1]], want: true }],
  ])('keywords compare values by their content: %s', (_, { given: [schema, value], want }) => {
    expect(accepts(schema, value)).toBe(want);
  });

  test('many items are compared in little time', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ index }));
    expect(accepts({ uniqueItems: true }, items)).toBe(true);
    expect(accepts({ uniqueItems: true }, [...items, { index: 0 }])).toBe(false);
  });
});
