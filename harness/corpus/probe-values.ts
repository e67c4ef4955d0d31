import type { Json } from '../../contract/json/json.js';

const SCALARS: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  2,
  3,
  0.5,
  1.5,
  100,
  1e10,
  12_345.678,
  -1e300,
  '',
  'a',
  'foo',
  '1',
  'é',
  '\u{1f600}',
  'longer text with spaces',
  'x-unknown',
];
const NAMES: readonly string[] = ['foo', 'bar', 'baz', 'a', '__proto__', 'constructor', 'length', '$ref', 'x-unknown'];

/**
 * Simple values of every kind, made without the value generator. If the judge accepts one of them, the schema is known
 * to have valid values; if it refuses one, the schema is known to have invalid values.
 */
export function probeValues(): readonly Json[] {
  const lists = [[], [1], [1, 1], ['a', 1], [null, true, 'foo', 2], Array.from({ length: 12 }, (_, index) => index)];
  const members = NAMES.flatMap((name) => [1, 'foo', {}].map((value) => Object.fromEntries([[name, value] as const])));
  return [...SCALARS, ...lists, {}, ...members, { foo: 1, bar: 2 }, { foo: 'a', bar: 'b', baz: 'c' }];
}
