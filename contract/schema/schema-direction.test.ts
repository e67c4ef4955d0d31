import { expect, it } from 'vitest';
import type { Direction, SchemaViolation } from '../contract.js';
import type { Json, JsonSchema } from '../json/json.js';
import { MemoryDocuments } from './memory-documents.js';
import type { SchemaUri } from '../operation.js';
import { createSchemaSource } from './judging/schema-source.js';
import { SchemaReferences } from './references.js';

const URL = 'memory:///schema';

function judged(schema: JsonSchema, direction: Direction, value: Json): readonly SchemaViolation[] {
  const schemas = createSchemaSource(
    new SchemaReferences(new MemoryDocuments({ url: URL, schema }, new Map(), '2020-12')),
  );
  const judge = schemas.forDirection(direction);
  const found = judge.validate(`${URL}#` as SchemaUri, value);
  expect(judge.accepts(`${URL}#` as SchemaUri, value)).toBe(found.length === 0);
  return found;
}

const ID = { type: 'integer', readOnly: true };
const SECRET = { type: 'string', writeOnly: true };
const BASE = { type: 'object', properties: { id: ID, name: { type: 'string' }, secret: SECRET } };
const ALL = ['id', 'name', 'secret'];

const cases: readonly (readonly [
  name: string,
  schema: JsonSchema,
  direction: Direction,
  value: Json,
  want: readonly string[],
])[] = [
  ['an output without its writeOnly member', { ...BASE, required: ALL }, 'output', { id: 1, name: 'a' }, []],
  ['an output without its readOnly member', { ...BASE, required: ALL }, 'output', { name: 'a' }, ['required']],
  ['an input without its readOnly member', { ...BASE, required: ALL }, 'input', { name: 'a', secret: 's' }, []],
  ['an input without its writeOnly member', { ...BASE, required: ALL }, 'input', { name: 'a' }, ['required']],
  [
    'an input without a required member that is neither readOnly nor writeOnly',
    { ...BASE, required: ALL },
    'input',
    { secret: 's' },
    ['required'],
  ],
  [
    'an output with a writeOnly member of the wrong type',
    { ...BASE, required: ALL },
    'output',
    { id: 1, name: 'a', secret: 2 },
    ['type /secret'],
  ],
  [
    'items of a list without their writeOnly members',
    { items: { ...BASE, required: ALL } },
    'output',
    [{ id: 1, name: 'a' }],
    [],
  ],
  [
    'an object in a member without its readOnly member',
    { properties: { inner: { ...BASE, required: ALL } } },
    'input',
    { inner: { name: 'a', secret: 's' } },
    [],
  ],
  [
    'a member that is writeOnly in one part of an allOf, and required in another part',
    { allOf: [BASE, { required: ALL }] },
    'output',
    { id: 1, name: 'a' },
    [],
  ],
  [
    'a member that is writeOnly in the outer schema, and required in a part of its allOf',
    { ...BASE, allOf: [{ required: ALL }] },
    'output',
    { id: 1, name: 'a' },
    [],
  ],
  [
    'a member that is required in the outer schema, and writeOnly in a part of its allOf',
    { required: ALL, allOf: [BASE] },
    'output',
    { id: 1, name: 'a' },
    [],
  ],
  [
    'a member that is readOnly in one referenced schema, and required in another',
    { $ref: '#/$defs/base', allOf: [{ $ref: '#/$defs/demand' }], $defs: { base: BASE, demand: { required: ALL } } },
    'input',
    { name: 'a', secret: 's' },
    [],
  ],
  [
    'a schema with a required member is used twice, and the member is readOnly in only one of the uses',
    {
      properties: { a: { ...BASE, $ref: '#/$defs/demand' }, b: { $ref: '#/$defs/demand' } },
      $defs: { demand: { required: ['id'] } },
    },
    'input',
    { a: {}, b: {} },
    ['required /b'],
  ],
  [
    'a member that is readOnly in the target of a reference',
    { required: ['id'], properties: { id: { $ref: '#/$defs/id' } }, $defs: { id: ID } },
    'input',
    {},
    [],
  ],
  [
    'a member that is readOnly in a part of its own schema',
    { required: ['id'], properties: { id: { allOf: [ID] } } },
    'input',
    {},
    [],
  ],
  [
    'a oneOf whose branches differ only in writeOnly members',
    {
      oneOf: [
        { properties: { key: SECRET }, required: ['key'] },
        { properties: { token: SECRET }, required: ['token'] },
      ],
    },
    'output',
    {},
    [],
  ],
  [
    'a oneOf whose branches differ only in writeOnly members, beside an anyOf',
    {
      anyOf: [{ type: 'object' }],
      oneOf: [
        { properties: { key: SECRET }, required: ['key'] },
        { properties: { token: SECRET }, required: ['token'] },
      ],
      allOf: [{ minProperties: 0 }],
    },
    'output',
    {},
    [],
  ],
  [
    'a oneOf whose branches differ in a constant',
    {
      oneOf: [
        { properties: { kind: { const: 'a' }, key: SECRET }, required: ['kind', 'key'] },
        { properties: { kind: { const: 'b' } }, required: ['kind'] },
      ],
    },
    'output',
    { kind: 'a' },
    [],
  ],
  [
    'an anyOf that requires a writeOnly member in one branch, beside a oneOf',
    { ...BASE, anyOf: [{ required: ['secret'] }, { required: ['other'] }], oneOf: [{ required: ['name'] }] },
    'output',
    { name: 'a' },
    [],
  ],
  [
    'a writeOnly member stays required in a negated schema',
    { ...BASE, required: ['secret'], not: { required: ['secret'] } },
    'output',
    { name: 'a' },
    [],
  ],
  [
    'a writeOnly member stays required in a condition',
    { ...BASE, required: ['secret'], if: { required: ['secret'] }, then: { required: ['more'] } },
    'output',
    { name: 'a' },
    [],
  ],
  [
    'a writeOnly member is not required in the consequence of a condition',
    { ...BASE, if: { required: ['name'] }, then: { required: ['secret'] } },
    'output',
    { name: 'a' },
    [],
  ],
  [
    'a dependency on a writeOnly member',
    { ...BASE, dependentRequired: { name: ['secret'] } },
    'output',
    { name: 'a' },
    [],
  ],
  [
    'a dependency on a member that is not writeOnly',
    { ...BASE, dependentRequired: { name: ['id'] } },
    'output',
    { name: 'a' },
    ['dependentRequired'],
  ],
  [
    'a closed object without its writeOnly member, and with an unknown member',
    { ...BASE, required: ALL, unevaluatedProperties: false },
    'output',
    { id: 1, name: 'a', more: 1 },
    ['unevaluatedProperties'],
  ],
  [
    'a schema that contains itself',
    { ...BASE, required: ALL, properties: { ...BASE.properties, below: { $ref: '#' } } },
    'output',
    { id: 1, name: 'a', below: { id: 2, name: 'b' } },
    [],
  ],
];

it.each(cases)(
  'readOnly members may be missing in inputs, and writeOnly members in outputs: %s → $4',
  (_, schema, direction, value, want) => {
    expect(judged(schema, direction, value).map(({ keyword, pointer }) => `${keyword} ${pointer}`.trim())).toEqual(
      want,
    );
  },
);

const KEY = { required: ['a'], properties: { a: { type: 'string' }, secret: SECRET } };
const KEY_OR_COUNT = { oneOf: [KEY, { required: ['b'], properties: { b: { type: 'integer', minimum: 1 } } }] };

it.each<
  readonly [
    name: string,
    { given: readonly [schema: JsonSchema, direction: Direction, value: Json]; want: readonly string[] },
  ]
>([
  [
    'the oneOf of the contract, although its branches may overlap without the writeOnly members',
    { given: [KEY_OR_COUNT, 'output', { b: 0 }], want: ['#/oneOf at : must match a schema in oneOf'] },
  ],
  [
    'the oneOf of the contract, in the schema of a member',
    {
      given: [{ properties: { payment: KEY_OR_COUNT } }, 'output', { payment: { b: 0 } }],
      want: ['#/properties/payment/oneOf at /payment: must match a schema in oneOf'],
    },
  ],
  [
    'the oneOf of the contract, beside an anyOf',
    {
      given: [{ anyOf: [{ type: 'object' }], ...KEY_OR_COUNT }, 'output', { b: 0 }],
      want: ['#/oneOf at : must match a schema in oneOf'],
    },
  ],
  [
    'the anyOf of the contract, although one of its branches is a oneOf',
    {
      given: [{ ...BASE, anyOf: [{ oneOf: [{ required: ['a'] }] }, { required: ['b'] }] }, 'output', {}],
      want: ['#/anyOf at : must match a schema in anyOf'],
    },
  ],
  [
    'a keyword in the branch that a constant selects, although the branch requires a writeOnly member',
    {
      given: [
        {
          properties: { secret: SECRET },
          oneOf: [
            { properties: { kind: { const: 'a' }, count: { type: 'integer' } }, required: ['kind', 'secret'] },
            { properties: { kind: { const: 'b' } }, required: ['kind'] },
          ],
        },
        'output',
        { kind: 'a', count: 'x' },
      ],
      want: ['#/oneOf/0/properties/count/type at /count: must be integer'],
    },
  ],
])('a violation names the keyword as the contract states it: %s', (_, { given, want }) => {
  const found = judged(...given);
  expect(found.map(({ schema, pointer, message }) => `${schema.slice(URL.length)} at ${pointer}: ${message}`)).toEqual(
    want,
  );
});
