import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import { type Bounds, bounded } from './bounded.js';

const TIGHT: Bounds = { string: 4, items: 2, depth: 2, total: 1000 };

describe('bounded', () => {
  it.each<[string, { given: Json; want: Json; cut: boolean }]>([
    ['a short value is unchanged', { given: { a: [1, 'abcd'] }, want: { a: [1, 'abcd'] }, cut: false }],
    ['a long string is shortened', { given: 'abcdefgh', want: 'abcd…[4 more characters]', cut: true }],
    ['a long array is shortened', { given: [1, 2, 3, 4], want: [1, 2, '…[2 more items]'], cut: true }],
    [
      'additional members are counted',
      { given: { a: 1, b: 2, c: 3 }, want: { a: 1, b: 2, '…': '…[1 more member]' }, cut: true },
    ],
    ['a long key is shortened', { given: { abcdef: 1 }, want: { 'abcd…[2 more characters]': 1 }, cut: true }],
    ['deep nesting is replaced by a count', { given: [[[1, 2]]], want: [['…[2 items, nested deeper]']], cut: true }],
    ['empty arrays and objects do not count as a level', { given: [[[]]], want: [[[]]], cut: false }],
  ])('shortens a value to its limits: %s', (_name, { given, want, cut }) => {
    expect(bounded(given, TIGHT)).toStrictEqual({ value: want, cut });
  });

  it('keeps a member called __proto__ as a member', () => {
    const { value } = bounded(JSON.parse('{"__proto__": {"a": 1}}') as Json, { ...TIGHT, string: 20 });
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}');
  });

  it('counts empty values too, so that many of them are shortened', () => {
    const wide: Bounds = { string: 10, items: 1_000_000, depth: 3, total: 400 };
    const many = Array.from({ length: 100_000 }, () => []);
    expect(bounded(many, wide).value).toHaveLength(100);
    expect(bounded({ ...many }, wide).cut).toBe(true);
    expect(Object.keys(bounded({ ...many }, wide).value as object).length).toBeLessThan(110);
  });

  it('shortens a value whose nesting would overflow the stack', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as Json;
    expect(bounded(deep, TIGHT).cut).toBe(true);
  });

  it('limits the size of any value, and `cut` is false only if the value is unchanged', () => {
    const bounds: Bounds = { string: 30, items: 10, depth: 4, total: 200 };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 7 }) as fc.Arbitrary<Json>, (given) => {
        const { value, cut } = bounded(given, bounds);
        expect(JSON.stringify(value).length).toBeLessThan(6000);
        if (!cut) expect(value).toStrictEqual(given);
      }),
    );
  });
});
