import { describe, expect, it } from 'vitest';
import { expressionText, parseExpression } from './expression.js';

describe('parseExpression', () => {
  it.each<[string, readonly (readonly [string, string, string | number | boolean])[]]>([
    ['price ge 20', [['price', 'at-least', 20]]],
    [
      "Category eq 'Tools' and Price le 20.5",
      [
        ['Category', 'equal', 'Tools'],
        ['Price', 'at-most', 20.5],
      ],
    ],
    [
      'userName sw "b" and active eq true',
      [
        ['userName', 'starts', 'b'],
        ['active', 'equal', true],
      ],
    ],
    [
      'state = "ACTIVE" AND fleet != "fleets/north"',
      [
        ['state', 'equal', 'ACTIVE'],
        ['fleet', 'unequal', 'fleets/north'],
      ],
    ],
    [
      'size>=-3&&size<7',
      [
        ['size', 'at-least', -3],
        ['size', 'less', 7],
      ],
    ],
    ["title eq 'a and b'", [['title', 'equal', 'a and b']]],
  ])('parses %s', (text, want) => {
    const parsed = parseExpression(text);
    expect(parsed?.comparisons.map(({ member, relation, value }) => [member, relation, value])).toEqual(want);
    expect(parsed && expressionText(parsed)).toBe(text);
  });

  it.each([
    '',
    'price',
    'price ge',
    'price ge twenty',
    'price ge 20 or price lt 3',
    'not price ge 20',
    '(price ge 20)',
    'price ge 20 and',
    "title eq 'it''s'",
    'app=web,tier!=backend',
    'a eq 1 and b eq 2 && c eq 3',
    `${'a eq 1 and '.repeat(8)}a eq 1`,
    'a'.repeat(501),
  ])('does not parse a text whose meaning may differ between services: "%s"', (text) => {
    expect(parseExpression(text)).toBeUndefined();
  });
});
