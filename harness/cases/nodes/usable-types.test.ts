import { expect, test } from 'vitest';
import { anything } from '../../../contract/constraints/constraint-draft.js';
import type { Constraints, JsonType } from '../../../contract/constraints/constraint-types.js';
import { usableTypes } from './usable-types.js';

const ALL: readonly JsonType[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];

test.each<readonly [string, Partial<Constraints>, readonly JsonType[]]>([
  ['anything', {}, ALL],
  ['integers where numbers do not go', { types: new Set<JsonType>(['integer', 'string']) }, ['string', 'integer']],
  ['numbers that exclude each other take away numbers alone', { minimum: 5, maximum: 4 }, ALL.filter((type) => type !== 'number')],
  ['one number', { minimum: 5, maximum: 5 }, ALL],
  ['that is excluded', { minimum: 5, maximum: 5, maximumExclusive: true }, ALL.filter((type) => type !== 'number')],
  ['no multiple between', { minimum: 8, maximum: 13, multiplesOf: [7] }, ALL.filter((type) => type !== 'number')],
  ['an integer between fractions', { types: new Set<JsonType>(['integer']), minimum: 0.1, maximum: 0.9 }, []],
  ['lengths', { minLength: 2, maxLength: 1 }, ALL.filter((type) => type !== 'string')],
  ['counts of items', { minItems: 2, maxItems: 1 }, ALL.filter((type) => type !== 'array')],
  ['counts of members', { minProperties: 2, maxProperties: 1 }, ALL.filter((type) => type !== 'object')],
  ['more required than there may be', { required: new Set(['a', 'b']), maxProperties: 1 }, ALL.filter((type) => type !== 'object')],
  ['a required member that may not be', { required: new Set(['a']), closed: true }, ALL.filter((type) => type !== 'object')],
  ['more members than are named', { minProperties: 1, closed: true }, ALL.filter((type) => type !== 'object')],
  ['more than is worth making', { minLength: 1e6, minItems: 1e6, minProperties: 1e6 }, ['number', 'boolean', 'null']],
])('%s', (_, more, want) => {
  expect(usableTypes({ ...anything(), ...more })).toEqual(want);
});
