import { expect, it } from 'vitest';
import { sentencesOf } from './sentences.js';

it.each<[text: string, want: readonly string[]]>([
  ['One. Two; three', ['One', 'Two', 'three']],
  ['A link is permitted only\nwith a kind.', ['A link is permitted only with a kind', '']],
  ['The first line\nThe second line', ['The first line', 'The second line']],
  ['One:\n- two\n- three', ['One:', '- two', '- three']],
  ['`asc`: up\n`desc`: down', ['`asc`: up', '`desc`: down']],
  [
    'The member is permitted only with the permission and the kind\n`download`.',
    ['The member is permitted only with the permission and the kind `download`', ''],
  ],
  ['One sentence.\nand a further one', ['One sentence', 'and a further one']],
])('splits %j into sentences', (text, want) => {
  expect(sentencesOf(text)).toEqual(want);
});
