import { expect, it } from 'vitest';
import { isMisDecoded } from './mis-decoded.js';

it.each([
  ['é', 'Ã©', true],
  ['日', 'æ\u0097¥', true],
  ['€', 'â‚¬', true],
  ['aéb', 'a\uFFFD\uFFFDb', true],
  ['né', 'n?', true],
  ['𝄞', '?', true],
  ['é日', 'é?', true],
  ['é日𝄞', 'é日?', true],
  ['é日𝄞', 'é日??', true],
  ['é日', '?日', false],
  ['é!', 'é?', false],
  ['ا', "'", true],
  ['aéa日', 'a%E9a?', true],
  ['é a', '%E9%20a', true],
  ['a b', 'a%20b', false],
  ['a%E9', 'aé', false],
  ['aé', 'a%C3%A9', false],
  ['é', 'é', false],
  ['é', 'e', false],
  ['abc', 'abd', false],
  ['a', '?', false],
  ['\uFFFD', '\uFFFD?', false],
])('the text "%s" became "%s" (because of a wrong character encoding: $2)', (text, became, want) => {
  expect(isMisDecoded(text, became)).toBe(want);
});
