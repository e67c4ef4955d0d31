import { describe, expect, test } from 'vitest';
import type { Json } from '../json/json.js';
import type { Parameter, ParameterIn, ParameterStyle } from '../operation.js';
import { parameter } from './fixtures/operation.js';
import { serialiseParameter } from './serialise-parameter.js';

const STRING = 'blue';
const ARRAY = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };

function written(location: ParameterIn, name: string, more: Partial<Parameter>, value: Json): string {
  const serialised = serialiseParameter(parameter(location, name, more), value);
  if (serialised.kind === 'inexpressible') return 'n/a';
  return serialised.kind === 'text' ? serialised.text : serialised.pairs.join('&');
}

/**
 * The examples of OpenAPI 3.1.1 §4.8.12.3.1 "Style Examples". Spaces and pipes, which the specification shows
 * unencoded, are written as %20 and %7C.
 */
const TABLE: readonly (readonly [
  ParameterIn,
  ParameterStyle,
  boolean,
  empty: string,
  string: string,
  array: string,
  object: string,
])[] = [
  ['path', 'matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['path', 'label', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['path', 'label', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['path', 'simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['path', 'simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['header', 'simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['header', 'simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['query', 'form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['query', 'form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['cookie', 'form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['cookie', 'form', true, 'color=', 'color=blue', 'color=blue; color=black; color=brown', 'R=100; G=200; B=150'],
  ['query', 'spaceDelimited', false, 'n/a', 'n/a', 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150'],
  ['query', 'spaceDelimited', true, 'n/a', 'n/a', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['query', 'pipeDelimited', false, 'n/a', 'n/a', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['query', 'pipeDelimited', true, 'n/a', 'n/a', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['query', 'deepObject', false, 'n/a', 'n/a', 'n/a', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['query', 'deepObject', true, 'n/a', 'n/a', 'n/a', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
];

describe.each(TABLE)(
  'encodes a parameter in the %s with style %s and explode %s',
  (location, style, explode, empty, string, array, object) => {
    test.each<readonly [string, Json, string]>([
      ['an empty string', '', empty],
      ['a string', STRING, string],
      ['an array', ARRAY, array],
      ['an object', OBJECT, object],
    ])('writes the example of OpenAPI: %s → $2', (_, value, want) => {
      expect(written(location, 'color', { style, explode }, value)).toBe(want);
    });
  },
);

test.each<readonly [string, ParameterIn, Partial<Parameter>, Json, string]>([
  ['an integer is written in digits', 'query', {}, 12, 'q=12'],
  ['-0 is written as in JSON', 'query', {}, -0, 'q=0'],
  ['a large number is written as in JSON', 'query', {}, 1e21, 'q=1e%2B21'],
  ['a boolean is written as in JSON', 'query', {}, false, 'q=false'],
  ['null is inexpressible', 'query', {}, null, 'n/a'],
  ['null in a list is inexpressible', 'query', {}, ['a', null], 'n/a'],
  ['a list in a list is inexpressible', 'query', {}, [['a']], 'n/a'],
  ['an object in an object is inexpressible', 'query', { style: 'deepObject' }, { a: { b: 1 } }, 'n/a'],
  ['an exploded empty list is not sent (RFC 6570 §2.3)', 'query', {}, [], ''],
  ['an exploded empty object is not sent', 'query', {}, {}, ''],
  ['a delimiter in an element is encoded', 'query', { explode: false }, ['a,b', 'c'], 'q=a%2Cb,c'],
  ['the name of a parameter is encoded', 'query', { name: 'a b&=' }, 'c', 'a%20b%26%3D=c'],
  ['the keys of an object are encoded', 'query', { style: 'deepObject' }, { 'a[b]': 'c&d' }, 'q%5Ba%5Bb%5D%5D=c%26d'],
  ['an empty element of a list is written', 'query', {}, ['', 'a'], 'q=&q=a'],
  ['an empty element of a matrix has no equals sign', 'path', { style: 'matrix', explode: true }, ['', 'a'], ';q;q=a'],
  [
    'with allowReserved, reserved characters are not encoded',
    'query',
    { allowReserved: true },
    "/?#[]@!$&'()*+,;=%2F é",
    "q=/?#[]@!$&'()*+,;=%2F%20%C3%A9",
  ],
  ['a header value is not percent-encoded', 'header', {}, 'a/b%20', 'a/b%20'],
  [
    'a parameter with a JSON media type is written as JSON in a query',
    'query',
    { contentType: 'application/json' },
    { a: null, b: [1] },
    'q=%7B%22a%22%3Anull%2C%22b%22%3A%5B1%5D%7D',
  ],
  [
    'a parameter with a JSON media type is written as JSON in a header',
    'header',
    { contentType: 'application/json' },
    ['a', 1],
    '["a",1]',
  ],
  [
    'a parameter with a JSON media type is written as JSON in a cookie',
    'cookie',
    { contentType: 'application/problem+json' },
    'a',
    'q=%22a%22',
  ],
  ['null with a JSON media type is written as JSON', 'query', { contentType: 'application/json' }, null, 'q=null'],
  ['a string of a text media type is not written as JSON', 'query', { contentType: 'text/plain' }, 'a"b', 'q=a%22b'],
  ['a number of a text media type is inexpressible', 'query', { contentType: 'text/plain' }, 1, 'n/a'],
  ['a lone surrogate is inexpressible', 'query', {}, 'a\ud800', 'n/a'],
  [
    'a lone surrogate in JSON is written as an escape',
    'query',
    { contentType: 'application/json' },
    '\ud800',
    'q=%22%5Cud800%22',
  ],
])('a parameter is encoded for its location: %s', (_, location, more, value, want) => {
  expect(written(location, 'q', more, value)).toBe(want);
});

test('a value that is nested too deeply for JSON is inexpressible', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as Json;
  expect(written('query', 'q', { contentType: 'application/json' }, deep)).toBe('n/a');
});
