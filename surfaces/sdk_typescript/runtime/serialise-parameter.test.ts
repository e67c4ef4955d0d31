import { expect, test } from 'vitest';
import type { ParameterDescriptor } from './operation-descriptor.js';
import { serialiseParameter } from './serialise-parameter.js';

const LIST = ['blue', 'black', 'brown'];
const MAP = { R: 100, G: 200, B: 150 };

type Style = ParameterDescriptor['style'];

/**
 * The examples of OpenAPI 3.1 §4.8.12.4. `null` means `n/a` in the specification: the style cannot express such a
 * value.
 */
test.each<
  readonly [
    Style,
    boolean,
    readonly [empty: string | null, text: string | null, list: string | null, map: string | null],
  ]
>([
  ['matrix', false, [';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150']],
  ['matrix', true, [';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150']],
  ['label', false, ['.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150']],
  ['label', true, ['.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150']],
  ['simple', false, ['', 'blue', 'blue,black,brown', 'R,100,G,200,B,150']],
  ['simple', true, ['', 'blue', 'blue,black,brown', 'R=100,G=200,B=150']],
  ['form', false, ['color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150']],
  ['form', true, ['color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150']],
  ['spaceDelimited', false, [null, null, 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150']],
  ['pipeDelimited', false, [null, null, 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150']],
  ['deepObject', true, [null, null, null, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150']],
])('a parameter is written as the table of OpenAPI states: %s, explode %s → $2', (style, explode, wanted) => {
  const parameter: ParameterDescriptor = {
    argument: 'color',
    name: 'color',
    in: style === 'simple' ? 'path' : 'query',
    style,
    explode,
  };
  const spelled = ['', 'blue', LIST, MAP].map((value) => spelling(parameter, value));
  expect(spelled).toEqual(wanted);
});

function spelling(parameter: ParameterDescriptor, value: unknown): string | null {
  try {
    return serialiseParameter(parameter, value).join('&');
  } catch (error) {
    expect(error).toMatchObject({ name: 'RefusedError', code: 'refused' });
    return null;
  }
}

const QUERY: ParameterDescriptor = { argument: 'q', name: 'q', in: 'query', style: 'form', explode: true };

test.each<readonly [string, ParameterDescriptor, unknown, string | null]>([
  [
    'reserved characters are encoded',
    QUERY,
    "-._~!'()*/?#[]@:;,+&= %",
    'q=-._~%21%27%28%29%2A%2F%3F%23%5B%5D%40%3A%3B%2C%2B%26%3D%20%25',
  ],
  ['other characters are encoded as UTF-8', QUERY, 'é🧰', 'q=%C3%A9%F0%9F%A7%B0'],
  ['the name of a parameter is encoded', { ...QUERY, name: 'filter[a b]' }, 1, 'filter%5Ba%20b%5D=1'],
  [
    'with allowReserved, reserved characters are not encoded',
    { ...QUERY, allowReserved: true },
    'a/b?c[0]=%20 %zz',
    'q=a/b?c[0]=%20%20%25zz',
  ],
  ['numbers and booleans are written as in JSON', QUERY, [1.5, -0, true], 'q=1.5&q=0&q=true'],
  [
    'a parameter with JSON content is written as JSON',
    { ...QUERY, json: true },
    { a: [null] },
    'q=%7B%22a%22%3A%5Bnull%5D%7D',
  ],
  ['null in a parameter with JSON content is written as JSON', { ...QUERY, json: true }, null, 'q=null'],
  ['a header is not percent-encoded', { ...QUERY, in: 'header', style: 'simple' }, 'a/b c', 'a/b c'],
  ['null is refused', QUERY, null, null],
  ['null in a list is refused', QUERY, ['a', null], null],
  ['a list in a list is refused', QUERY, [['a']], null],
  ['NaN is refused', QUERY, NaN, null],
  ['half of a surrogate pair is refused', QUERY, '\ud83e', null],
])('a parameter is written as text: %s', (_, parameter, value, wanted) => {
  expect(spelling(parameter, value)).toBe(wanted);
});
