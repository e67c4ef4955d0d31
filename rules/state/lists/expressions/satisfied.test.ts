import { expect, it } from 'vitest';
import { parseExpression } from '../../../../contract/collections/expressions/expression.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { satisfies } from './satisfied.js';

it.each<[string, JsonObject, boolean | undefined]>([
  ['price ge 20', { price: 20 }, true],
  ['price gt 20', { price: 20 }, false],
  ['price le 20', { price: 20.001 }, undefined],
  ['price lt 20', { price: 3 }, true],
  ['price eq 20', { price: '20' }, undefined],
  ['price eq 20', { price: null }, undefined],
  ['price ne 20', {}, undefined],
  ['title eq "a"', { title: 'a' }, true],
  ['title eq "a"', { title: 'A' }, undefined],
  ['title eq "a"', { title: 'b' }, false],
  ['title ne "a"', { title: 'A' }, undefined],
  ['title sw "ab"', { title: 'abc' }, true],
  ['title sw "ab"', { title: 'cab' }, false],
  ['title ew "ab"', { title: 'cab' }, true],
  ['title co "AB"', { title: 'cabd' }, undefined],
  ['title gt "a"', { title: 'b' }, undefined],
  ['open eq true', { open: false }, false],
  ['open ne true', { open: false }, true],
  ['open eq true and price ge 20', { open: false, price: null }, false],
  ['open eq true and price ge 20', { open: true, price: null }, undefined],
])(
  'the expression `%s` is evaluated for the element %j (satisfied: %j; undefined is uncertain)',
  (text, element, want) => {
    const expression = parseExpression(text);
    expect(expression && satisfies(expression, element)).toBe(want);
  },
);
