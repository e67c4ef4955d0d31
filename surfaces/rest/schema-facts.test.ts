import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../contract/json/json.js';
import { defaultOf, propertyDefaults, textMeaning } from './schema-facts.js';

const schemas = {
  Status: { type: 'string', enum: ['a', 'b'], default: 'a' },
  Count: { type: ['integer', 'null'] },
  Fields: { properties: { status: { $ref: '#/$defs/Status' }, size: { default: 3 }, plain: {} } },
  Ring: { $ref: '#/$defs/Ring' },
} satisfies Record<string, JsonSchema>;

describe('textMeaning', () => {
  it.each<[string, { given: JsonSchema; want: ReturnType<typeof textMeaning> }]>([
    ['a string → a string', { given: { type: 'string' }, want: { type: 'string', list: false } }],
    [
      'a $ref to a schema of an integer or null → an integer',
      { given: { $ref: '#/$defs/Count' }, want: { type: 'integer', list: false } },
    ],
    [
      'a type that is string or integer → a string',
      { given: { type: ['integer', 'string'] }, want: { type: 'string', list: false } },
    ],
    ['a schema without a type → a string', { given: true, want: { type: 'string', list: false } }],
    ['an enumeration without a type → a number', { given: { enum: [1, 2] }, want: { type: 'number', list: false } }],
    [
      'a list → a list of integers',
      { given: { type: 'array', items: { $ref: '#/$defs/Count' } }, want: { type: 'integer', list: true } },
    ],
    ['an object cannot be read from text', { given: { type: 'object' }, want: undefined }],
    [
      'a list of lists cannot be read from text',
      { given: { type: 'array', items: { type: 'array' } }, want: undefined },
    ],
    ['circular references → a string', { given: { $ref: '#/$defs/Ring' }, want: { type: 'string', list: false } }],
  ])('the text of a parameter is converted by its schema: %s', (_name, { given, want }) => {
    expect(textMeaning(given, schemas)).toEqual(want);
  });
});

describe('defaults of schemas', () => {
  it('a default next to a `$ref` takes precedence over the default of the schema that the `$ref` names', () => {
    expect(defaultOf({ $ref: '#/$defs/Status', default: 'b' }, schemas)).toBe('b');
    expect(defaultOf({ $ref: '#/$defs/Status' }, schemas)).toBe('a');
  });

  it('a default may be null', () => {
    expect(defaultOf({ $ref: '#/$defs/Status', default: null }, schemas)).toBeNull();
  });

  it('defaults of properties are found through allOf and $ref', () => {
    expect(propertyDefaults({ allOf: [{ $ref: '#/$defs/Fields' }] }, schemas)).toEqual({ status: 'a', size: 3 });
  });
});
