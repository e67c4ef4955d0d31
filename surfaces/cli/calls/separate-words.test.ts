import { expect, it } from 'vitest';
import { inSeparateWords, usesSeparateWords } from './separate-words.js';

it.each<[string, readonly string[], readonly string[]]>([
  ['a value', ['--limit=5'], ['--limit', '5']],
  ['a value with an equals sign', ['--cursor=a=b'], ['--cursor', 'a=b']],
  ['a value with a line break', ['--name=a\nb'], ['--name', 'a\nb']],
  ['standard input', ['--body-file=-'], ['--body-file', '-']],
  ['a value that begins with a dash', ['--limit=-1'], ['--limit=-1']],
  ['an empty value', ['--name='], ['--name=']],
  ['the text of a boolean', ['--open=true', '--paid=false'], ['--open=true', '--paid=false']],
  ['a flag without a value', ['--json'], ['--json']],
  ['a word after the end of the flags', ['--limit=5', '--', '--limit=5'], ['--limit', '5', '--', '--limit=5']],
])('the value of a flag becomes a separate word only if no program can misread it: %s → $2', (_, given, want) => {
  expect(inSeparateWords(given)).toEqual(want);
});

it('one call in three passes flag values as separate words, and so does each call with a body on standard input', () => {
  const named = (name: string): ReturnType<typeof usesSeparateWords> =>
    usesSeparateWords({ input: { body: { name } } });
  expect(['a', 'ab', 'abc'].filter(named)).toHaveLength(1);
  expect(usesSeparateWords({ input: { body: {} }, bodyWay: 'standard-input' })).toBe(true);
});
