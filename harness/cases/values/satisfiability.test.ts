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
  ['types without a common value', { type: 'string', allOf: [{ type: 'integer' }] }, ''],
  ['a type and its negation', { type: 'number', not: { type: ['number', 'string'] } }, ''],
  ['an enumeration of which no value is valid', { enum: ['a', 'b'], minLength: 2 }, ''],
  ['an empty enumeration', { enum: [] }, ''],
  ['contradictory bounds', { type: 'integer', minimum: 3, maximum: 2 }, ''],
  ['no whole number between the bounds', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }, ''],
  [
    'no common multiple between the bounds',
    { type: 'number', multipleOf: 0.4, minimum: 0.1, maximum: 1.5, allOf: [{ multipleOf: 0.5 }] },
    '',
  ],
  ['all numbers excluded', { type: 'integer', minimum: 0, maximum: 2, not: { enum: [0, 1, 2] } }, ''],
  [
    'a number that is a multiple of 1 and not an integer',
    { type: 'number', multipleOf: 1, not: { type: 'integer' } },
    '',
  ],
  ['contradictory lengths', { type: 'string', minLength: 2, allOf: [{ maxLength: 1 }] }, ''],
  ['more items than allowed', { type: 'array', minItems: 2, prefixItems: [true], items: false }, ''],
  [
    'more unique items than values',
    { type: 'array', minItems: 4, uniqueItems: true, items: { type: ['boolean', 'null'] } },
    '',
  ],
  ['equal items that differ', { type: 'array', uniqueItems: true, not: { uniqueItems: true } }, ''],
  ['an item without a value', { type: 'array', minItems: 1, prefixItems: [false] }, '/0'],
  ['contains without a matching value', { type: 'array', contains: { type: 'string' }, items: { type: 'null' } }, ''],
  ['contains with too many required matches', { type: 'array', contains: true, minContains: 2, maxContains: 1 }, ''],
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
  ['too many required members', { type: 'object', required: ['a', 'b'], maxProperties: 1 }, ''],
  [
    'a dependency without a value',
    { type: 'object', required: ['a'], dependentRequired: { a: ['b'] }, properties: { b: false } },
    '',
  ],
  ['alternatives of which none can match', { type: 'null', anyOf: [{ type: 'string' }, { type: 'integer' }] }, ''],
  ['alternatives that match only together', { oneOf: [{ minimum: 1 }, { minimum: 1 }], type: 'string' }, ''],
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
  ['bounds beyond generated numbers', { type: 'integer', minimum: 1e20, maximum: 1e20 }],
  ['lengths beyond generated texts', { type: 'string', minLength: 100_000 }],
  ['a pattern that no text matches', { type: 'string', pattern: '^(?=a)b$' }],
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
  ['contradictory bounds of numbers, without a type', { minimum: 3, maximum: 2 }],
  ['bounds that permit one fraction', { type: 'number', minimum: 0.1, maximum: 0.1 }],
  ['one remaining number', { type: 'integer', minimum: 0, maximum: 2, not: { enum: [0, 2] } }],
  ['exactly the required members', { type: 'object', required: ['a', 'b'], maxProperties: 2 }],
  [
    'the largest number of members',
    { type: 'object', properties: { a: true, b: true }, minProperties: 2, additionalProperties: false },
  ],
  ['one permitted length', { type: 'string', minLength: 2, maxLength: 2 }],
  [
    'one permitted number of items',
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
  ['a multiple on a bound', { type: 'number', multipleOf: 0.3, minimum: 0.9, maximum: 0.9 }],
  [
    'as many unique items as values',
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
