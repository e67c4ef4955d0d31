import { expect, test } from 'vitest';
import { contractOf } from '../fixtures/contracts.js';
import type { Json } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { decodeScalar, readings, schemaTypes } from './decode-value.js';
import { parameterTexts } from './parameter-texts.js';

const SCHEMAS: Readonly<Record<string, Json>> = {
  any: {},
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  either: { type: ['integer', 'string'] },
  nullable: { type: ['integer', 'null'] },
  referred: { $ref: '#/components/schemas/integer' },
  branched: { oneOf: [{ type: 'integer' }, { $ref: '#/components/schemas/boolean' }] },
  all: { allOf: [{ minimum: 1 }, { type: 'integer' }] },
  listed: { enum: [1, 'a', null, true] },
  constant: { const: 5 },
  typedEnum: { type: 'string', enum: ['1'] },
  integers: { type: 'array', items: { type: 'integer' } },
  mixed: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: ['integer', 'string'] } },
  point: {
    type: 'object',
    properties: { x: { type: 'integer' }, name: { type: 'string' } },
    additionalProperties: { type: 'boolean' },
  },
  // The name occurs twice on each of thirty levels, so there are 2^30 paths to the innermost schemas.
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, level) => {
      const next = { $ref: `#/components/schemas/deep${level + 1}` };
      return [`deep${level}`, { anyOf: [next, next] }];
    }),
  ),
  deep30: { type: 'integer' },
};

const { schemas } = await contractOf({ components: { schemas: SCHEMAS } });
const at = (name: string): SchemaUri => schemas.child('contract.json#' as SchemaUri, 'components', 'schemas', name);

test.each<readonly [string, readonly string[]]>([
  ['any', []],
  ['string', ['string']],
  ['either', ['integer', 'string']],
  ['referred', ['integer']],
  ['branched', ['integer', 'boolean']],
  ['all', ['integer']],
  ['listed', ['number', 'string', 'null', 'boolean']],
  ['constant', ['number']],
  ['typedEnum', ['string']],
  ['deep0', ['integer']],
])('the schema "%s" permits the types %j', (name, want) => {
  expect([...schemaTypes(schemas, at(name))]).toEqual(want);
});

test.each<readonly [string, string, Json]>([
  ['string', '12', '12'],
  ['integer', '12', 12],
  ['integer', '-0', -0],
  ['integer', '1.0', 1],
  ['integer', '1e3', 1000],
  ['number', '0.5', 0.5],
  ['integer', '012', '012'],
  ['integer', '+1', '+1'],
  ['integer', ' 1', ' 1'],
  ['integer', '0x10', '0x10'],
  ['integer', '', ''],
  ['integer', 'NaN', 'NaN'],
  ['number', '1e999', '1e999'],
  ['number', '.5', '.5'],
  ['number', '5.', '5.'],
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['boolean', 'True', 'True'],
  ['boolean', '1', '1'],
  ['nullable', 'null', 'null'],
  ['nullable', '3', 3],
  ['referred', '3', 3],
  ['branched', 'true', true],
  ['listed', '1', 1],
  ['constant', '5', 5],
  ['any', '5', '5'],
])('the text of a parameter with the schema "%s" is decoded: %o → %o', (name, text, want) => {
  expect(decodeScalar(schemas, at(name), text)).toBe(want);
});

test.each<readonly [string, Json, readonly Json[]]>([
  ['integer', 12, [12]],
  ['either', '12', [12, '12']],
  ['either', 'a', ['a']],
  ['integers', ['1', '2'], [[1, 2]]],
  ['integers', '1', [[1]]],
  ['integers', ['a'], [['a']]],
  ['integer', ['1', '2'], []],
  [
    'mixed',
    ['1', '2'],
    [
      ['1', 2],
      ['1', '2'],
    ],
  ],
  ['any', ['1'], [['1']]],
  ['point', { x: '1', name: '1', on: 'true' }, [{ x: 1, name: '1', on: true }]],
  ['point', 'x', []],
  ['string', { x: 1 }, []],
])('lists the values to which a parameter with the schema "%s" may be decoded: %o → %o', (name, value, want) => {
  const texts = parameterTexts(value);
  if (typeof texts === 'string') throw new Error(texts);
  expect(readings(schemas, at(name), texts)).toEqual(want);
});
