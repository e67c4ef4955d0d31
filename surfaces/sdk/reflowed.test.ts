import { expect, test } from 'vitest';
import { reflowed } from './reflowed.js';

test.each<readonly [string, string, readonly string[]]>([
  ['a single line end becomes a space', 'a\nb\r\n  c', ['a b c']],
  ['a long line is broken at spaces', 'a bb ccc dddd eeeee', ['a bb ccc', 'dddd eeeee']],
  ['a word that is longer than a line stays whole', 'a aaaaaaaaaaaaaaaaaaaa b', ['a', 'aaaaaaaaaaaaaaaaaaaa', 'b']],
  ['several empty lines between paragraphs become one', '\n\none\n\n \n\ntwo\n\n', ['one', '', 'two']],
  ['lists, headings and quotes keep their lines', '# T\n- a\n- b\n2. c\n> d', ['# T', '- a', '- b', '2. c', '> d']],
  ['a continuation line is joined to its list item', '* a\n  b', ['* a b']],
  [
    'code between fences stays unchanged',
    'so:\n```js\n  a  =  1\n\n  b\n```\nend',
    ['so:', '```js', '  a  =  1', '', '  b', '```', 'end'],
  ],
  ['control characters and unusual line ends become spaces', 'a\u0000b\u2028c\u0085d\fe', ['a b c d e']],
  ['a text of spaces and line ends has no lines', ' \n ', []],
])('a description is broken into lines: %s', (_, text, want) => {
  expect(reflowed(text, 12)).toEqual(want);
});
