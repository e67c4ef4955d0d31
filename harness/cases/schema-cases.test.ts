import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { SchemaCases } from './schema-cases.js';
import type { SchemaOptions } from './nodes/schema-options.js';

/** Schemas, each with values that it accepts (`takes`) and values that it rejects (`refuses`). */
const MEANINGS: readonly (readonly [
  string,
  { given: Json; options?: SchemaOptions; takes: readonly Json[]; refuses: readonly Json[] },
])[] = [
  ['the schema true', { given: true, takes: [1, null], refuses: [] }],
  [
    'a reference to a supplied document',
    {
      given: { $ref: 'http://example.test/a.json#/$defs/x' },
      options: { remotes: new Map([['http://example.test/a.json', { $defs: { x: { type: 'string' } } }]]) },
      takes: ['a'],
      refuses: [1],
    },
  ],
  [
    'a reference to a document in an older dialect',
    {
      given: { $ref: 'http://example.test/a.json' },
      options: {
        remotes: new Map<string, Json>([
          [
            'http://example.test/a.json',
            { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }], additionalItems: false },
          ],
        ]),
      },
      takes: [['a'], []],
      refuses: [[1], ['a', 1]],
    },
  ],
  [
    'draft-07 tuples',
    {
      given: { items: [{ type: 'string' }], additionalItems: { type: 'null' } },
      options: { dialect: 'draft-07' },
      takes: [['a', null]],
      refuses: [['a', 1], [1]],
    },
  ],
  [
    'additionalItems without a tuple',
    { given: { items: {}, additionalItems: false }, options: { dialect: 'draft-07' }, takes: [[1]], refuses: [] },
  ],
  [
    'draft-07 dependencies',
    {
      given: { dependencies: { a: ['b'], c: { required: ['d'] } } },
      options: { dialect: 'draft-07' },
      takes: [{ a: 1, b: 1 }],
      refuses: [{ a: 1 }, { c: 1 }],
    },
  ],
  [
    'siblings of a draft-07 $ref are ignored',
    {
      given: { $ref: '#/definitions/t', maxLength: 1, definitions: { t: { type: 'string' } } },
      options: { dialect: 'draft-07' },
      takes: ['ab'],
      refuses: [1],
    },
  ],
  [
    'a reference into a draft-07 tuple',
    {
      given: { properties: { a: { items: [{ type: 'string' }] }, b: { $ref: '#/properties/a/items/0' } } },
      options: { dialect: 'draft-07' },
      takes: [{ b: 'x' }],
      refuses: [{ b: 1 }],
    },
  ],
  [
    'a draft-07 $id that is only a fragment',
    {
      given: { allOf: [{ $ref: '#t' }], definitions: { x: { $id: '#t', type: 'string' } } },
      options: { dialect: 'draft-07' },
      takes: ['a'],
      refuses: [1],
    },
  ],
  [
    'later keywords are unknown in draft-07',
    {
      given: { prefixItems: [false], dependentRequired: { a: ['b'] } },
      options: { dialect: 'draft-07' },
      takes: [[1], { a: 1 }],
      refuses: [],
    },
  ],
  [
    'draft-04 bounds',
    {
      given: { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true, maximum: 3 },
      takes: [2, 3],
      refuses: [1, 4],
    },
  ],
  [
    'a constant with the name of a keyword is unchanged',
    {
      given: { const: { items: [1] } },
      options: { dialect: 'draft-07' },
      takes: [{ items: [1] }],
      refuses: [{ prefixItems: [1] }],
    },
  ],
];

describe('the validation of values', () => {
  test.each(MEANINGS)(
    'values are accepted or rejected as the schema requires: %s',
    (_, { given, options, takes, refuses }) => {
      const cases = new SchemaCases(given, options);
      expect([...takes, ...refuses].filter((value) => cases.accepts(value))).toEqual(takes);
    },
  );
});

test('a missing document behind a reference is reported', () => {
  expect(() => new SchemaCases({ $ref: 'http://example.test/none' }).accepts(1)).toThrow(
    /no document was supplied for/,
  );
});

test.each<JsonObject>([
  { type: 'string', contentEncoding: 'base64' },
  { type: ['string', 'null'], contentEncoding: 'base64', maxLength: 40 },
])('all strings of %o are valid base64', (schema) => {
  const cases = new SchemaCases(schema);
  const made = Array.from({ length: 40 }, (_, index) => cases.valid(1, index)).filter((value) => value !== null);
  expect(
    made.every((value) => typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value),
  ).toBe(true);
  expect(new Set(made).size).toBeGreaterThan(5);
  expect(cases.accepts('not base64')).toBe(true);
});

test.each<[string, JsonObject, readonly string[]]>([
  ['names without a restriction', {}, ['a', '', '__proto__', 'a/b', 'ä', 'aB', 'a_b', 'a.b']],
  ['names of a limited length', { propertyNames: { minLength: 1, maxLength: 2 } }, ['a', 'ä', 'aB']],
  ['names that match a pattern', { propertyNames: { pattern: '^[a-z]+(?:[._][a-z]+)*$' } }, ['a', 'a_b', 'a.b']],
])('a map gets members with every edge-case name that it permits: %s → $2', (_, more, want) => {
  const cases = new SchemaCases({ type: 'object', additionalProperties: { type: 'integer' }, ...more });
  const names = [...cases.edges()].flatMap((value) => Object.keys(value as JsonObject));
  expect(names).toEqual(expect.arrayContaining([...want]));
  expect(names.includes('a/b')).toBe(want.includes('a/b'));
});

const RENAMED = 'class Class from import def None default a-b class_name fromA name id type'.split(' ');

test.each<[string, JsonObject, readonly string[]]>([
  ['in a map without restrictions', {}, RENAMED],
  [
    'in a map with a pattern for its names',
    { propertyNames: { pattern: '^[a-z_]+$' } },
    ['class', 'from', 'import', 'def', 'default', 'class_name', 'name', 'id', 'type'],
  ],
  [
    'in a map in which one of the names has its own schema',
    { properties: { class: { type: 'string' } } },
    RENAMED.filter((name) => name !== 'class'),
  ],
])('one object has all permitted names that programs often rename: %s', (_, more, want) => {
  const cases = new SchemaCases({ type: 'object', additionalProperties: { type: 'integer' }, ...more });
  expect([...cases.edges()].map((value) => Object.keys(value as JsonObject))).toContainEqual(want);
});

test('if `maxProperties` is too small for one object, the names that programs often rename are divided among several objects', () => {
  const cases = new SchemaCases({ type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 4 });
  const names = [...cases.edges()].map((value) => Object.keys(value as JsonObject).join(' '));
  expect(names).toEqual(
    expect.arrayContaining(['class Class from import', 'def None default a-b', 'class_name fromA name id', 'type']),
  );
});
