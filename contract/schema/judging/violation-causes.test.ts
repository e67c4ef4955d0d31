import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SchemaSource } from '../../contract.js';
import { DocumentSet } from '../../document/document-set.js';
import type { Json } from '../../json/json.js';
import type { SchemaUri } from '../../operation.js';
import { createSchemaSource } from './schema-source.js';
import { SchemaReferences } from '../references.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function source(schema: Json): SchemaSource {
  writeFileSync(join(folder, 's.json'), JSON.stringify(schema));
  const documents = new DocumentSet(folder);
  documents.openFile('s.json');
  return createSchemaSource(new SchemaReferences(documents));
}

function causes(schema: Json, value: Json): readonly string[] {
  const violations = source(schema).validate('s.json#' as SchemaUri, value);
  return violations.map(({ schema: address, pointer }) => `${address.slice('s.json#'.length)} at ${pointer}`);
}

const CAT = {
  type: 'object',
  properties: { kind: { const: 'cat' }, lives: { type: 'integer', maximum: 9 } },
  required: ['kind', 'lives'],
};
const DOG = { type: 'object', properties: { kind: { enum: ['dog'] }, name: { type: 'string' } }, required: ['kind'] };
const PET = {
  $defs: { cat: CAT, dog: DOG },
  oneOf: [{ $ref: '#/$defs/cat' }, { $ref: '#/$defs/dog' }, { type: 'null' }],
};

describe('each fault of a value is reported as one violation', () => {
  test.each<[string, { given: [Json, Json]; want: readonly string[] }]>([
    [
      'two missing members are two violations',
      { given: [{ required: ['a', 'b/c'] }, {}], want: ['/required/a at ', '/required/b~1c at '] },
    ],
    [
      'several additional members are one violation',
      { given: [{ additionalProperties: false }, { a: 1 }], want: ['/additionalProperties at '] },
    ],
    [
      'a missing dependency is reported at the member that requires it',
      {
        given: [{ dependentRequired: { a: ['b'] } }, { a: 1 }],
        want: ['/dependentRequired/a at '],
      },
    ],
    [
      'only the violations of the discriminated alternative are reported',
      {
        given: [PET, { kind: 'cat', lives: 10 }],
        want: ['/$defs/cat/properties/lives/maximum at /lives'],
      },
    ],
    [
      'all violations of the discriminated alternative are reported',
      { given: [PET, { kind: 'dog', name: 1 }], want: ['/$defs/dog/properties/name/type at /name'] },
    ],
    [
      'a value whose type all nested alternatives reject has one violation',
      {
        given: [{ anyOf: [PET, { type: 'string', maxLength: 1 }], $defs: PET.$defs }, 'ab'],
        want: ['/anyOf/1/maxLength at '],
      },
    ],
    ['a value without a discriminator violates only the oneOf', { given: [PET, {}], want: ['/oneOf at '] }],
    [
      'a value with an unknown discriminator violates only the oneOf',
      { given: [PET, { kind: 'cow' }], want: ['/oneOf at '] },
    ],
    [
      'a value that satisfies two alternatives violates only the oneOf',
      { given: [{ oneOf: [{ minimum: 1 }, { minimum: 2 }, { type: 'string' }] }, 3], want: ['/oneOf at '] },
    ],
    [
      'a value for a nullable string has only the violation of the string',
      {
        given: [{ anyOf: [{ type: 'string', maxLength: 1 }, { type: 'null' }] }, 'ab'],
        want: ['/anyOf/0/maxLength at '],
      },
    ],
    [
      'only the violations of the discriminated alternative are reported if alternatives are nested',
      {
        given: [
          { anyOf: [PET, { type: 'string' }], $defs: PET.$defs },
          { kind: 'cat', lives: 10 },
        ],
        want: ['/$defs/cat/properties/lives/maximum at /lives'],
      },
    ],
    [
      'a violation deep in a value has the pointer of the violating member',
      {
        given: [{ properties: { p: { items: PET } }, $defs: PET.$defs }, { p: [null, { kind: 'cat', lives: 10 }] }],
        want: ['/$defs/cat/properties/lives/maximum at /p/1/lives'],
      },
    ],
    [
      'a list without a matching item has one violation of contains',
      {
        given: [{ contains: { type: 'string' }, items: { minimum: 2 } }, [1, 2]],
        want: ['/contains at ', '/items/minimum at /0'],
      },
    ],
    [
      'a broken condition is reported at then or else',
      { given: [{ if: { type: 'object' }, then: { required: ['a'] } }, {}], want: ['/then/required/a at '] },
    ],
    [
      'an invalid member name is reported at the keyword within propertyNames',
      { given: [{ propertyNames: { maxLength: 1 } }, { ab: 1 }], want: ['/propertyNames/maxLength at '] },
    ],
    [
      'violations outside the alternatives are reported too',
      {
        given: [{ required: ['a'], anyOf: [{ required: ['b'] }, { required: ['c'] }] }, {}],
        want: ['/anyOf at ', '/required/a at '],
      },
    ],
    [
      'an additional item of a closed tuple is reported at `items`',
      { given: [{ prefixItems: [true], items: false }, [1, 2]], want: ['/items at '] },
    ],
  ])('one violation for each fault: %s', (_, { given: [schema, value], want }) => {
    expect(causes(schema, value).toSorted()).toEqual(want.toSorted());
  });
});

describe('violations of unevaluated keywords', () => {
  const A = { properties: { a: true }, required: ['a'] };
  const B = { properties: { b: { type: 'string' } }, required: ['b'] };
  const BRANCHES = { anyOf: [A, B], unevaluatedProperties: false };

  test.each<[string, { given: [Json, Json]; want: readonly string[] }]>([
    [
      'an additional member is unevaluated',
      { given: [BRANCHES, { a: 1, c: 1 }], want: ['/unevaluatedProperties at '] },
    ],
    [
      'a member of the other alternative is unevaluated',
      { given: [BRANCHES, { a: 1, b: 1 }], want: ['/unevaluatedProperties at '] },
    ],
    [
      'a member of a failing alternative is not reported as unevaluated',
      { given: [BRANCHES, { b: 1 }], want: ['/anyOf at '] },
    ],
    [
      'an additional member is reported beside another fault',
      {
        given: [{ allOf: [{ required: ['a'], properties: { a: true } }], unevaluatedProperties: false }, { z: 1 }],
        want: ['/allOf/0/required/a at ', '/unevaluatedProperties at '],
      },
    ],
    [
      'members named like methods are unevaluated',
      {
        given: [BRANCHES, { a: 1, toString: 1 }],
        want: ['/unevaluatedProperties at '],
      },
    ],
    [
      '__proto__ is unevaluated',
      { given: [BRANCHES, JSON.parse('{"a": 1, "__proto__": 1}') as Json], want: ['/unevaluatedProperties at '] },
    ],
    [
      'a schema for unevaluated members reports its own violations',
      {
        given: [
          { properties: { a: true }, unevaluatedProperties: { type: 'string' } },
          { a: 1, b: 1, c: 'x' },
        ],
        want: ['/unevaluatedProperties/type at /b'],
      },
    ],
    [
      'an item after a tuple is unevaluated',
      {
        given: [{ prefixItems: [true], unevaluatedItems: { type: 'string' } }, [1, 'x', 2]],
        want: ['/unevaluatedItems/type at /2'],
      },
    ],
    [
      'items that contains matches are evaluated',
      {
        given: [{ contains: { type: 'string' }, unevaluatedItems: false }, ['x', 1]],
        want: ['/unevaluatedItems at '],
      },
    ],
    [
      'an if without then evaluates members',
      { given: [{ if: { properties: { a: { const: 1 } } }, unevaluatedProperties: false }, { a: 1 }], want: [] },
    ],
    [
      'an if that fails evaluates no members',
      {
        given: [{ if: { properties: { a: { const: 1 } } }, unevaluatedProperties: false }, { a: 2 }],
        want: ['/unevaluatedProperties at '],
      },
    ],
    [
      'a member that a referenced schema names is evaluated',
      {
        given: [
          { $ref: '#/$defs/x', unevaluatedProperties: false, $defs: { x: { properties: { a: true } } } },
          { a: 1 },
        ],
        want: [],
      },
    ],
    [
      'a nested unevaluatedProperties evaluates all members',
      {
        given: [{ allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false }, { a: 1 }],
        want: [],
      },
    ],
  ])('%s', (_, { given: [schema, value], want }) => {
    expect(causes(schema, value).toSorted()).toEqual(want.toSorted());
  });

  test('the time for unevaluated members does not double with each level of the value', () => {
    const schemas = source({
      type: ['object', 'null'],
      anyOf: [
        { properties: { left: { $ref: '#' } }, required: ['left'] },
        { properties: { right: { $ref: '#' } }, required: ['right'] },
        { type: 'null' },
      ],
      unevaluatedProperties: false,
    });
    let value: Json = null;
    for (let level = 0; level < 60; level += 1) value = level % 2 === 0 ? { left: value } : { right: value };
    expect(schemas.accepts('s.json#' as SchemaUri, value)).toBe(true);
  });
});
