import { expect, test } from 'vitest';
import { reflowed } from './reflowed.js';

test.each<readonly [string, string, readonly string[]]>([
  ['a single line end is a space', 'a\nb\r\n  c', ['a b c']],
  ['a line is cut at spaces', 'a bb ccc dddd eeeee', ['a bb ccc', 'dddd eeeee']],
  ['a longer word stays whole', 'a aaaaaaaaaaaaaaaaaaaa b', ['a', 'aaaaaaaaaaaaaaaaaaaa', 'b']],
  ['several empty lines divide two paragraphs', '\n\none\n\n \n\ntwo\n\n', ['one', '', 'two']],
  ['lists, headings and quotes keep their lines', '# T\n- a\n- b\n2. c\n> d', ['# T', '- a', '- b', '2. c', '> d']],
  ['the continuation of a list item is joined to it', '* a\n  b', ['* a b']],
  [
    'code between fences stays as it is',
    'so:\n```js\n  a  =  1\n\n  b\n```\nend',
    ['so:', '```js', '  a  =  1', '', '  b', '```', 'end'],
  ],
  ['control characters and unusual line ends are spaces', 'a\u0000b\u2028c\u0085d\fe', ['a b c d e']],
  ['a text of spaces has no lines', ' \n ', []],
])('a description is broken into lines: %s', (_, text, want) => {
  expect(reflowed(text, 12)).toEqual(want);
});
