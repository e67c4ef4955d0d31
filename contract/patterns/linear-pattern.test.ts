import { expect, it } from 'vitest';
import { parsePattern } from './parse-pattern.js';
import { isLinear } from './linear-pattern.js';

const cases: readonly (readonly [string, string, boolean])[] = [
  ['one way', '^[a-z]+$', true],
  ['the next character decides', '^(a|b+c)*$', true],
  ['not anchored at the start', '[a-z]+$', false],
  ['a loop whose exit overlaps its next round', '^a*a$', false],
  ['nested loops', '^(a+)+$', false],
  ['two ways, outside a loop', '^(ab+|ac+)$', true],
  ['two ways, in a loop', '^(ab|ac)+$', false],
  ['two ways, at most once', '^(ab|ac)?$', true],
  ['two ways, five times over', '^(a|a.)(b|b.)(c|c.)(d|d.)(e|e.)$', true],
  ['two ways, seven times over', '^(a|a.)(b|b.)(c|c.)(d|d.)(e|e.)(f|f.)(g|g.)$', false],
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
  ['a loop whose exit overlaps the two ways after it', '^a*(ab|ac)$', false],
  ['two ways with a loop whose exit overlaps the next part', '^(a*|ab)b$', true],
  ['a backreference', String.raw`^(a|b)\1$`, false],
];

it.each(cases)('decides whether a pattern takes linear time: %s: $2', (_, pattern, want) => {
  expect(isLinear(parsePattern(pattern))).toBe(want);
});
