import { expect, it } from 'vitest';
import { isParsedMarkup } from './parsed-markup.js';

it.each<[string, string, boolean]>([
  ['<b onclick=x>mark&amp;up</b>', 'mark&up', true],
  ['a<br/>b<!-- c -->', 'ab', true],
  ['&lt;&#65;&#x42;&unknown;', '<AB&unknown;', true],
  ['a<script>1</script>', 'a', true],
  ['<b>a</b>', '<b>a</b>', false],
  ['<b>a</b>', 'b', false],
  ['a < b', 'a ', false],
  ['a', 'b', false],
  ['&#999999;', '', false],
])('the text %j became %j (because it was parsed as HTML: %s)', (text, became, want) => {
  expect(isParsedMarkup(text, became)).toBe(want);
});
