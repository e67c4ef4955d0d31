import { expect, test } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { upgradedSchema } from './upgraded-schema.js';

const NULL = { type: 'null' };

test.each<readonly [name: string, given: JsonObject, want: JsonObject]>([
  ['no keyword of 3.0', { type: 'string', maxLength: 3 }, { type: 'string', maxLength: 3 }],
  ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
  ['nullable without type accepts null already', { nullable: true, maxLength: 3 }, { maxLength: 3 }],
  [
    'an enum that lists null',
    { type: 'string', nullable: true, enum: ['a', null] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'an enum without null',
    { type: 'string', nullable: true, enum: ['a'] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  ['an enum without null and type', { nullable: true, enum: ['a'] }, { enum: ['a', null] }],
  [
    'nullable beside allOf; annotations stay',
    { title: 'T', readOnly: true, 'x-a': 1, nullable: true, allOf: [{ type: 'object' }] },
    { title: 'T', readOnly: true, 'x-a': 1, anyOf: [{ allOf: [{ type: 'object' }] }, NULL] },
  ],
  [
    'nullable beside type and oneOf',
    { type: 'object', nullable: true, oneOf: [true], discriminator: { propertyName: 'a' } },
    { anyOf: [{ type: 'object', oneOf: [true], discriminator: { propertyName: 'a' } }, NULL] },
  ],
  ['a list of types, as in 3.1', { type: ['string', 'null'], nullable: true }, { type: ['string', 'null'] }],
  ['null as a type, as in 3.1', { anyOf: [{ type: 'string' }, NULL] }, { anyOf: [{ type: 'string' }, NULL] }],
  ['an exclusive minimum', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['an exclusive maximum', { exclusiveMaximum: true, maximum: 1 }, { exclusiveMaximum: 1 }],
  ['inclusive bounds', { minimum: 1, exclusiveMinimum: false, maximum: 2 }, { minimum: 1, maximum: 2 }],
  ['an exclusive minimum without a minimum', { exclusiveMinimum: true }, {}],
  ['an exclusive minimum as in 3.1', { exclusiveMinimum: 0, minimum: 0 }, { exclusiveMinimum: 0, minimum: 0 }],
  ['a file', { type: 'file', description: 'A' }, { type: 'string', format: 'binary', description: 'A' }],
  ['binary', { type: 'string', format: 'binary' }, { type: 'string', format: 'binary' }],
  ['byte', { type: 'string', format: 'byte' }, { type: 'string', format: 'byte', contentEncoding: 'base64' }],
  ['base64', { type: 'string', format: 'base64' }, { type: 'string', format: 'byte', contentEncoding: 'base64' }],
  ['byte without a text', { format: 'byte' }, { format: 'byte' }],
  ['siblings of a reference', { $ref: '#/a', nullable: true, type: 'string', readOnly: true }, { $ref: '#/a' }],
  [
    'a property that is named $ref',
    { properties: { $ref: { type: 'string' } } },
    { properties: { $ref: { type: 'string' } } },
  ],
  ['identifiers', { id: 'a', $id: 'b', $schema: 'c', $anchor: 'd', type: 'object' }, { id: 'a', type: 'object' }],
  ['an example', { type: 'string', example: 'a' }, { type: 'string', example: 'a' }],
])('a schema of OpenAPI 3.0 is rewritten to 3.1: %s', (_, given, want) => {
  expect(upgradedSchema(given)).toEqual(want);
});
