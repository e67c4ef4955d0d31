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
  [
    'a delimiter in an element is encoded, and is not read as a separator',
    'query',
    { explode: false },
    ['a,b', 'c'],
    ['a,b', 'c'],
  ],
  ['a delimiter in an element of a header is read as a separator', 'header', {}, ['a,b', 'c'], ['a', 'b', 'c']],
  ['blanks around the elements of a header are ignored', 'header', {}, [' a ', 'b'], ['a', 'b']],
  [
    'an encoded space is read as a separator in the style spaceDelimited',
    'query',
    { style: 'spaceDelimited' },
    ['a b', 'c'],
    ['a', 'b', 'c'],
  ],
  [
    'an encoded pipe is read as a separator in the style pipeDelimited',
    'query',
    { style: 'pipeDelimited' },
    ['a|b'],
    ['a', 'b'],
  ],
  ['a dot in an exploded label is read as a separator', 'path', { style: 'label', explode: true }, ['a.b'], ['a', 'b']],
  ['a dot in a label without explode is not a separator', 'path', { style: 'label' }, ['a.b', 'c'], ['a.b', 'c']],
  [
    'an empty list without explode is not read, because it equals a list with an empty string',
    'query',
    { explode: false },
    [],
    undefined,
  ],
  [
    'a list with an empty string without explode is not read, because it equals an empty list',
    'query',
    { explode: false },
    [''],
    undefined,
  ],
  ['an exploded list with an empty string is read', 'query', {}, [''], ['']],
  ['an exploded empty list, which is not sent, is read', 'query', {}, [], []],
  ['an exploded object in a query is read', 'query', {}, { a: 1, 'b&': '=' }, { a: '1', 'b&': '=' }],
  [
    'an exploded object in the style matrix is read',
    'path',
    { style: 'matrix', explode: true },
    { a: '', b: 'c;d' },
    { a: '', b: 'c;d' },
  ],
  [
    'an object in the style deepObject is read',
    'query',
    { style: 'deepObject' },
    { a: 1, b: 'x y' },
    { a: '1', b: 'x y' },
  ],
  [
    'an object in the style deepObject with a bracket in a key is not read',
    'query',
    { style: 'deepObject' },
    { 'a[b]': 1 },
    undefined,
  ],
  ['with allowReserved, a hash ends the query', 'query', { allowReserved: true }, 'a#b', 'a'],
  ['with allowReserved, an ampersand ends the value', 'query', { allowReserved: true }, 'a&b', 'a'],
  ['with allowReserved, a plus sign is read as a space', 'query', { allowReserved: true }, 'a+b', 'a b'],
  ['with allowReserved, percent-encoded characters are decoded', 'query', { allowReserved: true }, 'a%20b', 'a b'],
  [
    'an exploded object in a header is not read if a value contains an equals sign',
    'header',
    { explode: true },
    { a: 'b=c' },
    undefined,
  ],
])('a value is encoded as a parameter and decoded again: %s', (_, location, more, value, want) => {
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

test.each(LOSSLESS)(
  'every list of at least two strings is read back from a %s parameter with the settings %o',
  (location, more) => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (value) => {
        expect(readBack(location, more, value)).toEqual(value);
      }),
    );
  },
);

test.each(LOSSLESS)(
  'every object of strings is read back from a %s parameter with the settings %o',
  (location, more) => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), text, (keys, value) => {
        const object = Object.fromEntries(keys.map((key) => [key, value]));
        fc.pre(Object.keys(object).length > 1 || value !== '' || (more.explode ?? location === 'query'));
        expect(readBack(location, more, object)).toEqual(object);
      }),
    );
  },
);
