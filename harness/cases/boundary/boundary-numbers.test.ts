import { expect, test } from 'vitest';
import type { JsonObject } from '../../../contract/json/json.js';
import { SchemaCases } from '../schema-cases.js';

test.each<[string, JsonObject, readonly number[]]>([
  ['no bounds', {}, [1e-7]],
  ['no number near zero', { minimum: 1 }, [1e21]],
  ['only negative numbers', { exclusiveMaximum: 0 }, [-1e-7]],
  ['bounds that exclude all numbers with an exponent', { minimum: 1, maximum: 1000 }, []],
  ['multiples of a decimal', { multipleOf: 0.01 }, []],
])('the first boundary numbers with an exponent: %s → $2', (_, more, want) => {
  const numbers = [...new SchemaCases({ type: 'number', ...more }).edges()].slice(0, 3);
  expect(numbers.filter((value) => JSON.stringify(value).includes('e'))).toEqual(want);
});

test('an object with all members has a number that is written with an exponent', () => {
  const properties = { width: { type: 'number', exclusiveMinimum: 0 }, note: { type: 'string' } };
  const [, , ...others] = [...new SchemaCases({ type: 'object', properties }).edges()];
  expect(others[0]).toMatchObject({ width: 1e-7 });
});
