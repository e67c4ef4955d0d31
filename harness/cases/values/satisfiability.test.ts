import { expect, test } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { provenEmptiness } from '../nodes/emptiness.js';
import type { Satisfiability } from './satisfiability.js';
import { SchemaCases } from '../schema-cases.js';

/** The place that nothing can stand at. */
test.each<readonly [string, Json, string]>([
  ['false', false, ''],
  ['false beside true', { allOf: [true, false] }, ''],
  ['not anything', { not: {} }, ''],
  ['types that do not meet', { type: 'string', allOf: [{ type: 'integer' }] }, ''],
  ['a type and its negation', { type: 'number', not: { type: ['number', 'string'] } }, ''],
  ['no member of an enumeration', { enum: ['a', 'b'], minLength: 2 }, ''],
  ['an empty enumeration', { enum: [] }, ''],
  ['bounds that cross', { type: 'integer', minimum: 3, maximum: 2 }, ''],
  ['no whole number between', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }, ''],
  ['no multiple of both between', { type: 'number', multipleOf: 0.4, minimum: 0.1, maximum: 1.5, allOf: [{ multipleOf: 0.5 }] }, ''],
  ['all numbers taken away', { type: 'integer', minimum: 0, maximum: 2, not: { enum: [0, 1, 2] } }, ''],
  ['fractions that are multiples of one', { type: 'number', multipleOf: 1, not: { type: 'integer' } }, ''],
  ['lengths that cross', { type: 'string', minLength: 2, allOf: [{ maxLength: 1 }] }, ''],
  ['more items than there may be', { type: 'array', minItems: 2, prefixItems: [true], items: false }, ''],
  ['more different items than there are', { type: 'array', minItems: 4, uniqueItems: true, items: { type: ['boolean', 'null'] } }, ''],
  ['equal items that differ', { type: 'array', uniqueItems: true, not: { uniqueItems: true } }, ''],
  ['an item that cannot be', { type: 'array', minItems: 1, prefixItems: [false] }, '/0'],
  ['contained by nothing', { type: 'array', contains: { type: 'string' }, items: { type: 'null' } }, ''],
  ['contained too often', { type: 'array', contains: true, minContains: 2, maxContains: 1 }, ''],
  ['a member that cannot be', { type: 'object', required: ['a'], properties: { a: { type: 'string', const: 1 } } }, '/a'],
  ['a required member that is not allowed', { type: 'object', required: ['a'], additionalProperties: false }, '/a'],
  ['by a pattern', { type: 'object', required: ['ab'], patternProperties: { '^a': false } }, '/ab'],
  ['by the names', { type: 'object', required: ['ab'], propertyNames: { maxLength: 1 } }, ''],
  ['too many required', { type: 'object', required: ['a', 'b'], maxProperties: 1 }, ''],
  ['a dependency that cannot be met', { type: 'object', required: ['a'], dependentRequired: { a: ['b'] }, properties: { b: false } }, ''],
  ['no alternative', { type: 'null', anyOf: [{ type: 'string' }, { type: 'integer' }] }, ''],
  ['more than one', { oneOf: [{ minimum: 1 }, { minimum: 1 }], type: 'string' }, ''],
  ['both ways of a condition', { if: { type: 'string' }, then: false, else: false }, ''],
  [
    'what always needs a smaller one',
    { $defs: { n: { type: 'object', required: ['n'], properties: { n: { $ref: '#/$defs/n' } } } }, $ref: '#/$defs/n' },
    '/n/n',
  ],
])('unsatisfiable: %s', (_, schema, pointer) => {
  const answer = new SchemaCases(schema).satisfiability();
  expect(answer).toMatchObject({ kind: 'unsatisfiable', pointer });
  expect((answer as Extract<Satisfiability, { readonly kind: 'unsatisfiable' }>).reason).not.toBe('');
});

test.each<readonly [string, Json]>([
  ['bounds beyond what is made', { type: 'integer', minimum: 1e20, maximum: 1e20 }],
  ['lengths beyond what is made', { type: 'string', minLength: 100_000 }],
  ['a pattern that nothing matches', { type: 'string', pattern: '^(?=a)b$' }],
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
])('no proof is claimed that was not found: %s', (_, schema) => {
  expect(new SchemaCases(schema).satisfiability().kind).not.toBe('unsatisfiable');
});

test.each<readonly [string, Json]>([
  ['a recursion that may end', { type: 'object', properties: { n: { $ref: '#' } } }],
  ['one that must end', { anyOf: [{ type: 'object', required: ['n'], properties: { n: { $ref: '#' } } }, { type: 'null' }] }],
  ['another type is left', { minimum: 3, maximum: 2 }],
  ['a single real', { type: 'number', minimum: 0.1, maximum: 0.1 }],
  ['one number that is left', { type: 'integer', minimum: 0, maximum: 2, not: { enum: [0, 2] } }],
  ['as many members as are required', { type: 'object', required: ['a', 'b'], maxProperties: 2 }],
  ['as many as there may be', { type: 'object', properties: { a: true, b: true }, minProperties: 2, additionalProperties: false }],
  ['one length', { type: 'string', minLength: 2, maxLength: 2 }],
  ['one count', { type: 'array', minItems: 2, maxItems: 2, prefixItems: [true, true], items: false, contains: true, maxContains: 2 }],
  ['a multiple on a bound', { type: 'number', multipleOf: 0.3, minimum: 0.9, maximum: 0.9 }],
  ['as many items as there are', { type: 'array', minItems: 3, uniqueItems: true, items: { type: ['boolean', 'null'] } }],
])('satisfiable: %s', (_, schema) => {
  const cases = new SchemaCases(schema);
  const answer = cases.satisfiability();
  expect(answer.kind === 'satisfiable' && cases.accepts(answer.value)).toBe(true);
  // The proof is not asked where a value is found, and must not be wrong all the same.
  expect(provenEmptiness(cases.source.node(cases.uri))).toBeUndefined();
});
