import { expect, it } from 'vitest';
import { parsePattern } from './parse-pattern.js';
import { isLinear } from './linear-pattern.js';

const cases: readonly (readonly [string, string, boolean])[] = [
  ['a pattern that matches a text in only one way', '^[a-z]+$', true],
  ['a loop in which the next character selects the option', '^(a|b+c)*$', true],
  ['a pattern that does not start with ^', '[a-z]+$', false],
  ['a loop that may end or continue at the same character', '^a*a$', false],
  ['nested loops', '^(a+)+$', false],
  ['two options with the same first character, outside a loop', '^(ab+|ac+)$', true],
  ['two options with the same first character, in a loop', '^(ab|ac)+$', false],
  ['two options with the same first character, in an optional group', '^(ab|ac)?$', true],
  ['five groups that match in two ways each', '^(a|a.)(b|b.)(c|c.)(d|d.)(e|e.)$', true],
  ['seven groups that match in two ways each', '^(a|a.)(b|b.)(c|c.)(d|d.)(e|e.)(f|f.)(g|g.)$', false],
  [
    '64 options with the same first character',
    `^(${Array.from({ length: 64 }, (_, index) => `a${String(index).padStart(2, '0')}`).join('|')})$`,
    true,
  ],
  [
    '65 options with the same first character',
    `^(${Array.from({ length: 65 }, (_, index) => `a${String(index).padStart(2, '0')}`).join('|')})$`,
    false,
  ],
  ['a loop before a group that starts with the same character', '^a*(ab|ac)$', false],
  ['a loop as one of two options, before a character that ends both options', '^(a*|ab)b$', true],
  ['a backreference', String.raw`^(a|b)\1$`, false],
];

it.each(cases)('decides whether a pattern certainly takes linear time: %s → $2', (_, pattern, want) => {
  expect(isLinear(parsePattern(pattern))).toBe(want);
});
