import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../fixtures/any-character.js';
import type { Json } from '../json/json.js';
import type { Parameter, ParameterIn } from '../operation.js';
import { deserialiseParameter } from './deserialise-parameter.js';
import { parameter } from './fixtures/operation.js';
import { parameterTexts } from './parameter-texts.js';
import { serialiseParameter } from './serialise-parameter.js';

function readBack(location: ParameterIn, more: Partial<Parameter>, value: Json): unknown {
  const declared = parameter(location, 'q', more);
  const texts = parameterTexts(value);
  if (typeof texts === 'string') return texts;
  const read = deserialiseParameter(declared, serialiseParameter(declared, value), texts.kind);
  if (read === undefined) return undefined;
  return read.kind === 'scalar' ? read.text : read.kind === 'list' ? read.texts : Object.fromEntries(read.entries);
}

test.each<readonly [string, ParameterIn, Partial<Parameter>, Json, unknown]>([
  ['a delimiter in an element is encoded', 'query', { explode: false }, ['a,b', 'c'], ['a,b', 'c']],
  ['a delimiter in an element of a header is not encoded', 'header', {}, ['a,b', 'c'], ['a', 'b', 'c']],
  ['blanks around the elements of a header are ignored', 'header', {}, [' a ', 'b'], ['a', 'b']],
  [
    'an encoded space cannot be distinguished from a separator',
    'query',
    { style: 'spaceDelimited' },
    ['a b', 'c'],
    ['a', 'b', 'c'],
  ],
  [
    'an encoded pipe cannot be distinguished from a separator',
    'query',
    { style: 'pipeDelimited' },
    ['a|b'],
    ['a', 'b'],
  ],
  ['a dot in an exploded label separates', 'path', { style: 'label', explode: true }, ['a.b'], ['a', 'b']],
  ['a dot in a label without explode does not separate', 'path', { style: 'label' }, ['a.b', 'c'], ['a.b', 'c']],
  [
    'an empty list without explode cannot be distinguished from one empty text',
    'query',
    { explode: false },
    [],
    undefined,
  ],
  [
    'one empty text without explode cannot be distinguished from an empty list',
    'query',
    { explode: false },
    [''],
    undefined,
  ],
  ['a repeated empty text is a list', 'query', {}, [''], ['']],
  ['an exploded empty list that is not sent', 'query', {}, [], []],
  ['an exploded object', 'query', {}, { a: 1, 'b&': '=' }, { a: '1', 'b&': '=' }],
  ['an exploded matrix', 'path', { style: 'matrix', explode: true }, { a: '', b: 'c;d' }, { a: '', b: 'c;d' }],
  ['a deep object', 'query', { style: 'deepObject' }, { a: 1, b: 'x y' }, { a: '1', b: 'x y' }],
  ['a bracket in a key', 'query', { style: 'deepObject' }, { 'a[b]': 1 }, undefined],
  ['allowReserved: a hash ends the query', 'query', { allowReserved: true }, 'a#b', 'a'],
  ['allowReserved: an ampersand ends the value', 'query', { allowReserved: true }, 'a&b', 'a'],
  ['allowReserved: a plus sign is a space', 'query', { allowReserved: true }, 'a+b', 'a b'],
  ['allowReserved: a triplet is decoded', 'query', { allowReserved: true }, 'a%20b', 'a b'],
  ["an equals sign in a header's object", 'header', { explode: true }, { a: 'b=c' }, undefined],
])('a written parameter is read back: %s', (_, location, more, value, want) => {
  expect(readBack(location, more, value)).toEqual(want);
});

const text = fc.string({ unit: anyCharacter, maxLength: 6 });
const LOSSLESS: readonly (readonly [ParameterIn, Partial<Parameter>])[] = [
  ['query', {}],
  ['query', { explode: false }],
  ['path', {}],
  ['path', { explode: true }],
  ['path', { style: 'label' }],
  ['path', { style: 'matrix' }],
  ['path', { style: 'matrix', explode: true }],
  ['cookie', {}],
  ['cookie', { explode: false }],
];

test.each(LOSSLESS)('every list of at least two texts in a parameter (%s %o) is read back', (location, more) => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (value) => {
      expect(readBack(location, more, value)).toEqual(value);
    }),
  );
});

test.each(LOSSLESS)('every object of texts in a parameter (%s %o) is read back', (location, more) => {
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), text, (keys, value) => {
      const object = Object.fromEntries(keys.map((key) => [key, value]));
      fc.pre(Object.keys(object).length > 1 || value !== '' || (more.explode ?? location === 'query'));
      expect(readBack(location, more, object)).toEqual(object);
    }),
  );
});
