import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { provenEmptiness } from '../nodes/emptiness.js';
import type { Satisfiability } from './satisfiability.js';
import { SchemaCases } from '../schema-cases.js';

/** Each row: a name, a schema without values, and the pointer to the place where no value is possible. */
test.each<readonly [string, Json, string]>([
  ['the schema false', false, ''],
  ['a conjunction of true and false', { allOf: [true, false] }, ''],
  ['the negation of a schema that accepts everything', { not: {} }, ''],
  ['two types without a common value', { type: 'string', allOf: [{ type: 'integer' }] }, ''],
  ['a type that is also excluded', { type: 'number', not: { type: ['number', 'string'] } }, ''],
  ['an enumeration without a valid value', { enum: ['a', 'b'], minLength: 2 }, ''],
  ['an empty enumeration', { enum: [] }, ''],
  ['a minimum above the maximum', { type: 'integer', minimum: 3, maximum: 2 }, ''],
  ['bounds without an integer between them', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }, ''],
  [
    'bounds without a common multiple between them',
    { type: 'number', multipleOf: 0.4, minimum: 0.1, maximum: 1.5, allOf: [{ multipleOf: 0.5 }] },
    '',
  ],
  ['a range whose numbers are all excluded', { type: 'integer', minimum: 0, maximum: 2, not: { enum: [0, 1, 2] } }, ''],
  [
    'a number that is a multiple of 1 and not an integer',
    { type: 'number', multipleOf: 1, not: { type: 'integer' } },
    '',
  ],
  ['a minimum length above the maximum length', { type: 'string', minLength: 2, allOf: [{ maxLength: 1 }] }, ''],
  [
    'a minimum number of items above the maximum',
    { type: 'array', minItems: 2, prefixItems: [true], items: false },
    '',
  ],
  [
    'more unique items than distinct values',
    { type: 'array', minItems: 4, uniqueItems: true, items: { type: ['boolean', 'null'] } },
    '',
  ],
  [
    'items that must be both unique and not unique',
    { type: 'array', uniqueItems: true, not: { uniqueItems: true } },
    '',
  ],
  ['a required item without a valid value', { type: 'array', minItems: 1, prefixItems: [false] }, '/0'],
  ['contains without any matching item', { type: 'array', contains: { type: 'string' }, items: { type: 'null' } }, ''],
  ['contains with a minimum above its maximum', { type: 'array', contains: true, minContains: 2, maxContains: 1 }, ''],
  [
    'a required member without a value',
    { type: 'object', required: ['a'], properties: { a: { type: 'string', const: 1 } } },
    '/a',
  ],
  ['a required member that is not allowed', { type: 'object', required: ['a'], additionalProperties: false }, '/a'],
  [
    'a required member that a pattern forbids',
    { type: 'object', required: ['ab'], patternProperties: { '^a': false } },
    '/ab',
  ],
  [
    'a required member that propertyNames forbids',
    { type: 'object', required: ['ab'], propertyNames: { maxLength: 1 } },
    '',
  ],
  ['more required members than allowed', { type: 'object', required: ['a', 'b'], maxProperties: 1 }, ''],
  [
    'a dependency on a member without a valid value',
    { type: 'object', required: ['a'], dependentRequired: { a: ['b'] }, properties: { b: false } },
    '',
  ],
  [
    'anyOf without an alternative that can match',
    { type: 'null', anyOf: [{ type: 'string' }, { type: 'integer' }] },
    '',
  ],
  [
    'oneOf with alternatives that always match together',
    { oneOf: [{ minimum: 1 }, { minimum: 1 }], type: 'string' },
    '',
  ],
  ['a condition whose branches are both unsatisfiable', { if: { type: 'string' }, then: false, else: false }, ''],
  [
    'a value that always requires a smaller one',
    { $defs: { n: { type: 'object', required: ['n'], properties: { n: { $ref: '#/$defs/n' } } } }, $ref: '#/$defs/n' },
    '/n/n',
  ],
])('the schema is proven unsatisfiable: %s', (_, schema, pointer) => {
  const answer = new SchemaCases(schema).satisfiability();
  expect(answer).toMatchObject({ kind: 'unsatisfiable', pointer });
  expect((answer as Extract<Satisfiability, { readonly kind: 'unsatisfiable' }>).reason).not.toBe('');
});

test.each<readonly [string, Json]>([
  ['bounds beyond the numbers that are generated', { type: 'integer', minimum: 1e20, maximum: 1e20 }],
  ['a length beyond the strings that are generated', { type: 'string', minLength: 100_000 }],
  ['a pattern that no string matches', { type: 'string', pattern: '^(?=a)b$' }],
  [
    'members that several alternatives evaluate',
    {
      required: ['a', 'b'],
      type: 'object',
      anyOf: [{ properties: { a: true } }, { properties: { b: true } }],
      unevaluatedProperties: false,
      maxProperties: 1,
    },
  ],
])('without a proof, the schema stays undecided: %s', (_, schema) => {
  expect(new SchemaCases(schema).satisfiability().kind).not.toBe('unsatisfiable');
});

test.each<readonly [string, Json]>([
  ['a recursion that may end at any depth', { type: 'object', properties: { n: { $ref: '#' } } }],
  [
    'a recursion that must end',
    { anyOf: [{ type: 'object', required: ['n'], properties: { n: { $ref: '#' } } }, { type: 'null' }] },
  ],
  ['contradictory bounds for numbers, with all types allowed', { minimum: 3, maximum: 2 }],
  ['bounds that permit a single fraction', { type: 'number', minimum: 0.1, maximum: 0.1 }],
  ['a range with one number that is not excluded', { type: 'integer', minimum: 0, maximum: 2, not: { enum: [0, 2] } }],
  ['`maxProperties` is the number of required members', { type: 'object', required: ['a', 'b'], maxProperties: 2 }],
  [
    '`minProperties` is the number of declared members',
    { type: 'object', properties: { a: true, b: true }, minProperties: 2, additionalProperties: false },
  ],
  ['a string with a single permitted length', { type: 'string', minLength: 2, maxLength: 2 }],
  [
    'an array with a single permitted length',
    {
      type: 'array',
      minItems: 2,
      maxItems: 2,
      prefixItems: [true, true],
      items: false,
      contains: true,
      maxContains: 2,
    },
  ],
  ['a multiple that equals a bound', { type: 'number', multipleOf: 0.3, minimum: 0.9, maximum: 0.9 }],
  [
    '`minItems` is the number of distinct values of unique items',
    { type: 'array', minItems: 3, uniqueItems: true, items: { type: ['boolean', 'null'] } },
  ],
])('the schema is satisfiable: %s', (_, schema) => {
  const cases = new SchemaCases(schema);
  const answer = cases.satisfiability();
  expect(answer.kind === 'satisfiable' && cases.accepts(answer.value)).toBe(true);
  // The proof is normally skipped if a value is found. Here the proof is run as well, and must not contradict the
  // value.
  expect(provenEmptiness(cases.source.node(cases.uri))).toBeUndefined();
});
