import { expect, it } from 'vitest';
import { parsePattern } from './parse-pattern.js';
import { isLinear } from './linear-pattern.js';

const cases: readonly (readonly [string, string, boolean])[] = [
  ['a text matches in only one way', '^[a-z]+$', true],
  ['the next character decides', '^(a|b+c)*$', true],
  ['not anchored at the start', '[a-z]+$', false],
  ['a loop may end or continue at the same character', '^a*a$', false],
  ['nested loops', '^(a+)+$', false],
  ['a text matches in two ways outside a loop', '^(ab+|ac+)$', true],
  ['a text matches in two ways within a loop', '^(ab|ac)+$', false],
  ['a text matches in two ways within an optional group', '^(ab|ac)?$', true],
  ['five groups match in two ways each', '^(a|a.)(b|b.)(c|c.)(d|d.)(e|e.)$', true],
  ['seven groups match in two ways each', '^(a|a.)(b|b.)(c|c.)(d|d.)(e|e.)(f|f.)(g|g.)$', false],
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
  ['a loop overlaps a group that matches in two ways', '^a*(ab|ac)$', false],
  ['a loop in a group of two ways, before a character that also ends the second way', '^(a*|ab)b$', true],
  ['a backreference', String.raw`^(a|b)\1$`, false],
];

it.each(cases)('decides whether a pattern takes linear time: %s: $2', (_, pattern, want) => {
  expect(isLinear(parsePattern(pattern))).toBe(want);
});
