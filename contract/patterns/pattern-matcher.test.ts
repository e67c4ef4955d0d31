import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lawRuns } from '../fixtures/law-runs.js';
import { patternFault, patternTest } from './pattern-matcher.js';

/** Patterns and texts for which the matcher must return the same result as the JavaScript engine. */
const PATTERNS = [
  '',
  'a',
  '^$',
  '^a|b$',
  'a*',
  '(a+)+$',
  '(a|aa)+$',
  '^(\\w+\\s?)*$',
  '(.*a){3}',
  '^(a|b)*abb$',
  '\\bab\\b',
  'a\\Bb',
  '^.{2,4}$',
  '[^]',
  '[]',
  '^(?=.*\\d)(?=.*[a-z]).{3,}$',
  '^(?!a)[a-c]{2}$',
  '(?<=b)a',
  '(?<!b)a',
  'a(?!b(?=a))',
  '(?<=^a|b)(?=a)',
  '(?=(?<=a)b)b',
  '(?:(?=a))*b',
  '(?:\\b)+a',
  '^(a|b)-?\\1$',
  '(?<q>["a])b\\k<q>',
  '(a*)*\\1b',
  '(?:(a)|b)*\\1$',
  '(?:(a)|b?){0,2}\\1$',
  '(?<=(a)\\1)b',
  '(?<=\\1(a))b',
  '(?=(a+))\\1b',
  '(?!(a)b)\\1a',
  '\\1(a)',
  '^(?:a(b)?)+\\1$',
  '\\p{L}+',
  '^[\\p{Lu}\\d]+$',
  '\\u{1f600}',
  '\\ud83d\\ude00',
  '[\\ud83d\\ude00-\\u{1f64f}]',
  '^.$',
  '\\ud83d',
  '\\cA',
  '\\0',
  '[\\b]',
  '\\x61',
  '[\\w-]',
  '[^\\S]',
  'a{2}',
  '(ab){1,2}?$',
  'a{0}b',
  '(?:){3}a',
  '(?:a?){3}$',
  '(a|ab)(c|bcd)(d*)$',
  '^([a-z]+-)*[a-z]+$',
  '^(0|-?[1-9]\\d{0,3})$',
  '(?<a>x)|(b)',
  '^[a-c]+(?:-[a-c]+)*$',
];
const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'ba',
  'aa',
  'aab',
  'abab',
  'a-a',
  'a-b',
  'aa b',
  '"b"',
  'aba',
  'abb',
  '😀',
  '\ud83d',
  '\ude00',
  '😀a',
  'é',
  'É1',
  'a1b',
  '1',
  '0',
  '-12',
  '\n',
  'a\nb',
  '\u0001',
  '\0',
  '\b',
  ' ',
  '\u00a0',
  'abcd',
  'x',
];

test.each(PATTERNS)('the matcher and the JavaScript engine agree on the pattern /%s/', (pattern) => {
  const [matches, expression] = [patternTest(pattern), new RegExp(pattern, 'u')];
  expect(TEXTS.filter((text) => matches(text) !== expression.test(text))).toEqual([]);
});

const characters = fc.constantFrom(...'aaabbc1- \n\u00e9😀', '\ud83d', '\ude00');
const text = fc.array(characters, { maxLength: 12 }).map((parts) => parts.join(''));
const { pattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\b', '^', '$', '\\u{1f600}', '\\p{L}'),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
    fc.tuple(fc.constantFrom('=', '!', '<=', '<!'), tie('pattern')).map(([kind, inner]) => `(?:(?${kind}${inner}))`),
  ),
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('atom'),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('atom'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{0,2}', '{1,}'))
      .map(([a, mark]) => `(?:${a})${mark}`),
  ),
}));

/**
 * Whether V8 finds an empty match between the two halves of a surrogate pair, as for `/\\B/u` in `a😀a`. ECMA-262
 * §22.2.7.2 allows no match at this position.
 */
function splitsPair(one: string, expression: RegExp): boolean {
  const index = expression.exec(one)?.index ?? 0;
  return index > 0 && (one.codePointAt(index - 1) ?? 0) > 0xff_ff;
}

test('the matcher and the JavaScript engine agree on any pattern and text', () => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      const [matches, expression] = [patternTest(source), new RegExp(source, 'u')];
      return texts.every((one) => matches(one) === expression.test(one) || splitsPair(one, expression));
    }),
    { numRuns: lawRuns(600, 30_000), seed: 1 },
  );
});

test('the matcher and the JavaScript engine agree on any pattern with a backreference', () => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      const [matches, expression] = [patternTest(`(a|b?)(?:${source})\\1`), new RegExp(`(a|b?)(?:${source})\\1`, 'u')];
      return texts.every((one) => matches(one) === expression.test(one) || splitsPair(one, expression));
    }),
    { numRuns: lawRuns(400, 20_000), seed: 1 },
  );
});

test('a pattern that cannot be used is rejected with a reason', () => {
  expect(patternFault('(')).toMatch(/Invalid regular expression/);
  expect(patternFault('(a|a){20000}')).toMatch(/more than/);
  expect(patternFault(`${'('.repeat(500)}${')'.repeat(500)}`)).toMatch(/levels deep/);
  expect(patternFault('(?:){999999999}')).toBeUndefined();
});
