import { expect, test } from 'vitest';
import { anything } from '../../../contract/constraints/constraint-draft.js';
import type { Constraints, JsonType } from '../../../contract/constraints/constraint-types.js';
import { usableTypes } from './usable-types.js';

const ALL: readonly JsonType[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];

test.each<readonly [string, Partial<Constraints>, readonly JsonType[]]>([
  ['all types, if the schema has no constraints', {}, ALL],
  [
    'only integers, if other numbers are excluded',
    { types: new Set<JsonType>(['integer', 'string']) },
    ['string', 'integer'],
  ],
  [
    'all types but number, for contradictory bounds',
    { minimum: 5, maximum: 4 },
    ALL.filter((type) => type !== 'number'),
  ],
  ['all types, if the bounds permit one number', { minimum: 5, maximum: 5 }, ALL],
  [
    'all types but number, for bounds that permit one excluded number',
    { minimum: 5, maximum: 5, maximumExclusive: true },
    ALL.filter((type) => type !== 'number'),
  ],
  [
    'all types but number, for bounds without a multiple between them',
    { minimum: 8, maximum: 13, multiplesOf: [7] },
    ALL.filter((type) => type !== 'number'),
  ],
  [
    'no type, for an integer between two fractions without an integer',
    { types: new Set<JsonType>(['integer']), minimum: 0.1, maximum: 0.9 },
    [],
  ],
  [
    'all types but string, for contradictory lengths',
    { minLength: 2, maxLength: 1 },
    ALL.filter((type) => type !== 'string'),
  ],
  [
    'all types but array, for contradictory numbers of items',
    { minItems: 2, maxItems: 1 },
    ALL.filter((type) => type !== 'array'),
  ],
  [
    'all types but object, for contradictory numbers of members',
    { minProperties: 2, maxProperties: 1 },
    ALL.filter((type) => type !== 'object'),
  ],
  [
    'all types but object, for more required members than allowed',
    { required: new Set(['a', 'b']), maxProperties: 1 },
    ALL.filter((type) => type !== 'object'),
  ],
  [
    'all types but object, for a required member that is not allowed',
    { required: new Set(['a']), closed: true },
    ALL.filter((type) => type !== 'object'),
  ],
  [
    'all types but object, for a minimum of members that no name permits',
    { minProperties: 1, closed: true },
    ALL.filter((type) => type !== 'object'),
  ],
  [
    'no text, list or object, for minimum sizes beyond the limits of generated values',
    { minLength: 1e6, minItems: 1e6, minProperties: 1e6 },
    ['number', 'boolean', 'null'],
  ],
])('finds the types that a value may have: %s', (_, more, want) => {
  expect(usableTypes({ ...anything(), ...more })).toEqual(want);
});
