import { expect, it } from 'vitest';
import { parsePattern } from './parse-pattern.js';
import { isLinear } from './linear-pattern.js';

const cases: readonly (readonly [string, string, boolean])[] = [
  ['one way', '^[a-z]+$', true],
  ['the next character decides', '^(a|b+c)*$', true],
  ['not from the beginning', '[a-z]+$', false],
  ['a loop that may end where it goes on', '^a*a$', false],
  ['a loop of loops', '^(a+)+$', false],
  ['two ways, once', '^(ab+|ac+)$', true],
  ['two ways, in a loop', '^(ab|ac)+$', false],
  ['two ways, at most once', '^(ab|ac)?$', true],
  ['two ways, five times over', '^(a|a.)(b|b.)(c|c.)(d|d.)(e|e.)$', true],
  ['two ways, seven times over', '^(a|a.)(b|b.)(c|c.)(d|d.)(e|e.)(f|f.)(g|g.)$', false],
  ['one of 64 that begin alike', `^(${Array.from({ length: 64 }, (_, index) => `a${String(index).padStart(2, '0')}`).join('|')})$`, true],
  ['one of 65 that begin alike', `^(${Array.from({ length: 65 }, (_, index) => `a${String(index).padStart(2, '0')}`).join('|')})$`, false],
  ['a loop before the two ways that may end where they begin', '^a*(ab|ac)$', false],
  ['two ways with a loop that may end where the next begins', '^(a*|ab)b$', true],
  ['a backreference', String.raw`^(a|b)\1$`, false],
];

it.each(cases)('%s', (_, pattern, want) => {
  expect(isLinear(parsePattern(pattern))).toBe(want);
});
