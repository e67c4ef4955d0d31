import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { Json } from '../../../contract/json/json.js';
import { SchemaCases } from '../schema-cases.js';

const COUNT = 60;

/** Distinct values of a schema, each checked to be valid. */
function values(schema: Json): readonly Json[] {
  const cases = new SchemaCases(schema);
  const made = Array.from({ length: COUNT }, (_, index) => cases.valid(1, index));
  expect(made.filter((value) => value === undefined || !cases.accepts(value))).toEqual([]);
  return [...new Map(made.map((value) => [canonicalJson(value ?? null), value ?? null])).values()];
}

/** Schemas that so few values satisfy that random tries would not find one. */
test.each<readonly [string, Json]>([
  [
    'a value of the only type that is not excluded',
    { not: { type: ['object', 'array', 'string', 'number', 'boolean'] } },
  ],
  ['numbers that are not integers', { type: 'number', not: { type: 'integer' } }],
  ['an integer outside of bounds', { type: 'integer', not: { minimum: -1_000_000, maximum: 1_000_000 } }],
  [
    'a number that is not a multiple',
    { type: 'number', multipleOf: 0.5, not: { multipleOf: 1 }, minimum: 0, maximum: 9 },
  ],
  [
    'an object that breaks a schema',
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      not: { properties: { a: { maxLength: 20 } } },
    },
  ],
  ['an array with a negative item', { type: 'array', items: { type: 'integer' }, not: { items: { minimum: 0 } } }],
  [
    'an array that does not match a tuple',
    { type: 'array', not: { prefixItems: [{ type: 'string' }, { type: 'null' }] } },
  ],
  [
    'an object that does not match a map of strings',
    { type: 'object', not: { additionalProperties: { type: 'string' } } },
  ],
  [
    'an object without matching members',
    { type: 'object', not: { patternProperties: { '^x-\\d+$': true, '^y': { type: 'null' } } } },
  ],
  ['an object with a member name that a schema rejects', { type: 'object', not: { propertyNames: { maxLength: 8 } } }],
  ['an array with duplicate items', { type: 'array', items: { type: 'string' }, not: { uniqueItems: true } }],
  [
    'an array that does not contain a value',
    { type: 'array', items: { enum: [1, 2] }, minItems: 6, not: { contains: { const: 1 } } },
  ],
  [
    'a value that matches neither of two alternatives',
    { type: ['string', 'integer'], not: { anyOf: [{ type: 'string' }, { maximum: 5_000 }] } },
  ],
  [
    'a value that matches both alternatives or none',
    {
      not: {
        oneOf: [
          { required: ['a'], type: 'object' },
          { required: ['b'], type: 'object' },
        ],
      },
      type: 'object',
      minProperties: 1,
    },
  ],
  ['an object that violates a dependency', { type: 'object', not: { dependentRequired: { a: ['b'] } } }],
  [
    'a value that breaks the consequence of a condition',
    { not: { if: { type: 'string' }, then: { maxLength: 3 }, else: true } },
  ],
  [
    'an object that matches exactly one branch of oneOf',
    {
      oneOf: [{ required: ['a'] }, { required: ['b'] }, { required: ['c'] }],
      type: 'object',
      properties: { a: {}, b: {}, c: {} },
    },
  ],
  [
    'an object with if, then and else',
    {
      type: 'object',
      properties: { k: { enum: ['x', 'y'] } },
      required: ['k'],
      if: { properties: { k: { const: 'x' } } },
      then: { required: ['long'] },
      else: { required: ['wide'] },
    },
  ],
  ['an array with at least one matching item', { type: 'array', items: { type: 'string' }, contains: { const: 'A' } }],
  [
    'an array with two or three items that match contains',
    { type: 'array', contains: { type: 'integer' }, minContains: 2, maxContains: 3, maxItems: 5 },
  ],
  [
    'an array with prefix items and an item that matches contains',
    {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'null' }],
      contains: { type: 'integer' },
      uniqueItems: true,
    },
  ],
  [
    'an array whose items must match three contains keywords',
    {
      type: 'array',
      allOf: [{ contains: { const: 1 } }, { contains: { const: 2 } }, { contains: { type: 'null' } }],
      maxItems: 3,
    },
  ],
  [
    'one item that must match two contains keywords',
    {
      type: 'array',
      allOf: [{ contains: { minimum: 5 } }, { contains: { maximum: 5 } }],
      maxItems: 1,
      items: { type: 'integer' },
    },
  ],
  [
    'an array with as many unique items as distinct values',
    { type: 'array', uniqueItems: true, minItems: 12, items: { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] } },
  ],
  [
    'an object with member names that two patterns match',
    {
      type: 'object',
      patternProperties: { '^a': { type: 'integer' }, z$: { minimum: 1000 } },
      additionalProperties: false,
      minProperties: 2,
    },
  ],
  [
    'an object with member names from an enumeration',
    { type: 'object', propertyNames: { enum: ['a', 'b', 'c'] }, minProperties: 3 },
  ],
  [
    'an object with members that require each other',
    {
      type: 'object',
      minProperties: 1,
      properties: { a: true, b: true, c: true, d: true },
      dependentRequired: { a: ['b'], b: ['c'] },
      dependentSchemas: { c: { required: ['d'], properties: { d: { const: 7 } } } },
      additionalProperties: false,
    },
  ],
  [
    'an object without unevaluated members',
    {
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } } }],
      anyOf: [
        { required: ['b'], properties: { b: { type: 'null' } } },
        { required: ['c'], properties: { c: true } },
      ],
      unevaluatedProperties: false,
    },
  ],
  [
    'an object with members that one schema in allOf does not evaluate',
    {
      type: 'object',
      required: ['a'],
      properties: { a: true },
      allOf: [{ properties: { a: true }, unevaluatedProperties: { type: 'integer' } }],
      minProperties: 3,
    },
  ],
  [
    'an array with unevaluated items',
    {
      type: 'array',
      prefixItems: [{ type: 'string' }],
      contains: { type: 'integer' },
      unevaluatedItems: { type: 'null' },
      minItems: 4,
    },
  ],
  [
    'an object with an unevaluated member',
    { type: 'object', not: { properties: { a: true }, unevaluatedProperties: { type: 'integer' } } },
  ],
  [
    'a number with three multipleOf keywords',
    { type: 'number', allOf: [{ multipleOf: 0.06 }, { multipleOf: 0.04 }, { multipleOf: 0.35 }], exclusiveMinimum: 0 },
  ],
  ['a large multiple in a wide range', { type: 'integer', multipleOf: 123_457, minimum: 1 }],
  [
    'a tree of limited depth for a recursive schema',
    {
      $ref: '#/$defs/tree',
      $defs: {
        tree: {
          type: 'object',
          required: ['l', 'r'],
          additionalProperties: false,
          properties: { l: { $ref: '#/$defs/or' }, r: { $ref: '#/$defs/or' } },
        },
        or: { anyOf: [{ $ref: '#/$defs/tree' }, { const: 0 }] },
      },
    },
  ],
  [
    'an array whose items have a dynamic reference',
    {
      $id: 'http://example.test/strings',
      $ref: 'list',
      $defs: {
        item: { $dynamicAnchor: 'item', type: 'string', minLength: 30 },
        list: {
          $id: 'list',
          type: 'array',
          minItems: 1,
          items: { $dynamicRef: '#item' },
          $defs: { any: { $dynamicAnchor: 'item' } },
        },
      },
    },
  ],
])('a schema with few valid values still gives %s', (_, schema) => {
  expect(values(schema).length).toBeGreaterThan(0);
});

test.each<readonly [string, Json]>([
  ['a format and a pattern', { type: 'string', format: 'email', pattern: '^\\w+@' }],
  ['a pattern that restricts a format', { type: 'string', format: 'date', pattern: '-02-' }],
  ['several patterns', { type: 'string', allOf: [{ pattern: '^[a-z]+$' }, { pattern: '^q' }] }],
  ['a pattern that must not match', { type: 'string', not: { pattern: '[a-y]' }, minLength: 4 }],
  [
    'two different strings of the same format',
    { type: 'array', uniqueItems: true, minItems: 2, items: { type: 'string', format: 'relative-json-pointer' } },
  ],
])('a generated string satisfies several keywords together: %s', (_, schema) => {
  expect(values(schema).length).toBeGreaterThan(1);
});

describe('edge cases among the generated values', () => {
  test.each<readonly [string, Json, (text: string) => boolean]>([
    ['an empty string', { type: 'string' }, (text) => text === '""'],
    ['a character beyond U+FFFF', { type: 'string' }, (text) => /[\ud800-\udbff]/.test(text)],
    ['a combining mark', { type: 'string' }, (text) => text.includes('\u0301')],
    ['right-to-left text', { type: 'string' }, (text) => /[\u05d0-\u064a\u202e]/.test(text)],
    [
      'a string of the maximum length',
      { type: 'string', maxLength: 40 },
      (text) => [...(JSON.parse(text) as string)].length === 40,
    ],
    [
      'an integer at the limit of exact doubles',
      { type: 'integer' },
      (text) => Math.abs(Number(text)) === Number.MAX_SAFE_INTEGER,
    ],
    [
      'names of prototype members',
      { type: 'object', additionalProperties: { type: 'null' } },
      (text) => /"(?:__proto__|constructor|toString)"/.test(text),
    ],
    [
      'a list of the largest length',
      { type: 'array', items: { type: 'null' }, maxItems: 7 },
      (text) => (JSON.parse(text) as unknown[]).length === 7,
    ],
  ])('the generated values contain %s', (_, schema, isThere) => {
    const cases = new SchemaCases(schema);
    const texts = Array.from({ length: 400 }, (_unused, index) => JSON.stringify(cases.valid(1, index)));
    expect(texts.some(isThere)).toBe(true);
  });

  test('many different values are generated for a schema', () => {
    expect(
      values({ type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } }, required: ['a'] }).length,
    ).toBeGreaterThan(COUNT / 2);
  });
});

test('the same seed gives the same values, independent of earlier calls', () => {
  const schema: Json = {
    anyOf: [{ type: 'string' }, { type: 'array', contains: { type: 'integer' }, items: { type: ['integer', 'null'] } }],
  };
  const [forwards, backwards] = [new SchemaCases(schema), new SchemaCases(schema)];
  const made = Array.from({ length: 20 }, (_, index) => forwards.valid(3, index));
  expect(Array.from({ length: 20 }, (_, index) => backwards.valid(3, 19 - index)).toReversed()).toEqual(made);
});

test.each<readonly [string, Json, string]>([
  [
    'a schema that refers back to itself',
    { $ref: '#/$defs/a', $defs: { a: { not: { $ref: '#/$defs/a' } } } },
    'schema-endless',
  ],
  ['a pattern that does not compile', { properties: { a: { pattern: '(' } } }, 'schema-pattern'],
  ['a reference without a target', { items: { $ref: '#/$defs/none' } }, 'reference-dangling'],
])('%s is reported before any value is generated', (_, schema, code) => {
  expect(() => new SchemaCases(schema).valid(1, 0)).toThrow(expect.objectContaining({ code }));
});

test('the search for a value ends in limited time, even if the branches of the schema have very many combinations', () => {
  const group = (name: string): Json => ({
    oneOf: [{ required: [`${name}1`] }, { required: [`${name}2`] }, { not: { required: [`${name}3`] } }],
  });
  const schema: Json = {
    type: 'object',
    allOf: Array.from({ length: 30 }, (_, index) => group(`n${index}`)),
    unevaluatedProperties: { $ref: '#' },
  };
  const cases = new SchemaCases(schema);
  // The search must end within the time limit of the test.
  expect(['satisfiable', 'undecided']).toContain(cases.satisfiability().kind);
});
