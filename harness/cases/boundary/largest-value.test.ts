import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { SingleSchema } from '../../../contract/schema/judging/single-schema.js';
import { ValueSource } from '../values/value-source.js';
import { BoundaryValues } from './boundary-values.js';

function large(schema: Json): Json | undefined {
  const single = new SingleSchema(schema, {});
  const source = new ValueSource(single.schemas, 'request', 'as-written');
  const value = new BoundaryValues(source).large(source.node(single.uri));
  if (value !== undefined) expect(single.validate(value)).toEqual([]);
  return value;
}

const text = (maxLength: number): Json => ({ type: 'string', maxLength });
const object = (properties: { readonly [name: string]: Json }, more = {}): Json => ({
  type: 'object',
  properties,
  ...more,
});

/** `want` is the range of the value's size in bytes as JSON, or `undefined` if there is no large value. */
test.each<[string, { given: Json; want: readonly [least: number, most: number] | undefined }]>([
  [
    'no value if other cases already contain the largest value of each member',
    { given: object({ a: text(500), b: text(600) }), want: undefined },
  ],
  [
    'a map with as many members as allowed',
    { given: object({}, { maxProperties: 20, additionalProperties: text(64) }), want: [5000, 6000] },
  ],
  [
    'an array with as many items as allowed',
    { given: object({ a: { type: 'array', maxItems: 32, items: text(40) } }), want: [5100, 5400] },
  ],
  [
    'a full array with unique items',
    { given: object({ a: { type: 'array', maxItems: 3, uniqueItems: true, items: text(400) } }), want: [2000, 3000] },
  ],
  [
    'the alternative with the longest value',
    {
      given: { oneOf: [object({ a: text(9) }), object({ b: text(9), c: text(900) }, { required: ['b'] })] },
      want: [3600, 6000],
    },
  ],
  [
    'an object whose members share the size limit',
    {
      given: object({ a: text(3000), b: object({}, { maxProperties: 9, additionalProperties: text(900) }) }),
      want: [15_000, 32_768],
    },
  ],
  ['a map without a limit', { given: object({}, { additionalProperties: text(300) }), want: [30_000, 32_768] }],
  [
    'no value for a schema without long values',
    { given: object({ a: text(40), b: { type: 'integer' } }), want: undefined },
  ],
  ['no value for a string without a maximum length', { given: object({ a: { type: 'string' } }), want: undefined }],
])('makes the large value of a schema: %s', (_, { given, want }) => {
  const value = large(given);
  const bytes = value === undefined ? undefined : Buffer.byteLength(JSON.stringify(value));
  if (want === undefined) return expect(bytes).toBeUndefined();
  expect(bytes).toBeGreaterThanOrEqual(want[0]);
  expect(bytes).toBeLessThanOrEqual(want[1]);
  return undefined;
});
