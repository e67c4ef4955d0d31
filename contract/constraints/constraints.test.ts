import { expect, test } from 'vitest';
import type { Json } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import type { Term } from './constraint-types.js';
import { type Constraints, flatten } from './constraints.js';
import { contractOf } from '../fixtures/contracts.js';
import { Terms } from './terms.js';

/** The constraints of the schema `S`. Addresses of schemas are shown relative to the document. */
async function flattened(schema: Json, others: Readonly<Record<string, Json>> = {}): Promise<Constraints> {
  const { schemas } = await contractOf({ components: { schemas: { S: schema, ...others } } });
  return flatten([{ term: new Terms(schemas).root('contract.json#/components/schemas/S' as SchemaUri) }]);
}

function shown(conjunction: readonly Term[] | undefined): readonly string[] | undefined {
  return conjunction?.map(({ uri = '' }) => uri.slice('contract.json#/components/schemas/'.length));
}

test.each<readonly [string, Json, Partial<Constraints>]>([
  ['the type number includes the type integer', { type: 'number' }, { types: new Set(['integer', 'number']) }],
  [
    'types of several schemas are intersected',
    { type: ['string', 'integer'], allOf: [{ type: ['integer', 'null'] }] },
    { types: new Set(['integer']) },
  ],
  [
    'the tighter of two bounds is used',
    { minimum: 1, maximum: 9, allOf: [{ minimum: 5 }, { maximum: 20 }] },
    { minimum: 5, maximum: 9 },
  ],
  [
    'an exclusive bound is tighter than an inclusive bound with the same value',
    { minimum: 5, exclusiveMinimum: 5, maximum: 7, allOf: [{ exclusiveMaximum: 7 }] },
    { minimum: 5, minimumExclusive: true, maximumExclusive: true },
  ],
  [
    'an inclusive bound may be tighter than an exclusive bound',
    { exclusiveMinimum: 1, allOf: [{ minimum: 2 }] },
    { minimum: 2, minimumExclusive: false },
  ],
  [
    'the tighter lengths and counts are used',
    { minLength: 1, maxItems: 5, allOf: [{ minLength: 3, maxItems: 2, minProperties: 1 }] },
    { minLength: 3, maxItems: 2, minProperties: 1 },
  ],
  [
    'a number format restricts the range unless a bound is tighter',
    { type: ['integer', 'null'], format: 'int32', minimum: 0 },
    { minimum: 0, maximum: 2_147_483_647, narrowed: new Set(['integer', 'number']) },
  ],
  ['an unknown format does not restrict numbers', { format: 'money' }, { minimum: -Infinity, maximum: Infinity }],
  [
    'patterns, formats and multiples of several schemas are collected',
    { pattern: 'a', format: 'date', multipleOf: 2, allOf: [{ pattern: 'b', multipleOf: 3 }] },
    { patterns: ['a', 'b'], formats: ['date'], multiplesOf: [2, 3] },
  ],
  [
    'enumerations of several schemas are intersected',
    { enum: [1, 'a', { x: 1, y: 2 }], allOf: [{ enum: [{ y: 2, x: 1 }, 1, 2] }] },
    { candidates: [{ y: 2, x: 1 }, 1] },
  ],
  ['an enumeration and a constant are intersected', { enum: [1, 2], const: 2 }, { candidates: [2] }],
  ['null can be a constant', { const: null }, { candidates: [null] }],
  ['the schema false accepts nothing', { allOf: [false] }, { never: true }],
  ['the schema true accepts everything', { allOf: [true] }, { never: false }],
  [
    'required members of several schemas are collected',
    { required: ['a'], allOf: [{ required: ['b', 'a'] }] },
    { required: new Set(['a', 'b']) },
  ],
  [
    'annotations of several schemas are collected',
    { readOnly: true, allOf: [{ writeOnly: true }] },
    { readOnly: true, writeOnly: true },
  ],
  ['a schema can forbid items after a prefix', { prefixItems: [true, true], items: false }, { maxItems: 2 }],
])('schemas become one record of constraints: %s', async (_, schema, want) => {
  expect(await flattened(schema)).toMatchObject(want);
});

test('references are followed, including recursive ones', async () => {
  const { properties } = await flattened(
    { $ref: '#/components/schemas/T', properties: { own: {} } },
    { T: { properties: { self: { $ref: '#/components/schemas/S' } } } },
  );
  expect([...properties].map(([name, conjunction]) => [name, shown(conjunction)])).toEqual([
    ['own', ['S/properties/own']],
    ['self', ['T/properties/self']],
  ]);
});

test('each anyOf and oneOf becomes a group of branches, in the order in which schemas are visited', async () => {
  const { branches } = await flattened({ anyOf: [{}, {}], allOf: [{ oneOf: [{}] }] });
  expect(branches.map(({ choices }) => shown(choices))).toEqual([['S/anyOf/0', 'S/anyOf/1'], ['S/allOf/0/oneOf/0']]);
});

test('additionalProperties of one schema apply to members that only another schema names', async () => {
  const { properties, additional, closed } = await flattened({
    allOf: [
      { properties: { a: {} }, patternProperties: { '^x-': {} }, additionalProperties: { type: 'string' } },
      { properties: { b: {}, 'x-c': {} } },
    ],
  });
  expect([...properties].map(([name, conjunction]) => [name, shown(conjunction)])).toEqual([
    ['a', ['S/allOf/0/properties/a']],
    ['b', ['S/allOf/1/properties/b', 'S/allOf/0/additionalProperties']],
    ['x-c', ['S/allOf/1/properties/x-c', 'S/allOf/0/patternProperties/^x-']],
  ]);
  expect([shown(additional), closed]).toEqual([['S/allOf/0/additionalProperties'], false]);
});

test('a closed schema excludes members that only another schema names', async () => {
  const { properties, closed } = await flattened({
    allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }],
  });
  expect([[...properties.keys()], closed]).toEqual([['a'], true]);
});

test('unevaluatedProperties permits the members that other schemas name', async () => {
  const { properties, closed } = await flattened({
    properties: { a: {} },
    allOf: [{ properties: { b: {} } }],
    unevaluatedProperties: false,
  });
  expect([[...properties.keys()], closed]).toEqual([['a', 'b'], true]);
});

test('`items` of one schema apply to the `prefixItems` of another schema', async () => {
  const { prefixItems, items } = await flattened({
    allOf: [{ prefixItems: [{}, {}] }, { prefixItems: [{}], items: {} }],
  });
  expect(prefixItems.map(shown)).toEqual([
    ['S/allOf/0/prefixItems/0', 'S/allOf/1/prefixItems/0'],
    ['S/allOf/0/prefixItems/1', 'S/allOf/1/items'],
  ]);
  expect(shown(items)).toEqual(['S/allOf/1/items']);
});

test('names that every JavaScript object inherits are not read as keywords', async () => {
  const { properties } = await flattened({
    properties: JSON.parse('{"__proto__":{"type":"string"},"constructor":true}') as Json,
  });
  expect([...properties.keys()]).toEqual(['__proto__', 'constructor']);
});
