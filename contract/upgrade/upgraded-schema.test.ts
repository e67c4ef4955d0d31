import { expect, test } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { upgradedSchema } from './upgraded-schema.js';

const NULL = { type: 'null' };

test.each<readonly [name: string, given: JsonObject, want: JsonObject]>([
  ['a schema without keywords of 3.0 is unchanged', { type: 'string', maxLength: 3 }, { type: 'string', maxLength: 3 }],
  ['nullable adds null to the type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['nullable: false has no effect', { type: 'string', nullable: false }, { type: 'string' }],
  [
    'nullable without type is removed, because null is already valid',
    { nullable: true, maxLength: 3 },
    { maxLength: 3 },
  ],
  [
    'nullable with an enum that lists null adds null only to the type',
    { type: 'string', nullable: true, enum: ['a', null] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'nullable with an enum that lacks null adds null to it',
    { type: 'string', nullable: true, enum: ['a'] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  ['nullable with an enum but no type adds null to the enum', { nullable: true, enum: ['a'] }, { enum: ['a', null] }],
  [
    'nullable beside allOf becomes an anyOf; annotations stay in place',
    { title: 'T', readOnly: true, 'x-a': 1, nullable: true, allOf: [{ type: 'object' }] },
    { title: 'T', readOnly: true, 'x-a': 1, anyOf: [{ allOf: [{ type: 'object' }] }, NULL] },
  ],
  [
    'nullable beside type and oneOf becomes an anyOf',
    { type: 'object', nullable: true, oneOf: [true], discriminator: { propertyName: 'a' } },
    { anyOf: [{ type: 'object', oneOf: [true], discriminator: { propertyName: 'a' } }, NULL] },
  ],
  [
    'a list of types, as in 3.1, stays a list',
    { type: ['string', 'null'], nullable: true },
    { type: ['string', 'null'] },
  ],
  [
    'the type null, as in 3.1, is unchanged',
    { anyOf: [{ type: 'string' }, NULL] },
    { anyOf: [{ type: 'string' }, NULL] },
  ],
  ['a boolean exclusiveMinimum becomes a number', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['a boolean exclusiveMaximum becomes a number', { exclusiveMaximum: true, maximum: 1 }, { exclusiveMaximum: 1 }],
  [
    'exclusiveMinimum: false keeps the inclusive bound',
    { minimum: 1, exclusiveMinimum: false, maximum: 2 },
    { minimum: 1, maximum: 2 },
  ],
  ['a boolean exclusiveMinimum without a minimum is removed', { exclusiveMinimum: true }, {}],
  [
    'a number in exclusiveMinimum, as in 3.1, is unchanged',
    { exclusiveMinimum: 0, minimum: 0 },
    { exclusiveMinimum: 0, minimum: 0 },
  ],
  [
    'the type file becomes a binary string',
    { type: 'file', description: 'A' },
    { type: 'string', format: 'binary', description: 'A' },
  ],
  ['the format binary is unchanged', { type: 'string', format: 'binary' }, { type: 'string', format: 'binary' }],
  [
    'the format byte adds a contentEncoding',
    { type: 'string', format: 'byte' },
    { type: 'string', format: 'byte', contentEncoding: 'base64' },
  ],
  [
    'the format base64 becomes byte with a contentEncoding',
    { type: 'string', format: 'base64' },
    { type: 'string', format: 'byte', contentEncoding: 'base64' },
  ],
  ['the format byte without the type string is unchanged', { format: 'byte' }, { format: 'byte' }],
  [
    'keywords beside a reference are removed',
    { $ref: '#/a', nullable: true, type: 'string', readOnly: true },
    { $ref: '#/a' },
  ],
  [
    'a property with the name $ref is kept',
    { properties: { $ref: { type: 'string' } } },
    { properties: { $ref: { type: 'string' } } },
  ],
  [
    'identifiers of newer JSON Schema versions are removed',
    { id: 'a', $id: 'b', $schema: 'c', $anchor: 'd', type: 'object' },
    { id: 'a', type: 'object' },
  ],
  ['an example is kept', { type: 'string', example: 'a' }, { type: 'string', example: 'a' }],
])('a schema of OpenAPI 3.0 is rewritten to 3.1: %s', (_, given, want) => {
  expect(upgradedSchema(given)).toEqual(want);
});
